import type { ServerResponse } from 'node:http'

/** The content type of a response without end: server-sent events. */
export const EVENT_STREAM_TYPE = 'text/event-stream'

/** Ends all live streams. Unlike other responses, they have no end to wait for. */
export function endLiveStreams(connections: Iterable<[unknown, { currentResponse: ServerResponse | null }]>): void {
  for (const [, { currentResponse }] of connections)
    if (currentResponse && isLiveStream(currentResponse)) currentResponse.end()
}

export const isLiveStream = (response: ServerResponse): boolean =>
  String(response.getHeader('content-type')).startsWith(EVENT_STREAM_TYPE)
