import { AsyncLocalStorage } from 'node:async_hooks'
import { randomBytes } from 'node:crypto'

/** One step of a request or a job, with its place in the trace. */
export interface Span {
  readonly traceId: string
  readonly spanId: string
  /** The span that contains this one. Null: this is the first span of the trace. */
  readonly parentId: string | null
  readonly kind: SpanKind
  name: string
  readonly startedAtMs: number
  endedAtMs: number
  readonly attributes: Record<string, string | number>
  hasFailed: boolean
  /** Receives the ended span. Null: the trace is not in the sample, and nothing is recorded below this span. */
  readonly record: ((span: Span) => void) | null
}
export type SpanKind = 'internal' | 'server' | 'client' | 'consumer'
type Attributes = Span['attributes']

/** Holds the current span across awaits. It exists only in processes with tracing, so that others pay for one check. */
let storage: AsyncLocalStorage<Span> | undefined

export const enableTracing = (): void => void (storage ??= new AsyncLocalStorage())

export const getCurrentTraceId = (): string | undefined => storage?.getStore()?.traceId

/** Runs work below a span. Everything that the work starts belongs to the span. */
export const runWithParentSpan = <T>(span: Span, work: () => T): T => storage!.run(span, work)

/** Runs work that belongs to no request or job. */
export const runWithoutSpan = <T>(work: () => T): T => storage!.exit(work)

export const createSpan = (
  { traceId, spanId, record }: { traceId: string; spanId: string | null; record: Span['record'] },
  name: string,
  kind: SpanKind,
  attributes: Attributes = {},
  startedAtMs = getNowMs(),
): Span => ({
  traceId,
  spanId: randomBytes(8).toString('hex'),
  parentId: spanId,
  kind,
  name,
  startedAtMs,
  endedAtMs: startedAtMs,
  attributes,
  hasFailed: false,
  record,
})

export function endSpan(span: Span): void {
  span.endedAtMs = getNowMs()
  span.record?.(span)
}

/** Runs work in a new span below the current one. Without a current span in the sample, it only runs the work. */
export function runInSpan<T>(name: string, kind: SpanKind, attributes: Attributes, work: () => Promise<T>): Promise<T> {
  const parent = storage?.getStore()
  return parent?.record ? recordWork(createSpan(parent, name, kind, attributes), work) : work()
}

export async function recordWork<T>(span: Span, work: () => Promise<T>): Promise<T> {
  try {
    return await runWithParentSpan(span, work)
  } catch (error) {
    failSpan(span, error)
    throw error
  } finally {
    endSpan(span)
  }
}

/**
 * Runs an outgoing HTTP call in a span. The span has no address, because addresses of calendars and webhooks are
 * secret.
 */
export const runInCallSpan = <Response extends { status: number }>(
  method: string,
  target: string,
  call: () => Promise<Response>,
): Promise<Response> =>
  runInSpan(`${method} ${target}`, 'client', { 'http.request.method': method }, async () => {
    const response = await call()
    annotateSpan({ 'http.response.status_code': response.status })
    return response
  })

/** Adds a span that has just ended below the current span. */
export function addEndedSpan(name: string, attributes: Attributes, durationMs: number, error?: unknown): void {
  const parent = storage?.getStore()
  if (!parent?.record) return
  const span = createSpan(parent, name, 'client', attributes, getNowMs() - durationMs)
  if (error !== undefined) failSpan(span, error)
  endSpan(span)
}

/** Adds attributes to the current span. */
export function annotateSpan(attributes: Attributes): void {
  const span = storage?.getStore()
  if (span) Object.assign(span.attributes, attributes)
}

export function failCurrentSpan(error: unknown): void {
  const span = storage?.getStore()
  if (span) failSpan(span, error)
}

/** Marks a span as failed. The message of the error is left out, because it may contain rows of the database. */
function failSpan(span: Span, error: unknown): void {
  const { code, name } = Object(error) as { code?: unknown; name?: unknown }
  span.hasFailed = true
  span.attributes['error.type'] =
    typeof code === 'string' && /^[\w ]{1,40}$/.test(code) ? code : String(name ?? 'Error')
}

/** Unlike Date.now, this never runs backwards within a process. */
const getNowMs = () => performance.timeOrigin + performance.now()
