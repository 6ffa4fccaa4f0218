import assert from 'node:assert/strict'
import { once } from 'node:events'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { createServer, type AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, describe, test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import { ask } from '../testing/ask.ts'
import { enginesFor, postgres, sqlite } from '../testing/engines.ts'
import { callOver, cast } from '../testing/house.ts'
import { postgresServer } from '../testing/postgres.ts'
import { failingStart, openDataPlace, startServer } from '../testing/process.ts'
import { bare } from '../testing/bare.ts'
import { hashPassword } from './accounts/password.ts'
import { prepareDatabase } from './app.ts'
import { mailLater } from './messages/outbox.ts'
import { systemClock } from './platform/clock.ts'
import { openDatabase } from './platform/database/database.ts'

describe('a start that cannot be', { concurrency: 3 }, () => {
  let folder: string
  before(async () => void (folder = await mkdtemp(join(tmpdir(), 'start-'))))
  after(() => rm(folder, { recursive: true }))

  /** One sentence for people; nothing of the code. */
  const sentenceOf = async (environment: Record<string, string>) => {
    const { code, errors } = await failingStart({ DATA_DIR: folder, SEED: 'none', LOG_LEVEL: 'silent', ...environment })
    assert.equal(code, 1)
    assert.doesNotMatch(errors, /\n\s+at |Error:|node:/)
    assert.match(errors, /^[A-Z\d].*\.\n$/)
    return errors
  }

  test('tells every wrong setting at once', async () => {
    const { code, errors } = await failingStart({
      DATA_DIR: folder,
      PORT: 'http',
      DATABASE_URL: 'mysql://db',
      LOG_LEVEL: 'loud',
    })
    assert.equal(code, 1)
    assert.deepEqual(
      errors
        .trimEnd()
        .split('\n')
        .map((line) => line.split(':')[0]),
      ['These settings are wrong', '  PORT', '  DATABASE_URL', '  LOG_LEVEL'],
    )
  })

  test('tells that the port is taken, and how to take another', async () => {
    await using other = createServer().listen(0, '127.0.0.1')
    await once(other, 'listening')
    const { port } = other.address() as AddressInfo
    assert.match(await sentenceOf({ PORT: String(port) }), new RegExp(`^Port ${port} is taken: .*PORT=`))
  })

  test('tells that the address is not one of this machine', async () => {
    assert.match(await sentenceOf({ HOST: '192.0.2.1' }), /192\.0\.2\.1 is no address of this machine/)
  })

  test('tells that the data folder cannot be written', async () => {
    const file = join(folder, 'a-file')
    await writeFile(file, '')
    for (const DATA_DIR of [file, join(file, 'inside')])
      assert.match(await sentenceOf({ DATA_DIR }), /^The data folder .*a-file.* cannot be written: .*DATA_DIR/)
  })

  test('tells what is wrong with the database, whichever it is', async () => {
    const known = new URL(await postgresServer())
    const at = (change: Partial<URL>) => Object.assign(new URL(known), change).href
    const broken = await mkdtemp(join(folder, 'broken-'))
    await writeFile(join(broken, 'selvage.sqlite'), 'This is a letter, not a database. '.repeat(100))
    const table: [Record<string, string>, RegExp][] = [
      [{ DATABASE_URL: 'postgres://127.0.0.1:1/selvage' }, /ECONNREFUSED.*DATABASE_URL/],
      [{ DATABASE_URL: 'postgres://localhost:1/selvage' }, /ECONNREFUSED.*DATABASE_URL/],
      [{ DATABASE_URL: at({ pathname: '/no_such_database' }) }, /no_such_database.*DATABASE_URL/],
      [{ DATABASE_URL: at({ username: 'nobody' }) }, /nobody.*DATABASE_URL/],
      [{ DATA_DIR: broken }, /not a database.*DATA_DIR/],
    ]
    const sentences = await Promise.all(table.map(([environment]) => sentenceOf(environment)))
    for (const [i, [, expected]] of table.entries()) assert.match(sentences[i]!, expected)
  })

  test('tells that the database belongs to a newer version', async (t) => {
    const place = await openDataPlace(sqlite)
    t.after(() => place.close())
    await prepareDatabase({ ...place, engine: 'sqlite' }, systemClock, false)
    await sql`insert into migration (name, checksum, applied_at) values ('9999-later.sql', 'x', 0)`.execute(place.db)
    assert.match(await sentenceOf(place.environment), /newer than this version of the code.*9999-later/)
  })
})

describe('the demo, whose passwords are published,', () => {
  for (const engine of enginesFor(import.meta.url)) {
    test(`opens to others only if that is said, on ${engine.name}`, async (t) => {
      const place = await openDataPlace(engine)
      t.after(() => place.close())
      const start = async (environment: Record<string, string>) => {
        const server = await startServer({ ...place.environment, LOG_LEVEL: 'silent', ...environment })
        const signsIn =
          (await callOver(server.url, 'userLogin', { username: 'owner', password: cast.owner })).status === 200
        assert.equal(await server.stop(), 0)
        return { signsIn, said: server.output() }
      }
      const refused = async (environment: Record<string, string>) => {
        const { code, errors } = await failingStart({ ...place.environment, LOG_LEVEL: 'silent', ...environment })
        assert.equal(code, 1)
        return errors
      }
      if (engine.name === 'sqlite')
        assert.match(
          await refused({ SEED: '', HOST: '0.0.0.0' }),
          /^With HOST=0\.0\.0\.0 others can reach .* SEED=none .* SEED=demo .*\.\n$/,
        )

      const empty = await start({ HOST: '0.0.0.0', SEED: 'none' })
      assert.deepEqual([empty.signsIn, /signs in as/.test(empty.said)], [false, false])

      assert.ok((await start({ SEED: 'demo' })).signsIn)
      for (const [SEED, name, value] of [
        ['', 'HOST', '0.0.0.0'],
        ['none', 'PUBLIC_URL', 'https://selvage.example'],
      ] as const)
        assert.match(
          await refused({ SEED, [name]: value }),
          /^With \w+=.* published passwords .*\(owner, staff, anna\): change them.*\.\n$/,
        )
      assert.ok((await start({ SEED: 'demo', HOST: '0.0.0.0' })).signsIn, 'it was said')

      await place.db
        .updateTable('account')
        .set({ password: await hashPassword('a secret of the house') })
        .where('username', 'is not', null)
        .execute()
      assert.equal((await start({ SEED: '', HOST: '0.0.0.0' })).signsIn, false)
    })
  }
})

describe('a server', { concurrency: true }, () => {
  test('is modest: what it holds in memory when nobody comes', { skip: process.platform !== 'linux' }, async (t) => {
    const place = await openDataPlace(sqlite)
    t.after(() => place.close())
    await prepareDatabase({ ...place, engine: 'sqlite' }, systemClock, true)
    const server = await startServer(place.environment)
    t.after(() => server.kill())
    for (const path of ['/', '/bn', '/rooms', '/api/public/activeRooms'])
      assert.equal((await ask(server.url, path)).status, 200)
    await sleep(2_000)
    const resident = /VmRSS:\s+(\d+) kB/.exec(await readFile(`/proc/${server.pid}/status`, 'utf8'))![1]
    const memoryMiB = Number(resident) / 1024
    t.diagnostic(`${memoryMiB.toFixed(0)} MiB at rest`)
    assert.ok(memoryMiB < 200)
  })

  test('says that it lives, and is ready only while its database is there', async (t) => {
    const place = await openDataPlace(postgres)
    t.after(() => place.close())
    const server = await startServer({ ...place.environment, LOG_LEVEL: 'silent' })
    t.after(() => server.kill())
    const statuses = async () => {
      await sleep(1_100) // it looks at most once a second
      return (await Promise.all(['/healthz', '/readyz'].map((path) => ask(server.url, path)))).map(
        ({ status }) => status,
      )
    }
    assert.deepEqual(await statuses(), [200, 200])
    const { headers } = await ask(server.url, '/readyz', { method: 'HEAD' })
    assert.equal(headers['cache-control'], 'no-store')
    const { db: otherDatabase, close } = await openDatabase({ url: await postgresServer(), file: '' })
    t.after(close)
    const name = new URL(place.environment.DATABASE_URL!).pathname.slice(1)
    const allow = (connections: boolean) =>
      sql`alter database ${sql.ref(name)} with allow_connections ${sql.lit(connections)}`.execute(otherDatabase)
    assert.equal((await ask(server.url, '/')).status, 200)
    await allow(false)
    await bare(place.db).destroy()
    await sql`select pg_terminate_backend(pid) from pg_stat_activity where datname = ${name}`.execute(otherDatabase)
    assert.deepEqual(await statuses(), [200, 503])
    assert.equal((await ask(server.url, '/')).status, 200, 'kept pages go on')
    assert.equal((await ask(server.url, '/about')).status, 503)
    await allow(true)
    assert.deepEqual(await statuses(), [200, 200])
    assert.equal((await ask(server.url, '/about')).status, 200)
  })

  test('ends within five seconds even if a mail server holds the line', async (t) => {
    const place = await openDataPlace(sqlite)
    t.after(() => place.close())
    const silent = createServer((socket) => socket.on('error', () => {})).listen(0, '127.0.0.1')
    await once(silent, 'listening')
    t.after(() => silent.close())
    const SMTP_URL = `smtp://127.0.0.1:${(silent.address() as AddressInfo).port}`
    const server = await startServer({ ...place.environment, SMTP_URL })
    t.after(() => server.kill())
    const called = once(silent, 'connection')
    await mailLater(place.db, Date.now(), 'anna@buyer.example', 'en', {
      kind: 'house_test',
      subject: 'Hello',
      paragraphs: [],
    })
    await called
    const asked = performance.now()
    assert.equal(await server.stop(), 0)
    assert.ok(performance.now() - asked < 5_000)
  })
})
