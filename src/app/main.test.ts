import assert from 'node:assert/strict'
import { once } from 'node:events'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { createServer, type AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, describe, test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import { sendRequest } from '#testing/send-request.ts'
import { enginesFor, postgres, sqlite } from '#testing/engines.ts'
import { callEndpoint, passwordsByUsername, startTestApp } from '#testing/test-app.ts'
import { startPostgresServer } from '#testing/postgres.ts'
import { startExpectingFailure, openServerData, startServer } from '#testing/process.ts'
import { hashPassword } from '#people/accounts/password.ts'
import { prepareDatabase } from './app.ts'
import { enqueueEmail } from '#mail/outbox.ts'
import { systemClock } from '#platform/clock.ts'
import { openDatabase } from '#platform/database/database.ts'
import { readSettings } from './settings.ts'
import { projectRoot } from '#platform/project-root.ts'
import { prepareForSettings } from './demo/exposed-demo.ts'
import { listExposedUsernames } from './demo/people.ts'

const seedFolder = join(projectRoot, 'seed/')

describe('a start that fails', { concurrency: 3 }, () => {
  let folder: string
  before(async () => void (folder = await mkdtemp(join(tmpdir(), 'start-'))))
  after(() => rm(folder, { recursive: true }))

  /** Starts the server, which must fail with a message of one sentence and no stack trace. */
  const expectStartFailure = async (environment: Record<string, string>) => {
    const { code, errors } = await startExpectingFailure({
      DATA_DIR: folder,
      SEED: 'none',
      LOG_LEVEL: 'silent',
      ...environment,
    })
    assert.equal(code, 1)
    assert.doesNotMatch(errors, /\n\s+at |Error:|node:/)
    assert.match(errors, /^[A-Z\d].*\.\n$/)
    return errors
  }

  test('names all invalid settings together', async () => {
    const { code, errors } = await startExpectingFailure({
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

  test('says that the port is in use and how to choose another one', async () => {
    await using otherServer = createServer().listen(0, '127.0.0.1')
    await once(otherServer, 'listening')
    const { port } = otherServer.address() as AddressInfo
    assert.match(await expectStartFailure({ PORT: String(port) }), new RegExp(`^Port ${port} is in use: .* PORT=`))
    const metricsSettings = { METRICS_PORT: String(port) }
    assert.match(await expectStartFailure(metricsSettings), new RegExp(`^Port ${port} is in use: .* METRICS_PORT=`))
  })

  test('says that HOST is not an address of this machine', async () => {
    assert.match(await expectStartFailure({ HOST: '192.0.2.1' }), /192\.0\.2\.1 is not an address of this machine/)
  })

  test('says that the data folder is not writable', async () => {
    const plainFile = join(folder, 'a-file')
    await writeFile(plainFile, '')
    for (const DATA_DIR of [plainFile, join(plainFile, 'inside')])
      assert.match(await expectStartFailure({ DATA_DIR }), /^Cannot write to the data folder .*a-file.*: .*DATA_DIR/)
  })

  test('explains why it cannot use the database, for both engines', async () => {
    const serverUrl = new URL(await startPostgresServer())
    const changeUrl = (change: Partial<URL>) => Object.assign(new URL(serverUrl), change).href
    const brokenFolder = await mkdtemp(join(folder, 'broken-'))
    await writeFile(join(brokenFolder, 'selvage.sqlite'), 'This is a letter, not a database. '.repeat(100))
    const failingSettings: [Record<string, string>, RegExp][] = [
      [{ DATABASE_URL: 'postgres://localhost:1/selvage' }, /ECONNREFUSED.*DATABASE_URL/],
      [{ DATA_DIR: brokenFolder }, /not a database.*DATA_DIR/],
    ]
    for (const [environment, expectedError] of failingSettings)
      assert.match(await expectStartFailure(environment), expectedError)
    const urls: [string, RegExp][] = [
      ['postgres://127.0.0.1:1/selvage', /ECONNREFUSED/],
      [changeUrl({ pathname: '/no_such_database' }), /no_such_database/],
      [changeUrl({ username: 'nobody' }), /nobody/],
    ]
    for (const [url, expectedError] of urls) await assert.rejects(openDatabase({ url, file: '' }), expectedError)
  })

  test('says that the database belongs to a newer version', async (t) => {
    const serverData = await openServerData(sqlite)
    t.after(() => serverData.close())
    await prepareDatabase({ ...serverData, engine: 'sqlite' }, systemClock, false)
    await sql`insert into migration (name, checksum, applied_at) values ('9999-later.sql', 'x', 0)`.execute(
      serverData.db,
    )
    assert.match(await expectStartFailure(serverData.environment), /newer than this version of the code.*9999-later/)
  })
})

describe('the demo with published passwords', () => {
  for (const engine of enginesFor(import.meta.url)) {
    test(`is reachable by others only if SEED=demo is set, on ${engine.name}`, async (t) => {
      const database = await engine.bare()
      t.after(() => database.close())
      const prepareAndListExposed = async (environment: Record<string, string>) => {
        const settings = readSettings({ DATABASE_URL: database.at.url ?? '', ...environment })
        await prepareForSettings(settings, database.db, seedFolder, (isDemo) =>
          prepareDatabase(database, systemClock, isDemo),
        )
        return listExposedUsernames(database.db, seedFolder)
      }
      const usernames = ['owner', 'staff', 'anna']
      assert.deepEqual(await prepareAndListExposed({ HOST: '0.0.0.0', SEED: 'none' }), [])
      assert.deepEqual(await prepareAndListExposed({ SEED: 'demo' }), usernames)
      for (const [SEED, name, value] of [
        ['', 'HOST', '0.0.0.0'],
        ['none', 'PUBLIC_URL', 'https://selvage.example'],
      ] as const)
        await assert.rejects(
          prepareAndListExposed({ SEED, [name]: value }),
          /With \w+=.* published passwords .*\(owner, staff, anna\): change them.*\.$/,
        )
      assert.deepEqual(await prepareAndListExposed({ SEED: 'demo', HOST: '0.0.0.0' }), usernames, 'SEED=demo is set')

      await database.db
        .updateTable('account')
        .set({ password: await hashPassword('a secret of the house') })
        .where('username', 'is not', null)
        .execute()
      assert.deepEqual(await prepareAndListExposed({ SEED: '', HOST: '0.0.0.0' }), [])
    })
  }

  test('stops with an error message, or starts without the demo if SEED=none is set', async (t) => {
    const serverData = await openServerData(sqlite)
    t.after(() => serverData.close())
    const environment = { ...serverData.environment, LOG_LEVEL: 'silent', HOST: '0.0.0.0' }
    const { code, errors } = await startExpectingFailure({ ...environment, SEED: '' })
    assert.equal(code, 1)
    assert.match(errors, /^With HOST=0\.0\.0\.0 others can reach .* SEED=none .* SEED=demo .*\.\n$/)
    const server = await startServer({ ...environment, SEED: 'none' })
    t.after(() => server.kill())
    const { status } = await callEndpoint(server.url, 'userLogin', {
      username: 'owner',
      password: passwordsByUsername.owner,
    })
    assert.equal(status, 422)
    assert.equal(await server.stop(), 0)
    assert.doesNotMatch(server.output(), /signs in as/)
  })
})

describe('a server', () => {
  test('reports that it is running, and that it is ready only while its database is available', async (t) => {
    t.mock.method(console, 'error', () => {}) // lost connections
    const app = await startTestApp(postgres)
    t.after(() => app.close())
    const readStatuses = async () =>
      (await Promise.all(['/healthz', '/readyz'].map((path) => sendRequest(app.url, path)))).map(({ status }) => status)
    const waitForReadiness = async (status: number) => {
      while ((await readStatuses())[1] !== status) await sleep(50)
      assert.deepEqual(await readStatuses(), [200, status])
    }
    await waitForReadiness(200)
    const { headers } = await sendRequest(app.url, '/readyz', { method: 'HEAD' })
    assert.equal(headers['cache-control'], 'no-store')
    const { db: otherDatabase, close } = await openDatabase({ url: await startPostgresServer(), file: '' })
    t.after(close)
    const name = new URL(app.at.url!).pathname.slice(1)
    const setConnectionsAllowed = (connections: boolean) =>
      sql`alter database ${sql.ref(name)} with allow_connections ${sql.lit(connections)}`.execute(otherDatabase)
    assert.equal((await sendRequest(app.url, '/')).status, 200)
    await setConnectionsAllowed(false)
    await sql`select pg_terminate_backend(pid) from pg_stat_activity where datname = ${name}`.execute(otherDatabase)
    await waitForReadiness(503)
    assert.equal((await sendRequest(app.url, '/')).status, 200, 'cached pages are still served')
    assert.equal((await sendRequest(app.url, '/about')).status, 503)
    await setConnectionsAllowed(true)
    await waitForReadiness(200)
    assert.equal((await sendRequest(app.url, '/about')).status, 200)
  })

  test('still accepts requests for STOP_DELAY seconds after the signal, but is no longer ready (OPS-7)', async (t) => {
    const data = await openServerData(sqlite)
    t.after(() => data.close())
    const server = await startServer({ ...data.environment, STOP_DELAY: '300' })
    const stopPromise = server.stop()
    let readinessResponse
    do readinessResponse = await sendRequest(server.url, '/readyz')
    while (readinessResponse.status === 200)
    assert.equal(readinessResponse.status, 503)
    assert.deepEqual(JSON.parse(String(readinessResponse.body)), { status: 'stopping' })
    assert.equal((await sendRequest(server.url, '/healthz')).status, 200)
    assert.equal((await sendRequest(server.url, '/about')).status, 200)
    const { status } = await callEndpoint(server.url, 'userLogin', { username: 'nobody', password: 'wrong password' })
    assert.equal(status, 422)
    void server.stop() // the second signal ends the delay
    assert.equal(await stopPromise, 1)
  })

  test('stops even if a mail server does not answer', async (t) => {
    const silentServer = createServer((socket) => socket.on('error', () => {})).listen(0, '127.0.0.1')
    await once(silentServer, 'listening')
    t.after(() => silentServer.close())
    const app = await startTestApp(sqlite, {
      SMTP_URL: `smtp://127.0.0.1:${(silentServer.address() as AddressInfo).port}`,
    })
    const connectionPromise = once(silentServer, 'connection')
    await enqueueEmail(app.db, app.clock.now, 'anna@buyer.example', 'en', {
      kind: 'staff_test',
      subject: 'Hello',
      paragraphs: [],
    })
    await connectionPromise
    await app.close()
  })
})
