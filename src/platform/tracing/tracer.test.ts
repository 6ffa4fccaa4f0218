import assert from 'node:assert/strict'
import { describe, test, type TestContext } from 'node:test'
import { openCollector } from '#testing/collector.ts'
import { createExporter, type ExporterOptions } from './exporter.ts'
import { addEndedSpan, createSpan, endSpan, getCurrentTraceId, runInSpan } from './spans.ts'
import { isInShare, openTracer, parseTraceparent } from './tracer.ts'

const origin = { traceId: 'a'.repeat(32), spanId: null }
/** Long enough that only full batches and the end send spans. */
const neverMs = 3_600_000

async function openExporter(t: TestContext, limits: ExporterOptions['limits'] = {}) {
  const collector = await openCollector()
  const counts = { dropped: 0, errors: 0 }
  const exporter = createExporter({
    endpoint: `${collector.url}/`,
    serviceName: 'selvage-test',
    version: '1.2.3',
    onDropped: (count) => void (counts.dropped += count),
    onError: () => void counts.errors++,
    limits: { intervalMs: neverMs, ...limits },
  })
  t.after(async () => {
    await exporter.close()
    await collector.close()
  })
  const addSpans = (count: number) => {
    for (let index = 0; index < count; index++)
      endSpan(createSpan({ ...origin, record: exporter.add }, `span ${index}`, 'internal'))
  }
  return { collector, exporter, counts, addSpans }
}

describe('traces', () => {
  test('nest spans across awaits, also of concurrent work (OPS-17)', async (t) => {
    const { collector, exporter } = await openExporter(t)
    const tracer = openTracer(exporter, 1)
    const runJob = (name: string) =>
      tracer.traceJob(name, 1, async () => {
        await new Promise(setImmediate)
        await runInSpan('outer', 'internal', { name }, async () => {
          await Promise.resolve()
          await Promise.all(
            ['first', 'second'].map((part) =>
              runInSpan(part, 'internal', { name }, async () => {
                await new Promise(setImmediate)
                addEndedSpan(`statement of ${part}`, { name }, 0)
              }),
            ),
          )
        })
        addEndedSpan('last', { name }, 0)
      })
    await Promise.all(['a', 'b', 'c'].map(runJob))
    assert.equal(getCurrentTraceId(), undefined)
    await exporter.close()
    const rootSpans = collector.spans.filter(({ parentSpanId }) => parentSpanId === undefined)
    assert.deepEqual(rootSpans.map(({ name }) => name).sort(), ['job a', 'job b', 'job c'])
    assert.equal(new Set(rootSpans.map(({ traceId }) => traceId)).size, 3)
    for (const root of rootSpans) {
      const name = root.attributes['selvage.job.kind']
      const childSpans = collector.childrenOf(root)
      assert.deepEqual(childSpans.map((span) => span.name).sort(), ['last', 'outer'])
      const partSpans = collector.childrenOf(childSpans.find((span) => span.name === 'outer')!)
      assert.deepEqual(partSpans.map((span) => span.name).sort(), ['first', 'second'])
      for (const part of partSpans)
        assert.deepEqual(
          collector.childrenOf(part).map((span) => [span.name, span.attributes['name']]),
          [[`statement of ${part.name}`, name]],
        )
      for (const span of [...childSpans, ...partSpans]) assert.equal(span.attributes['name'], name)
    }
  })

  test('mark a failed span with the kind of the error, never with its message (OPS-17)', async (t) => {
    const { collector, exporter } = await openExporter(t)
    const tracer = openTracer(exporter, 1)
    const failingJob = tracer.traceJob('failing', 2, () =>
      runInSpan('insert', 'client', {}, async () => {
        throw Object.assign(new TypeError('mina@buyer.example exists'), { code: '23505' })
      }),
    )
    await assert.rejects(failingJob, TypeError)
    await exporter.close()
    const [statementSpan, jobSpan] = collector.spans
    assert.deepEqual([statementSpan!.attributes, statementSpan!.status], [{ 'error.type': '23505' }, { code: 2 }])
    assert.deepEqual([jobSpan!.attributes['selvage.job.attempt'], jobSpan!.status], ['2', { code: 2 }])
    assert.doesNotMatch(collector.requests[0]!.body, /mina/)
  })

  test('are recorded for a share of the trace IDs, and the rest records nothing (OPS-17)', async (t) => {
    assert.equal(isInShare('f'.repeat(32), 1), true)
    assert.equal(isInShare('0'.repeat(32), 0), false)
    const lowTraceId = `${'f'.repeat(16)}3fffffffffffffff`
    const highTraceId = `${'0'.repeat(16)}4000000000000000`
    assert.deepEqual(
      [0.2, 0.25, 0.3].map((share) => [isInShare(lowTraceId, share), isInShare(highTraceId, share)]),
      [
        [false, false],
        [true, false],
        [true, true],
      ],
    )
    const { collector, exporter } = await openExporter(t)
    const tracer = openTracer(exporter, 0)
    await tracer.traceJob('unrecorded', 1, async () => {
      assert.match(getCurrentTraceId()!, /^[\da-f]{32}$/)
      await runInSpan('inner', 'internal', {}, async () => addEndedSpan('statement', {}, 0))
    })
    await exporter.close()
    assert.equal(collector.requests.length, 0)
  })

  test('read the header traceparent of the W3C, and ignore an invalid one (OPS-17)', () => {
    const [traceId, spanId] = ['0af7651916cd43dd8448eb211c80319c', 'b7ad6b7169203331']
    assert.deepEqual(parseTraceparent(`00-${traceId}-${spanId}-01`), { traceId, spanId, isSampled: true })
    assert.deepEqual(parseTraceparent(`00-${traceId}-${spanId}-02`)?.isSampled, false)
    assert.deepEqual(parseTraceparent(`cc-${traceId}-${spanId}-01-later`)?.traceId, traceId)
    for (const invalidHeader of [
      undefined,
      '',
      `ff-${traceId}-${spanId}-01`,
      `00-${traceId}-${spanId}-01-later`,
      `00-${'0'.repeat(32)}-${spanId}-01`,
      `00-${traceId}-${'0'.repeat(16)}-01`,
      `00-${traceId.toUpperCase()}-${spanId}-01`,
      `00-${traceId}-${spanId}-01, 00-${traceId}-${spanId}-01`,
    ])
      assert.equal(parseTraceparent(invalidHeader), null, String(invalidHeader))
  })
})

describe('the export of spans', () => {
  test('sends OTLP as JSON in batches, and the rest at the end (OPS-17)', async (t) => {
    const { collector, exporter, counts, addSpans } = await openExporter(t, { batch: 4 })
    addSpans(10)
    await exporter.close()
    const batchSizes = collector.requests.map(
      ({ body }) => JSON.parse(body).resourceSpans[0].scopeSpans[0].spans.length,
    )
    assert.deepEqual([batchSizes, counts], [[4, 4, 2], { dropped: 0, errors: 0 }])
    const [{ path, type, body }] = collector.requests as [(typeof collector.requests)[0]]
    assert.deepEqual([path, type], ['/v1/traces', 'application/json'])
    assert.deepEqual(JSON.parse(body).resourceSpans[0].resource.attributes, [
      { key: 'service.name', value: { stringValue: 'selvage-test' } },
      { key: 'service.version', value: { stringValue: '1.2.3' } },
    ])
    const { traceId, spanId, startTimeUnixNano, endTimeUnixNano } = collector.spans[0]!
    assert.equal(traceId, origin.traceId)
    assert.match(spanId, /^[\da-f]{16}$/)
    assert.match(startTimeUnixNano, /^\d{19}$/)
    assert.ok(BigInt(endTimeUnixNano) >= BigInt(startTimeUnixNano))
  })

  test('drops and counts spans while a slow collector keeps the queue full, and stops in time (OPS-17)', async (t) => {
    const { collector, exporter, counts, addSpans } = await openExporter(t, { batch: 2, queue: 4, closeMs: 1 })
    collector.behaviour = () => {}
    addSpans(10)
    // Two are on their way, four wait.
    assert.deepEqual(counts, { dropped: 4, errors: 0 })
    await collector.waitForRequests(1)
    await exporter.close()
    assert.equal(collector.requests.length, 1)
  })

  test('drops and counts a batch that the collector rejects or does not answer in time (OPS-17)', async (t) => {
    const { collector, exporter, counts, addSpans } = await openExporter(t, { timeoutMs: 1, closeMs: neverMs })
    collector.behaviour = () => {}
    addSpans(3)
    await exporter.close()
    assert.deepEqual(counts, { dropped: 3, errors: 1 })
    const failingExporter = await openExporter(t)
    failingExporter.collector.behaviour = (response) => void response.writeHead(503).end()
    failingExporter.addSpans(2)
    await failingExporter.exporter.close()
    failingExporter.addSpans(2)
    await failingExporter.exporter.close()
    // The second failure in a row is not reported again.
    assert.deepEqual(failingExporter.counts, { dropped: 4, errors: 1 })
  })
})
