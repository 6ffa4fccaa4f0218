import assert from 'node:assert/strict'
import { setTimeout as sleep } from 'node:timers/promises'
import { endpoints } from '#routes/public.ts'
import { translatorFor } from '#locales/both.ts'
import { sendRequest, type RequestOptions, type RawResponse } from './send-request.ts'
import { passwordsByUsername } from './test-app.ts'
import type { ServerProcess } from './process.ts'

/** One request of every kind that needs the database. None of these pages and files is cached yet. */
const requestKinds: [what: string, path: string, question?: RequestOptions][] = [
  ['a page', '/about'],
  ['a page in Bangla', '/bn/about'],
  ['a page of a room', '/booking-details/single'],
  ['a search', '/rooms?check_in=2027-12-01&check_out=2027-12-03&adult=1&child=0'],
  ['a page that is not there', '/no-such-page'],
  ['the sitemap', '/sitemap.xml'],
  ['a feed', '/feed.xml'],
  ['the API', endpoints.activeRooms[1]],
  [
    'the API with a token',
    endpoints.logout[1],
    {
      method: 'POST',
      headers: { authorization: `Bearer ${'x'.repeat(43)}`, 'content-type': 'application/json' },
      body: '{}',
    },
  ],
  [
    'a sign-in',
    endpoints.userLogin[1],
    {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ username: 'anna', password: passwordsByUsername.anna }),
    },
  ],
  ['whether it is ready', '/readyz'],
]
const message = 'Ünïted zippers & snaps "3"'
export const contactFormRequest: RequestOptions = {
  method: 'POST',
  headers: { 'content-type': 'application/x-www-form-urlencoded' },
  body: new URLSearchParams({
    name: 'Rafiq',
    email: 'rafiq@guest.example',
    phone: '+8801700000004',
    subject: 'Zips',
    message,
    password: 'opensesame',
  }).toString(),
}

export const requestFrom = (server: ServerProcess, path: string, options?: RequestOptions): Promise<RawResponse> =>
  sendRequest(server.url, path, options)

/** Waits until the server finds that its database can be written to (200), or that it cannot (503). */
export async function waitForServerStatus(server: ServerProcess, status: 200 | 503): Promise<void> {
  while ((await requestFrom(server, '/readyz')).status !== status) await sleep(50)
}

export async function assertAllUnavailable(server: ServerProcess): Promise<void> {
  await Promise.all(
    requestKinds.map(async ([label, path, options]) => {
      const { status, headers, body } = await requestFrom(server, path, options)
      assert.equal(status, 503, `${label}: ${String(body).slice(0, 300)}`)
      assert.match(headers['retry-after'] ?? '', /^[1-9]\d*$/, label)
      if (/json/.test(headers['content-type']!) && path !== '/readyz')
        assert.equal(JSON.parse(String(body)).message, translatorFor('en').t('error.unavailable'))
      if (!/html/.test(headers['content-type']!)) return
      const { t } = translatorFor(path.startsWith('/bn') ? 'bn' : 'en')
      assert.ok(String(body).includes(`<h1>${t('outage.title')}</h1>`), label)
      assert.match(String(body), /<style>[^<]{2000}/, 'the page contains its style')
      assert.match(headers['cache-control']!, /no-store/)
    }),
  )
  const { status, headers, body } = await requestFrom(server, '/contact', contactFormRequest)
  assert.equal(status, 503)
  assert.match(headers['retry-after']!, /^\d+$/)
  assert.ok(
    String(body).includes('name="message" value="Ünïted zippers &amp; snaps &quot;3&quot;"'),
    'the form keeps the typed text',
  )
  assert.ok(!String(body).includes('opensesame'), 'the form does not keep the password')
}

export async function assertCachedServed(server: ServerProcess): Promise<void> {
  for (const path of ['/', '/bn', '/robots.txt', '/favicon.svg', '/healthz'])
    assert.equal((await requestFrom(server, path)).status, 200, path)
}

export async function assertAllAvailable(server: ServerProcess): Promise<void> {
  await waitForServerStatus(server, 200)
  for (const [label, path] of requestKinds.filter(([, , options]) => !options)) {
    assert.ok([200, 404].includes((await requestFrom(server, path)).status), label)
  }
  const { status } = await requestFrom(server, ...(requestKinds[9]!.slice(1) as [string, RequestOptions]))
  assert.equal(status, 200)
}

/** Asserts that the log has at most one line per cause in ten seconds, and no stack trace. */
export function assertFewLines(server: ServerProcess, since: number): void {
  const lines = server
    .output()
    .split('\n')
    .filter((line) => line.startsWith('{'))
    .map((line) => JSON.parse(line) as { cause?: string; err?: unknown })
  assert.ok(
    lines.every(({ err }) => !err),
    'a log line has a stack trace',
  )
  const causes = Object.entries(Object.groupBy(lines, ({ cause }) => cause ?? ''))
  assert.ok(causes.length > 0, 'the log is empty')
  const maxLines = 1 + (performance.now() - since) / 10_000
  for (const [cause, { length }] of causes as [string, object[]][])
    assert.ok(length <= maxLines, `${length} lines for ${cause}`)
}
