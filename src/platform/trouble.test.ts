import assert from 'node:assert/strict'
import { execFileSync, spawnSync } from 'node:child_process'
import { appendFileSync } from 'node:fs'
import { mkdtemp, rm, rmdir } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { after, before, describe, test, type TestContext } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import { ask, type Question, type Told } from '../../testing/ask.ts'
import { cast } from '../../testing/house.ts'
import { fragilePostgresServer, type FragileServer } from '../../testing/postgres.ts'
import { startServer, type ServerProcess } from '../../testing/process.ts'
import { endpoints } from '../urls.ts'
import { wordsIn } from '../words/both.ts'
import { inTransaction, openDatabase } from './database/database.ts'
import { noteTrouble, troubleOf } from './trouble.ts'

const MOST_PATIENCE_MS = 6_000

describe('trouble', () => {
  test('is told from a bug, whoever says it', () => {
    const coded = (more: object, message = 'no') => Object.assign(new Error(message), more)
    const troubles = [
      ...['57P01', '57P03', '53300', '53100', '53200', '08006', '57014', '55P03', '58030'].map((code) =>
        coded({ code }),
      ),
      ...['ECONNREFUSED', 'ECONNRESET', 'ETIMEDOUT', 'EHOSTUNREACH'].map((code) => coded({ code, syscall: 'connect' })),
      ...['ENOSPC', 'EMFILE', 'ENFILE', 'EIO'].map((code) => coded({ code, syscall: 'open' })),
      ...[5, 6, 7, 8, 10, 13, 14, 261, 3338].map((errcode) => coded({ code: 'ERR_SQLITE_ERROR', errcode })),
      ...['Connection terminated unexpectedly', 'timeout exceeded when trying to connect', 'Query read timeout'].map(
        (text) => new Error(text),
      ),
      new Error('outside', { cause: coded({ code: '57P01' }) }),
      new AggregateError([coded({ code: 'ECONNREFUSED', syscall: 'connect' })]),
    ]
    for (const error of troubles) assert.ok(troubleOf(error), `${error.message} ${JSON.stringify(error)}`)
    const bugs = [
      ...['23505', '42P01', '22003'].map((code) => coded({ code })),
      ...[1, 11, 19, 20].map((errcode) => coded({ code: 'ERR_SQLITE_ERROR', errcode })),
      coded({ code: 'ECONNRESET' }, 'aborted'), // a reader who hung up
      new TypeError('undefined is not a function'),
      'text',
      null,
    ]
    for (const error of bugs) assert.equal(troubleOf(error), undefined, String(error))
  })

  test('fills no log: of each cause a line, however often it is met', () => {
    const lines: object[] = []
    const log = { error: (what: object) => void lines.push(what) }
    for (let i = 0; i < 1_000; i++) {
      assert.ok(noteTrouble(log, Object.assign(new Error('full'), { code: '53100' })))
      assert.ok(noteTrouble(log, Object.assign(new Error('gone'), { code: '57P01' })))
      assert.ok(!noteTrouble(log, new Error('a bug')))
    }
    assert.deepEqual(lines, [
      { trouble: 'no room', says: 'full', times: 1 },
      { trouble: 'connection lost', says: 'gone', times: 1 },
    ])
  })
})

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
const form: Question = {
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

async function asked(server: ServerProcess, path: string, question?: Question): Promise<Told> {
  const started = performance.now()
  const told = await ask(server.url, path, question)
  const tookMs = performance.now() - started
  assert.ok(tookMs < MOST_PATIENCE_MS, `${path} took ${tookMs.toFixed(0)} ms`)
  return told
}

async function assertAllTold(server: ServerProcess): Promise<void> {
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

async function assertKeptGoOn(server: ServerProcess): Promise<void> {
  for (const path of ['/', '/bn', '/robots.txt', '/favicon.svg', '/healthz'])
    assert.equal((await asked(server, path)).status, 200, path)
}

async function assertAllWell(server: ServerProcess): Promise<void> {
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

describe('a server on postgres', { skip: process.platform !== 'linux' && 'only Linux tells whom to freeze' }, () => {
  let postgres: FragileServer
  before(async () => void (postgres = await fragilePostgresServer()))
  after(() => postgres.close())

  async function open(t: TestContext): Promise<ServerProcess> {
    const folder = await mkdtemp(join(tmpdir(), 'trouble-'))
    const server = await startServer({
      DATA_DIR: folder,
      DATABASE_URL: postgres.url,
      SEED: 'demo',
      LOG_LEVEL: 'error',
      RATE_LIMIT: 'off',
    })
    t.after(async () => {
      await server.kill()
      await rm(folder, { recursive: true })
    })
    await assertKeptGoOn(server)
    return server
  }

  test('whose database is stopped says when to come back, serves what it keeps, and goes on when it is there again', async (t) => {
    const server = await open(t)
    await postgres.stop()
    t.after(() => postgres.start().catch(() => {}))
    for (let round = 0; round < 3; round++) {
      await assertAllTold(server)
      await assertKeptGoOn(server)
    }
    const lines = server
      .output()
      .split('\n')
      .filter((line) => line.startsWith('{'))
    assert.ok(lines.length > 0 && lines.length < 10, `${lines.length} lines in the log`)
    assert.ok(
      lines.every((line) => !JSON.parse(line).err),
      'none with a trace',
    )
    await postgres.start()
    await assertAllWell(server)
  })

  test('whose database is frozen makes nobody wait, however many statements a page needs', async (t) => {
    const server = await open(t)
    postgres.freeze()
    try {
      await assertAllTold(server)
      const started = performance.now()
      await assertAllTold(server)
      assert.ok(performance.now() - started < 2_000, 'who comes later is told at once')
      await assertKeptGoOn(server)
    } finally {
      postgres.thaw()
    }
    await assertAllWell(server)
  })

  test('one of whose connections is dead gives up that one, and its transaction, and goes on with the others', async (t) => {
    const { db, close } = await openDatabase({ url: postgres.url, file: '', statementsLastMs: 500, log: () => {} })
    t.after(close)
    const now = () => sql`select ${1}::integer as n`.execute(db)
    let frozen = 0
    const started = performance.now()
    const given = inTransaction(db, async (transaction) => {
      frozen = (await sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(transaction)).rows[0]!.pid
      process.kill(frozen, 'SIGSTOP')
      await sql`select ${2}::integer as n`.execute(transaction)
    }).catch((error: unknown) => troubleOf(error))
    while (performance.now() - started < 1_500) {
      await now()
      await sleep(50)
    }
    process.kill(frozen, 'SIGCONT')
    assert.equal(await given, 'database silent')
  })

  test('ends what takes too long, but for what has said that it will', async (t) => {
    const { db, close } = await openDatabase({ url: postgres.url, file: '', statementsLastMs: 500 })
    t.after(close)
    await assert.rejects(sql`select pg_sleep(2)`.execute(db), { code: '57014' })
    await inTransaction(db, async (transaction) => {
      await sql`set local statement_timeout = '1h'`.execute(transaction)
      await sql`select pg_sleep(2)`.execute(transaction)
    })
    await assert.rejects(sql`select pg_sleep(2)`.execute(db), { code: '57014' })
  })

  test('ends in good time while its database is frozen', async (t) => {
    const server = await open(t)
    postgres.freeze()
    try {
      const started = performance.now()
      assert.equal(await server.stop(), 0)
      assert.ok(performance.now() - started < 8_000)
    } finally {
      postgres.thaw()
    }
  })
})

describe('a server on sqlite', () => {
  const guest = { name: 'Rafiq Islam', email: 'rafiq@guest.example', phone: '+8801700000004' }
  const json = (path: string, body: object): [path: string, question: Question] => [
    path,
    { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) },
  ]
  const reads = [
    '/about',
    '/bn/about',
    '/booking-details/single',
    '/sitemap.xml',
    '/feed.xml',
    endpoints.activeRooms[1],
  ]
  const writes: [string, Question?][] = [
    ['/readyz'],
    json(endpoints.guestRegister[1], guest),
    json(endpoints.userLogin[1], { username: 'anna', password: cast.anna }),
  ]

  async function assertNothingIsWritten(server: ServerProcess): Promise<void> {
    await sleep(1_100) // whether it is ready is found out at most once a second
    await Promise.all(
      Array.from({ length: 5 }, () => writes)
        .flat()
        .map(async ([path, question]) => {
          const { status, headers, body } = await asked(server, path, question)
          assert.equal(status, 503, `${path}: ${body}`)
          assert.match(headers['retry-after'] ?? '', /^[1-9]\d*$/, path)
        }),
    )
    const sum = JSON.parse(String((await asked(server, endpoints.getCaptcha[1])).body))
    const solved = `${form.body}&captcha_token=${sum.captcha_token}&captcha=${sum.first + sum.second}`
    const { status, headers, body } = await asked(server, '/contact', { ...form, body: solved })
    assert.deepEqual([status, headers['retry-after']], [503, '5'])
    assert.ok(String(body).includes('name="message" value="Ünïted'), 'what was typed is kept')
    for (const path of reads) assert.equal((await asked(server, path)).status, 200, path)
    await assertKeptGoOn(server)
  }

  async function assertAllIsWritten(server: ServerProcess): Promise<void> {
    await sleep(1_100)
    assert.equal((await asked(server, endpoints.getCaptcha[1])).status, 200) // the first one makes the secret of the house
    for (const [path, question] of writes) assert.equal((await asked(server, path, question)).status, 200, path)
  }

  test('whose disk is full says when to come back, loses nothing, and goes on when there is room again', async (t) => {
    const folder = await mkdtemp(join(tmpdir(), 'small-disk-'))
    const isMounted = spawnSync('mount', ['-t', 'tmpfs', '-o', 'size=32m', 'tmpfs', folder]).status === 0
    if (!isMounted) {
      await rmdir(folder)
      return t.skip('no small disk can be mounted here')
    }
    let server: ServerProcess | undefined
    t.after(async () => {
      await server?.kill()
      execFileSync('umount', [folder])
      await rmdir(folder)
    })
    server = await startServer({ DATA_DIR: folder, SEED: 'demo', LOG_LEVEL: 'error', RATE_LIMIT: 'off' })
    await assertAllIsWritten(server)
    await assertKeptGoOn(server)
    const file = join(folder, 'selvage.sqlite')
    const accounts = () => {
      const database = new DatabaseSync(file, { readOnly: true })
      const { n } = database.prepare('select count(*) as n from account').get() as { n: number }
      database.close()
      return n
    }
    const acknowledged = accounts()
    const other = new DatabaseSync(file)
    other.exec('pragma wal_checkpoint(truncate)') // no room is left over in files that are there
    other.close()
    assert.throws(() => {
      for (const bytes of [1 << 20, 1 << 12, 1]) for (;;) appendFileSync(join(folder, 'filler'), Buffer.alloc(bytes))
    }, /ENOSPC/)
    await assertNothingIsWritten(server)
    assert.equal(accounts(), acknowledged)
    await rm(join(folder, 'filler'))
    await assertAllIsWritten(server)
    assert.equal(accounts(), acknowledged + 1)
    assert.ok(
      server
        .output()
        .split('\n')
        .filter((line) => line.includes('"trouble"')).length < 5,
    )
  })

  test('whose file another process keeps locked makes nobody wait longer than for one', async (t) => {
    const folder = await mkdtemp(join(tmpdir(), 'locked-'))
    const server = await startServer({ DATA_DIR: folder, SEED: 'demo', LOG_LEVEL: 'error', RATE_LIMIT: 'off' })
    t.after(async () => {
      await server.kill()
      await rm(folder, { recursive: true })
    })
    await assertAllIsWritten(server)
    await assertKeptGoOn(server)
    const other = new DatabaseSync(join(folder, 'selvage.sqlite'))
    other.exec('begin immediate')
    await assertNothingIsWritten(server)
    other.exec('rollback')
    other.close()
    await assertAllIsWritten(server)
  })
})
