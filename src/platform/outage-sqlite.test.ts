import assert from 'node:assert/strict'
import { execFileSync, spawnSync } from 'node:child_process'
import { appendFileSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { after, before, describe, test } from 'node:test'
import type { RequestOptions } from '#testing/send-request.ts'
import { passwordsByUsername } from '#testing/test-app.ts'
import { startServer, type ServerProcess } from '#testing/process.ts'
import {
  requestFrom,
  assertFewLines,
  assertCachedServed,
  contactFormRequest,
  waitForServerStatus,
} from '#testing/outages.ts'
import { endpoints, files } from '#routes/public.ts'

/** Pages and files that read the database on first request. Each test has its own. */
const firstReadPaths = [
  '/about',
  '/bn/about',
  '/booking-details/single',
  '/sitemap.xml',
  '/feed.xml',
  endpoints.activeRooms[1],
]
const secondReadPaths = [
  '/service',
  '/bn/service',
  '/booking-details/twin',
  files.manifest,
  '/bn/feed.xml',
  endpoints.activeRooms[1],
]

describe('a server on SQLite', () => {
  const guest = { name: 'Rafiq Islam', email: 'rafiq@guest.example', phone: '+8801700000004' }
  const createJsonRequest = (path: string, body: object): [path: string, question: RequestOptions] => [
    path,
    { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) },
  ]
  const writeRequests: [string, RequestOptions?][] = [
    ['/readyz'],
    createJsonRequest(endpoints.guestRegister[1], guest),
    createJsonRequest(endpoints.userLogin[1], { username: 'anna', password: passwordsByUsername.anna }),
  ]
  let folder: string
  let isDiskSmall = false
  let server: ServerProcess
  before(async () => {
    folder = await mkdtemp(join(tmpdir(), 'small-disk-'))
    isDiskSmall = spawnSync('mount', ['-t', 'tmpfs', '-o', 'size=32m', 'tmpfs', folder]).status === 0
    server = await startServer({ DATA_DIR: folder, SEED: 'company', LOG_LEVEL: 'error', RATE_LIMIT: 'off' })
    await assertWritesSucceed()
    await assertCachedServed(server)
  })
  after(async () => {
    await server.kill()
    if (isDiskSmall) execFileSync('umount', ['--lazy', folder])
    await rm(folder, { recursive: true })
  })

  async function assertWritesFail(readPaths: readonly string[]): Promise<void> {
    await waitForServerStatus(server, 503)
    await Promise.all(
      Array.from({ length: 5 }, () => writeRequests)
        .flat()
        .map(async ([path, question]) => {
          const { status, headers, body } = await requestFrom(server, path, question)
          assert.equal(status, 503, `${path}: ${String(body).slice(0, 300)}`)
          assert.match(headers['retry-after'] ?? '', /^[1-9]\d*$/, path)
        }),
    )
    const captcha = JSON.parse(String((await requestFrom(server, endpoints.getCaptcha[1])).body))
    const solvedForm = `${contactFormRequest.body}&captcha_token=${captcha.captcha_token}&captcha=${captcha.first + captcha.second}`
    const { status, headers, body } = await requestFrom(server, '/contact', { ...contactFormRequest, body: solvedForm })
    assert.deepEqual([status, headers['retry-after']], [503, '5'])
    assert.ok(String(body).includes('name="message" value="Ünïted'), 'the form shows the typed text again')
    for (const path of readPaths) assert.equal((await requestFrom(server, path)).status, 200, path)
    await assertCachedServed(server)
  }

  async function assertWritesSucceed(): Promise<void> {
    await waitForServerStatus(server, 200)
    assert.equal((await requestFrom(server, endpoints.getCaptcha[1])).status, 200) // the first request creates the captcha secret
    for (const [path, options] of writeRequests)
      assert.equal((await requestFrom(server, path, options)).status, 200, path)
  }

  test('answers 503 with Retry-After while the disk is full, loses no data, and recovers', async (t) => {
    if (!isDiskSmall) return t.skip('no small disk can be mounted here')
    const startedAt = performance.now()
    const file = join(folder, 'selvage.sqlite')
    const countAccounts = () => {
      const database = new DatabaseSync(file, { readOnly: true })
      const { n } = database.prepare('select count(*) as n from account').get() as { n: number }
      database.close()
      return n
    }
    const accountCountBefore = countAccounts()
    const otherConnection = new DatabaseSync(file)
    otherConnection.exec('pragma wal_checkpoint(truncate)') // leaves no free space in existing files
    otherConnection.close()
    assert.throws(() => {
      for (const bytes of [1 << 20, 1 << 12, 1]) for (;;) appendFileSync(join(folder, 'filler'), Buffer.alloc(bytes))
    }, /ENOSPC/)
    await assertWritesFail(firstReadPaths)
    assert.equal(countAccounts(), accountCountBefore)
    await rm(join(folder, 'filler'))
    await assertWritesSucceed()
    assert.equal(countAccounts(), accountCountBefore + 1)
    assertFewLines(server, startedAt)
  })

  test('answers 503 with Retry-After while another process locks the file, and recovers', async () => {
    const otherConnection = new DatabaseSync(join(folder, 'selvage.sqlite'))
    try {
      otherConnection.exec('begin immediate')
      await assertWritesFail(secondReadPaths)
    } finally {
      otherConnection.close()
    }
    await assertWritesSucceed()
  })
})
