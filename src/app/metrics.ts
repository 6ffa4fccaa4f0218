import type { AddressInfo } from 'node:net'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { sql } from 'kysely'
import type { Clock } from '#platform/clock.ts'
import type { OpenDatabase, WholeDatabase } from '#platform/database/database.ts'
import { isLiveStream } from '#platform/http/live.ts'
import { readJobQueue } from '#platform/background/jobs.ts'
import { knownMethods, type Metrics } from '#platform/metrics.ts'
import { HOUR_MS } from '#platform/durations.ts'

/** Metrics that are served on their own port. */
export interface ServedMetrics extends Metrics {
  /** Returns the address for Prometheus. */
  listen(host: string, port: number): Promise<string>
  close(): void
}

const DURATION_BUCKETS_S = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5]

/** Opens the metrics of this process. The library is only loaded here, because most sites have no Prometheus. */
export async function openMetrics(
  { db, engine, connectionCounts }: OpenDatabase,
  clock: Clock,
  version: string,
): Promise<ServedMetrics> {
  const { Counter, Gauge, Histogram, Registry, collectDefaultMetrics } = await import('prom-client')
  const registry = new Registry()
  const registers = [registry]
  collectDefaultMetrics({ register: registry })
  const createGauge = <Label extends string = never>(name: string, help: string, labelNames: Label[] = []) =>
    new Gauge({ name: `selvage_${name}`, help, labelNames, registers })

  createGauge('build_info', 'The version and the database engine.', ['version', 'engine']).set({ version, engine }, 1)
  const requestCounter = new Counter({
    name: 'selvage_http_requests_total',
    help: 'Requests by route, method and status. The status is "aborted" if the client left before the response ended.',
    labelNames: ['route', 'method', 'status'],
    registers,
  })
  const durations = new Histogram({
    name: 'selvage_http_request_duration_seconds',
    help: 'The time from the headers of a request to the end of its response, without live streams.',
    labelNames: ['route'],
    buckets: DURATION_BUCKETS_S,
    registers,
  })
  const attemptCounter = new Counter({
    name: 'selvage_job_attempts_total',
    help: 'Attempts of jobs by kind and result: done, failed (runs again), postponed, given up.',
    labelNames: ['kind', 'result'],
    registers,
  })
  const droppedSpanCounter = new Counter({
    name: 'selvage_spans_dropped_total',
    help: 'Spans of traces that did not reach the collector.',
    registers,
  })
  const connectionGauge = createGauge('database_connections', 'The connections of the pool: used or idle.', ['state'])
  const waitingCallerGauge = createGauge('database_callers_waiting', 'Callers that wait for a connection of the pool.')
  const upGauge = createGauge('database_up', '1 if the database answered this scrape, otherwise 0.')
  const waitingJobGauge = createGauge('jobs_waiting', 'Jobs that are not finished, by kind.', ['kind'])
  const jobDelayGauge = createGauge(
    'job_delay_seconds',
    'The time since the oldest due job should have run, by kind.',
    ['kind'],
  )
  const stateGauges = {
    givenUpJobs: createGauge('jobs_given_up_last_hour', 'Jobs that were given up in the last hour.'),
    failedEmails: createGauge('emails_failed', 'Emails that could not be sent and that nobody has handled.'),
    bookings: createGauge('bookings_last_hour', 'Bookings that were made in the last hour.'),
    holds: createGauge('holds', 'Rooms that are held until their payment arrives.'),
    lastBackup: createGauge('last_backup_timestamp_seconds', 'When the last backup was taken, or 0 if there is none.'),
    onlinePayments: createGauge('online_payments_last_hour', 'Online payments that were received in the last hour.'),
  }

  function collectFromPool(): void {
    const { total, idle, waiting } = connectionCounts?.() ?? { total: 0, idle: 0, waiting: 0 }
    connectionGauge.set({ state: 'used' }, total - idle)
    connectionGauge.set({ state: 'idle' }, idle)
    waitingCallerGauge.set(waiting)
  }

  /** Reads the state that all processes share. During an outage, its metrics have no samples. */
  async function collectFromDatabase(): Promise<void> {
    for (const metric of [waitingJobGauge, jobDelayGauge]) metric.reset()
    for (const metric of Object.values(stateGauges)) metric.remove()
    try {
      const now = clock()
      for (const { kind, count, dueSince } of await readJobQueue(db)) {
        waitingJobGauge.set({ kind }, count)
        jobDelayGauge.set({ kind }, Math.max(0, now - dueSince) / 1_000)
      }
      const state = await readState(db, now)
      for (const [name, metric] of Object.entries(stateGauges))
        metric.set(Number(state[name as keyof typeof stateGauges]))
      upGauge.set(1)
    } catch {
      upGauge.set(0)
    }
  }

  let scrapePromise: Promise<string> | null = null
  /** Concurrent scrapes share one result. */
  const readMetrics = () =>
    (scrapePromise ??= collectFromDatabase()
      .then(() => {
        collectFromPool()
        return registry.metrics()
      })
      .finally(() => (scrapePromise = null)))

  // An import of node:http would also load all of fetch, which takes 4 MB.
  const server = process.getBuiltinModule('node:http').createServer(async (request, response) => {
    if (request.method !== 'GET' || request.url !== '/metrics') return void response.writeHead(404).end()
    try {
      const text = await readMetrics()
      response.writeHead(200, { 'content-type': registry.contentType }).end(text)
    } catch (error) {
      response.writeHead(500).end(String(error))
    }
  })
  const routes = new WeakMap<IncomingMessage, string>()
  return {
    setRoute: (request, route) => void routes.set(request, route),
    countResponse(request: IncomingMessage, response: ServerResponse, durationMs: number) {
      const route = routes.get(request) ?? 'none'
      const status = response.writableFinished ? response.statusCode : 'aborted'
      requestCounter.inc({ route, method: knownMethods.has(request.method!) ? request.method! : 'other', status })
      if (!isLiveStream(response)) durations.observe({ route }, durationMs / 1_000)
    },
    countJob: (kind, result) => attemptCounter.inc({ kind, result }),
    countDroppedSpans: (count) => droppedSpanCounter.inc(count),
    async listen(host, port) {
      const { promise: listeningPromise, resolve, reject } = Promise.withResolvers<void>()
      // Workers that share a port by default would each answer some of the scrapes.
      server.once('error', reject).listen({ port, host, exclusive: true }, resolve)
      await listeningPromise
      return `http://${host}:${(server.address() as AddressInfo).port}/metrics`
    },
    close() {
      server.close()
      server.closeAllConnections()
    },
  }
}

/** Reads all counts with one statement. */
async function readState(db: WholeDatabase, now: number) {
  const since = now - HOUR_MS
  const { rows } = await sql<
    Record<'givenUpJobs' | 'failedEmails' | 'bookings' | 'holds' | 'onlinePayments' | 'lastBackup', number>
  >`
    select
      (select count(*) from job where failed_at >= ${since}) as "givenUpJobs",
      (select count(*) from mail where failed_at is not null and settled_at is null) as "failedEmails",
      (select count(*) from booking where created_at >= ${since}) as bookings,
      (select count(*) from booking where expires_at is not null and status = 'pending_payment') as holds,
      (select count(*) from payment_receipt where received_at >= ${since}) as "onlinePayments",
      (select coalesce(max(taken_at), 0) / 1000 from backup) as "lastBackup"`.execute(db)
  return rows[0]!
}
