import type { IncomingMessage, ServerResponse } from 'node:http'

export type JobResult = 'done' | 'failed' | 'given up' | 'postponed'

/** Counts what the parts of the server do. Without METRICS_PORT, nothing is counted. */
export interface Metrics {
  /** Sets the route of a request: a path with placeholders, or a word for a group of paths. */
  setRoute(request: IncomingMessage, route: string): void
  /** Called when the response has been sent or its connection was lost. */
  countResponse(request: IncomingMessage, response: ServerResponse, durationMs: number): void
  countJob(kind: string, result: JobResult): void
  /** Counts spans that did not reach the collector. */
  countDroppedSpans(count: number): void
}

/** Clients can send any other method, which must not create time series or names of spans. */
export const knownMethods: ReadonlySet<string> = new Set(['GET', 'HEAD', 'POST', 'OPTIONS', 'PUT', 'PATCH', 'DELETE'])
