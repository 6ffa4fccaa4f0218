import assert from 'node:assert/strict'
import { setTimeout as sleep } from 'node:timers/promises'
import { endpoints } from '../src/urls.ts'
import { wordsIn } from '../src/words/both.ts'
import { ask, type Question, type Told } from './ask.ts'
import { cast } from './house.ts'
import type { ServerProcess } from './process.ts'

const MOST_PATIENCE_MS = 6_000

/** What needs the database, of every kind: none of these pages and files has been asked for before. */
const kinds: [what: string, path: string, question?: Question][] = [
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
      body: JSON.stringify({ username: 'anna', password: cast.anna }),
    },
  ],
  ['whether it is ready', '/readyz'],
]
const message = 'Ünïted zippers & snaps "3"'
export const form: Question = {
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

export async function asked(server: ServerProcess, path: string, question?: Question): Promise<Told> {
  const started = performance.now()
  const told = await ask(server.url, path, question)
  const tookMs = performance.now() - started
  assert.ok(tookMs < MOST_PATIENCE_MS, `${path} took ${tookMs.toFixed(0)} ms`)
  return told
}

export async function assertAllTold(server: ServerProcess): Promise<void> {
  await Promise.all(
    kinds.map(async ([what, path, question]) => {
      const { status, headers, body } = await asked(server, path, question)
      assert.equal(status, 503, `${what}: ${body}`)
      assert.match(headers['retry-after'] ?? '', /^[1-9]\d*$/, what)
      if (/json/.test(headers['content-type']!) && path !== '/readyz')
        assert.equal(JSON.parse(String(body)).message, wordsIn('en').t('error.trouble'))
      if (!/html/.test(headers['content-type']!)) return
      const { t } = wordsIn(path.startsWith('/bn') ? 'bn' : 'en')
      assert.ok(String(body).includes(`<h1>${t('trouble.title')}</h1>`), what)
      assert.match(String(body), /<style>[^<]{2000}/, 'it has its style')
      assert.match(headers['cache-control']!, /no-store/)
    }),
  )
  const { status, headers, body } = await asked(server, '/contact', form)
  assert.equal(status, 503)
  assert.match(headers['retry-after']!, /^\d+$/)
  assert.ok(
    String(body).includes('name="message" value="Ünïted zippers &amp; snaps &quot;3&quot;"'),
    'what was typed is kept',
  )
  assert.ok(!String(body).includes('opensesame'), 'but for a password')
}

export async function assertKeptGoOn(server: ServerProcess): Promise<void> {
  for (const path of ['/', '/bn', '/robots.txt', '/favicon.svg', '/healthz'])
    assert.equal((await asked(server, path)).status, 200, path)
}

export async function assertAllWell(server: ServerProcess): Promise<void> {
  const deadline = performance.now() + 10_000
  while ((await asked(server, '/readyz')).status !== 200) {
    assert.ok(performance.now() < deadline, 'it does not recover')
    await sleep(100)
  }
  for (const [what, path] of kinds.filter(([, , question]) => !question)) {
    assert.ok([200, 404].includes((await asked(server, path)).status), what)
  }
  const { status } = await asked(server, ...(kinds[9]!.slice(1) as [string, Question]))
  assert.equal(status, 200)
}
