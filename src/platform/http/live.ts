import type { ServerResponse } from 'node:http'

/** The type of an answer that goes on for as long as somebody listens: server-sent events. */
export const LIVE = 'text/event-stream'

/** Nobody is owed the rest of them. */
export function endLive(visits: Iterable<{ underway: ServerResponse | null }>): void {
  for (const { underway } of visits) if (String(underway?.getHeader('content-type')).startsWith(LIVE)) underway!.end()
}
