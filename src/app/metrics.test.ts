import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import { after, before, describe, test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { bothEngines, sqlite } from '#testing/engines.ts'
import { openServerData, startServer, type ServerData, type ServerProcess } from '#testing/process.ts'
import { sendRequest } from '#testing/send-request.ts'
import { enqueueEmail } from '#mail/outbox.ts'
import { enqueue } from '#platform/background/jobs.ts'
import { projectRoot } from '#platform/project-root.ts'
import { everyEndpoint } from '#routes/office.ts'
import { openMetrics } from './metrics.ts'

/** Returns the samples of a scrape, such as { 'selvage_http_requests_total{route="/",…}': 2 }. */
async function scrape(address: string): Promise<Record<string, number>> {
  const { pathname, origin } = new URL(address)
  const { status, headers, body } = await sendRequest(origin, pathname)
  assert.equal(status, 200)
  assert.match(String(headers['content-type']), /^text\/plain; version=0\.0\.4/)
  const samples = String(body).matchAll(/^(?!#)(\S+|\S+\{.*\}) (\S+)$/gm)
  return Object.fromEntries(Array.from(samples, ([, name, value]) => [name!, Number(value)]))
}

const findRequestsLine = (route: string, status: number, method = 'GET') =>
  `selvage_http_requests_total{route="${route}",method="${method}",status="${status}"}`

for (const engine of bothEngines) {
  describe(`the metrics on ${engine.name}`, () => {
    let data: ServerData
    let server: ServerProcess
    let metricsUrl: string
    before(async () => {
      data = await openServerData(engine)
      // Port 1 cannot be reached, so that all spans are dropped.
      const tracingSettings = { OTEL_EXPORTER_OTLP_ENDPOINT: 'http://127.0.0.1:1' }
      server = await startServer({ ...data.environment, ...tracingSettings, METRICS_PORT: '0' })
      let addressMatch: RegExpExecArray | null
      while (!(addressMatch = / {2}Metrics are at (http:\S+)\n/.exec(server.output()))) await sleep(20)
      metricsUrl = addressMatch[1]!
    })
    after(async () => {
      await server.stop()
      await data.close()
    })

    test('count requests by route and status, without the paths of visitors (OPS-5)', async () => {
      const [, globalPath] = everyEndpoint.getGlobalData
      const searchPath = '/booking-details/family?check_in=2027-01-07&check_out=2027-01-09'
      for (const path of [
        '/',
        '/',
        '/about',
        '/bn/about',
        '/booking-details/twin',
        searchPath,
        '/no-such-page',
        globalPath,
      ])
        await sendRequest(server.url, path)
      await sendRequest(server.url, '/about', { method: 'PROPFIND' })
      const samples = await scrape(metricsUrl)
      assert.equal(samples[findRequestsLine('/', 200)], 1)
      assert.equal(samples[findRequestsLine('cached page', 200)], 1)
      assert.equal(samples[findRequestsLine('/about', 200)], 2)
      assert.equal(samples[findRequestsLine('/booking-details/:slug', 200)], 2)
      assert.equal(samples[findRequestsLine(globalPath, 200)], 1)
      assert.equal(samples[findRequestsLine('none', 404)], 1)
      assert.equal(samples[findRequestsLine('/about', 405, 'other')], 1)
      assert.equal(samples['selvage_http_request_duration_seconds_count{route="/about"}'], 3)
      assert.equal(samples['selvage_http_request_duration_seconds_bucket{le="+Inf",route="/about"}'], 3)
      const names = Object.keys(samples).join('\n')
      for (const text of ['no-such-page', 'twin', 'family', 'check_in', 'PROPFIND'])
        assert.doesNotMatch(names, new RegExp(text))
    })

    test('show jobs that wait, and count their attempts (OPS-5)', async () => {
      const now = Date.now()
      await enqueue(data.db, now, 'no-such-kind', {}, now + 3_600_000)
      await enqueue(data.db, now, 'no-such-kind', {}, now + 7_200_000)
      const email = { kind: 'staff_test', subject: 'Hello', paragraphs: [] } as const
      await enqueueEmail(data.db, now, 'anna@buyer.example', 'en', email)
      const doneCounter = 'selvage_job_attempts_total{kind="send-mail",result="done"}'
      let samples: Record<string, number>
      do samples = await scrape(metricsUrl)
      while (!samples[doneCounter])
      assert.equal(samples['selvage_jobs_waiting{kind="no-such-kind"}'], 2)
      assert.equal(samples['selvage_job_delay_seconds{kind="no-such-kind"}'], 0)
      assert.equal(samples['selvage_jobs_given_up_last_hour'], 0)
      await data.db.updateTable('job').set({ run_at: now }).where('kind', '=', 'no-such-kind').execute()
      const failureCounter = 'selvage_job_attempts_total{kind="no-such-kind",result="failed"}'
      do samples = await scrape(metricsUrl)
      while (samples[failureCounter] !== 2)
    })

    test('show the state of the database, the bookings and the process (OPS-5)', async () => {
      // The demo has bookings of this hour. Now only one is recent.
      const { code } = await data.db.selectFrom('booking').select('code').limit(1).executeTakeFirstOrThrow()
      await data.db.updateTable('booking').set({ created_at: 0 }).where('code', '!=', code).execute()
      await data.db.updateTable('booking').set({ created_at: Date.now() }).where('code', '=', code).execute()
      const samples = await scrape(metricsUrl)
      assert.equal(samples['selvage_bookings_last_hour'], 1)
      assert.equal(samples['selvage_holds'], 0)
      assert.equal(samples['selvage_online_payments_last_hour'], 0)
      assert.equal(samples['selvage_emails_failed'], 0)
      assert.equal(samples['selvage_last_backup_timestamp_seconds'], 0)
      await data.db.insertInto('backup').values({ taken_at: 1_795_000_000_000, bytes: 1, encrypted: 1 }).execute()
      assert.equal((await scrape(metricsUrl))['selvage_last_backup_timestamp_seconds'], 1_795_000_000)
      assert.equal(samples['selvage_database_up'], 1)
      assert.equal(samples['selvage_database_callers_waiting'], 0)
      const { used, idle } = {
        used: samples['selvage_database_connections{state="used"}']!,
        idle: samples['selvage_database_connections{state="idle"}']!,
      }
      assert.equal(used + idle > 0, engine.name === 'postgres')
      assert.equal(samples[`selvage_build_info{version="0.1.0",engine="${engine.name}"}`], 1)
      assert.ok(samples['nodejs_eventloop_lag_p99_seconds']! >= 0)
      assert.ok(samples['process_resident_memory_bytes']! > 0)
    })

    test('count spans that did not reach the collector (OPS-17)', async () => {
      let samples: Record<string, number>
      do {
        for (let request = 0; request < 100; request++) await sendRequest(server.url, '/about')
        samples = await scrape(metricsUrl)
      } while (!samples['selvage_spans_dropped_total'])
    })

    test('match the names in the alerts, the dashboard and the documentation (OPS-5)', async () => {
      const names = new Set(Object.keys(await scrape(metricsUrl)).map((sample) => sample.split('{')[0]!))
      const read = (file: string) => readFile(projectRoot + file, 'utf8')
      const [alerts, dashboard, documentation] = await Promise.all([
        read('deploy/monitoring/alerts.yml'),
        read('deploy/monitoring/dashboard.json'),
        read('docs/monitoring.md'),
      ])
      const usedMetrics = (alerts + dashboard).match(/\b(selvage|nodejs|process)_[a-z\d_]+/g)!
      assert.deepEqual(
        usedMetrics.filter((name) => !names.has(name)),
        [],
      )
      for (const name of names)
        if (name.startsWith('selvage_'))
          assert.ok(documentation.includes(name.replace(/_(bucket|count|sum)$/, '')), name)
      for (const [, alert] of alerts.matchAll(/alert: (\w+)/g))
        assert.match(documentation, RegExp(`^## ${alert}$`, 'm'))
    })

    test('have their own port and path (OPS-5)', async () => {
      assert.equal((await sendRequest(server.url, '/metrics')).status, 404)
      for (const path of ['/', '/metrics?all=1', '/metrics/'])
        assert.equal((await sendRequest(new URL(metricsUrl).origin, path)).status, 404)
      assert.equal((await sendRequest(new URL(metricsUrl).origin, '/metrics', { method: 'POST' })).status, 404)
    })
  })
}

test('the metrics show that the database is unavailable, without counts from it (OPS-5)', async (t) => {
  const database = await sqlite.bare()
  const metrics = await openMetrics({ ...database, connectionCounts: null }, Date.now, '0.0.0')
  t.after(() => metrics.close())
  await database.close()
  const samples = await scrape(await metrics.listen('127.0.0.1', 0))
  assert.equal(samples['selvage_database_up'], 0)
  assert.equal('selvage_bookings_last_hour' in samples, false)
})
