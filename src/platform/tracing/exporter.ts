import { runWithoutSpan, type Span, type SpanKind } from './spans.ts'

export interface ExporterOptions {
  /** The collector's base URL, such as http://localhost:4318. */
  endpoint: string
  serviceName: string
  version: string
  onDropped(count: number): void
  /** Called when exports begin to fail, and again only after one has succeeded. */
  onError(error: unknown): void
  limits?: Partial<Limits>
}

interface Limits {
  /** The number of spans that wait. Further spans are dropped. */
  queue: number
  /** The maximum number of spans in one request to the collector. */
  batch: number
  intervalMs: number
  /** The time limit for the collector to accept a batch. */
  timeoutMs: number
  /** The time limit for the last batches when the process stops. */
  closeMs: number
}
const defaultLimits: Limits = { queue: 4_096, batch: 512, intervalMs: 5_000, timeoutMs: 10_000, closeMs: 2_000 }

export interface Exporter {
  /** Queues a span. It never fails or waits. */
  add(span: Span): void
  /** Sends the waiting spans, within a time limit. */
  close(): Promise<void>
}

/** Sends spans to a collector in batches, as OTLP over HTTP with JSON. A batch that fails is dropped, not repeated. */
export function createExporter({
  endpoint,
  serviceName,
  version,
  onDropped,
  onError,
  limits: givenLimits,
}: ExporterOptions): Exporter {
  const limits = { ...defaultLimits, ...givenLimits }
  const url = `${/^.*[^/]/.exec(endpoint)![0]}/v1/traces`
  const queue: Span[] = []
  let currentRun: Promise<void> | undefined
  let isFailing = false

  const exportQueue = () => (currentRun ??= sendBatches().finally(() => (currentRun = undefined)))

  async function sendBatches(): Promise<void> {
    while (queue.length > 0) {
      const batch = queue.splice(0, limits.batch)
      try {
        await send(batch)
        isFailing = false
      } catch (error) {
        onDropped(batch.length)
        if (!isFailing) onError(error)
        isFailing = true
        return
      }
    }
  }

  async function send(batch: readonly Span[]): Promise<void> {
    const response = await fetch(url, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(toExportRequest(batch, serviceName, version)),
      redirect: 'error',
      signal: AbortSignal.timeout(limits.timeoutMs),
    })
    await response.body?.cancel()
    if (!response.ok) throw new Error(`the collector answered with status ${response.status}`)
  }

  const timer = setInterval(exportQueue, limits.intervalMs).unref()
  return {
    add(span) {
      if (queue.length >= limits.queue) return onDropped(1)
      queue.push(span)
      if (queue.length === limits.batch) void runWithoutSpan(exportQueue)
    },
    async close() {
      clearInterval(timer)
      const { promise: timeout, resolve } = Promise.withResolvers<void>()
      const closeTimer = setTimeout(resolve, limits.closeMs)
      // The running export may have begun before the last spans ended.
      await Promise.race([exportQueue().then(exportQueue), timeout])
      clearTimeout(closeTimer)
    },
  }
}

const kindNumbers: Record<SpanKind, number> = { internal: 1, server: 2, client: 3, consumer: 5 }
const ERROR_STATUS_CODE = 2

const toExportRequest = (spans: readonly Span[], serviceName: string, version: string) => ({
  resourceSpans: [
    {
      resource: { attributes: toAttributes({ 'service.name': serviceName, 'service.version': version }) },
      scopeSpans: [{ scope: { name: 'selvage', version }, spans: spans.map(toOtlpSpan) }],
    },
  ],
})

const toOtlpSpan = (span: Span) => ({
  traceId: span.traceId,
  spanId: span.spanId,
  ...(span.parentId !== null && { parentSpanId: span.parentId }),
  name: span.name,
  kind: kindNumbers[span.kind],
  startTimeUnixNano: toNanoseconds(span.startedAtMs),
  endTimeUnixNano: toNanoseconds(span.endedAtMs),
  attributes: toAttributes(span.attributes),
  ...(span.hasFailed && { status: { code: ERROR_STATUS_CODE } }),
})

const toAttributes = (attributes: Span['attributes']) =>
  Object.entries(attributes).map(([key, value]) => ({
    key,
    value: typeof value === 'number' ? { intValue: String(value) } : { stringValue: value },
  }))

/** OTLP writes 64-bit numbers as text. A number is exact only to microseconds here. */
const toNanoseconds = (ms: number) => `${Math.round(ms * 1_000)}000`
