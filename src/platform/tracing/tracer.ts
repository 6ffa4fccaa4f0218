import { randomBytes } from 'node:crypto'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { knownMethods } from '../metrics.ts'
import type { Exporter } from './exporter.ts'
import { createSpan, enableTracing, endSpan, recordWork, runWithParentSpan, type Span } from './spans.ts'

/** Begins the traces of this process: one for each request and each job. */
export interface Tracer {
  /** Serves a request in a span, which ends with the response. Continues the trace of the client, if it sends one. */
  traceRequest(request: IncomingMessage, response: ServerResponse, serve: () => void): void
  /** Sets the route of a request: a path with placeholders, or a word for a group of paths. */
  setRoute(request: IncomingMessage, route: string): void
  /**
   * Continues in the span of a request. The end of its body is an event of the connection, which belongs to no span.
   */
  resume(request: IncomingMessage, work: () => void): void
  traceJob<T>(kind: string, attempt: number, work: () => Promise<T>): Promise<T>
  close(): Promise<void>
}

/** Opens a tracer that records a share of all traces, from 0 to 1. */
export function openTracer(exporter: Exporter, share: number): Tracer {
  enableTracing()
  const requestSpans = new WeakMap<IncomingMessage, Span>()
  const createRecorder = (traceId: string) => (isInShare(traceId, share) ? exporter.add : null)

  return {
    traceRequest(request, response, serve) {
      const method = knownMethods.has(request.method!) ? request.method! : '_OTHER'
      const incomingContext = parseTraceparent(request.headers['traceparent'])
      const traceId = incomingContext?.traceId ?? randomBytes(16).toString('hex')
      const record = incomingContext?.isSampled === false ? null : createRecorder(traceId)
      const origin = { traceId, spanId: incomingContext?.spanId ?? null, record }
      const span = createSpan(origin, method, 'server', { 'http.request.method': method })
      requestSpans.set(request, span)
      response.on('close', () => {
        if (response.writableFinished) span.attributes['http.response.status_code'] = response.statusCode
        else span.attributes['error.type'] = 'aborted'
        span.hasFailed = response.statusCode >= 500
        endSpan(span)
      })
      runWithParentSpan(span, serve)
    },
    setRoute(request, route) {
      const span = requestSpans.get(request)
      if (!span) return
      span.name = `${String(span.attributes['http.request.method'])} ${route}`
      span.attributes['http.route'] = route
    },
    resume(request, work) {
      const span = requestSpans.get(request)
      if (span) runWithParentSpan(span, work)
      else work()
    },
    traceJob(kind, attempt, work) {
      const traceId = randomBytes(16).toString('hex')
      const attributes = { 'selvage.job.kind': kind, 'selvage.job.attempt': attempt }
      const origin = { traceId, spanId: null, record: createRecorder(traceId) }
      return recordWork(createSpan(origin, `job ${kind}`, 'consumer', attributes), work)
    },
    close: exporter.close,
  }
}

/** Parses the W3C header `traceparent`. Null: it is missing or invalid. Later versions may have more fields. */
export function parseTraceparent(header: unknown): { traceId: string; spanId: string; isSampled: boolean } | null {
  if (typeof header !== 'string') return null
  const fields = /^(?!ff)([\da-f]{2})-(?!0{32})([\da-f]{32})-(?!0{16})([\da-f]{16})-([\da-f]{2})(-.*)?$/.exec(header)
  if (!fields) return null
  const [, version, traceId, spanId, flags, extraFields] = fields
  if (version === '00' && extraFields !== undefined) return null
  return { traceId: traceId!, spanId: spanId!, isSampled: (parseInt(flags!, 16) & 1) === 1 }
}

/**
 * Whether a trace is recorded. The decision depends only on the trace ID, in the same way as in the Go SDK. So Caddy
 * and the processes of the site record the same traces, if they have the same share.
 */
export const isInShare = (traceId: string, share: number): boolean =>
  parseInt(traceId.slice(16, 29), 16) / 2 ** 52 < share
