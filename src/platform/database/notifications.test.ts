import assert from 'node:assert/strict'
import { describe, test, type TestContext } from 'node:test'
import { setImmediate as turn, setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import pg from 'pg'
import { bothEngines, postgres } from '#testing/engines.ts'
import { startTestApp } from '#testing/test-app.ts'
import { startTransactionPooler } from '#testing/transaction-pooler.ts'
import type { Topic } from '#schema/topics.ts'
import { enqueue, startWorker } from '../background/jobs.ts'
import { inTransaction, openDatabase, type DatabaseLocation, type WholeDatabase } from './database.ts'
import { createNotifier, createWatch, FALLBACK_POLL_MS, setNotifier, type Channel } from './notifications.ts'
import { publish } from './publish.ts'

/** The fixed time of the jobs and their workers. */
const NOW = 0

for (const engine of bothEngines) {
  describe(`notifications on ${engine.name}`, () => {
    test('start a job of the same process without a poll (PERF-11)', async (t) => {
      const { at, close } = await engine.fresh()
      t.after(close)
      const db = await openWithoutPolls(t, at)
      const greetedNamePromise = startGreeter(t, db)
      await inTransaction(db, (transaction) => enqueue(transaction, NOW, 'greet', { name: 'Anna' }))
      assert.equal(await greetedNamePromise, 'Anna')
    })

    test('announce a write when it is committed, and no rolled back write (PERF-11)', async (t) => {
      const { at, close } = await engine.fresh()
      t.after(close)
      const db = await openWithoutPolls(t, at)
      const jobsWatch = watchFor(t, db, ['jobs'])
      if (engine.name === 'postgres') await jobsWatch.connected
      const checkCountBefore = jobsWatch.checks()
      const failingTransaction = inTransaction(db, async (transaction) => {
        await enqueue(transaction, 0, 'greet', {})
        throw new Error('second thoughts')
      })
      await assert.rejects(failingTransaction, /second thoughts/)
      await publish(db, async () => {})
      assert.equal(jobsWatch.checks(), checkCountBefore)
      const checkPromise = jobsWatch.next()
      await inTransaction(db, async (transaction) => {
        await enqueue(transaction, 0, 'greet', {})
        assert.equal(jobsWatch.checks(), checkCountBefore)
      })
      await checkPromise
      // Claims and results of jobs wake nobody, and neither does a write that changes no row.
      await db.updateTable('job').set({ attempts: 1 }).execute()
      await db.deleteFrom('session').execute()
      assert.equal(jobsWatch.checks(), checkCountBefore + 1)
    })
  })
}

describe('notifications over PostgreSQL', () => {
  async function startTwo(t: TestContext) {
    const { db: writer, at, close } = await postgres.fresh()
    t.after(close)
    return { writer, at, other: await openWithoutPolls(t, at) }
  }

  test('start a job of another process without a poll (PERF-11)', async (t) => {
    const { writer, other } = await startTwo(t)
    const greetedNamePromise = startGreeter(t, other)
    await watchFor(t, other, ['jobs']).connected
    await inTransaction(writer, (transaction) => enqueue(transaction, NOW, 'greet', { name: 'Anna' }))
    assert.equal(await greetedNamePromise, 'Anna')
  })

  test('reach another process after a commit, and not after a rollback (PERF-11)', async (t) => {
    const { writer, other } = await startTwo(t)
    const jobsWatch = watchFor(t, other, ['jobs'])
    const contentWatch = watchFor(t, other, ['content'])
    await contentWatch.connected
    const checkCountBefore = jobsWatch.checks()
    await assert.rejects(
      inTransaction(writer, async (transaction) => {
        await enqueue(transaction, 0, 'greet', {})
        throw new Error('second thoughts')
      }),
    )
    const publishedEvent = contentWatch.next()
    await publish(writer, async () => {})
    await publishedEvent
    assert.equal(jobsWatch.checks(), checkCountBefore)
  })

  test('are not lost while the listening connection is down (PERF-12)', async (t) => {
    const { writer, other } = await startTwo(t)
    const jobsWatch = watchFor(t, other, ['jobs'])
    await jobsWatch.connected
    const greetedNamePromise = startGreeter(t, other)
    const lossEvent = jobsWatch.next()
    await sql`select pg_terminate_backend(pid) from pg_stat_activity
      where datname = current_database() and application_name = 'selvage listener'`.execute(writer)
    await lossEvent
    await enqueue(writer, NOW, 'greet', { name: 'Anna' })
    assert.equal(await greetedNamePromise, 'Anna')
  })

  test('are replaced by polls behind a transaction pooler without a direct URL (PERF-13)', async (t) => {
    const { db: writer, at, close } = await postgres.fresh()
    const pooler = await startTransactionPooler(at.url!)
    const pooledDatabase = await openDatabase({ url: pooler.url, file: '', log: () => {} })
    t.after(async () => {
      await pooledDatabase.close()
      await pooler.close()
      await close()
    })
    const greetedNamePromise = startGreeter(t, pooledDatabase.db)
    await enqueue(writer, NOW, 'greet', { name: 'Anna' })
    assert.equal(await greetedNamePromise, 'Anna')
    assert.equal(await countListeners(writer), 0)

    const { db, close: closeListening } = await openDatabase({
      url: pooler.url,
      listenUrl: at.url,
      file: '',
      isPolling: false,
      log: () => {},
    })
    t.after(closeListening)
    const jobsWatch = watchFor(t, db, ['jobs'])
    await jobsWatch.connected
    const notification = jobsWatch.next()
    await enqueue(writer, NOW, 'greet', {})
    await notification
  })

  test('update the pages, the office and the sessions of another process without a poll (PERF-11)', async (t) => {
    const app = await startTestApp(postgres)
    t.after(() => app.close())
    const otherTestApp = await startTestApp({
      ...postgres,
      isNotified: true,
      filled: async () => ({ ...(await openDatabase({ ...app.at, isPolling: false, log: () => {} })), at: app.at }),
    })
    t.after(() => otherTestApp.close())
    const token = await app.signIn('staff')
    const streamResponse = await otherTestApp.fetch('/api/office/watchChanges?seconds=600', {
      headers: { authorization: `Bearer ${token}` },
    })
    const reader = streamResponse.body!.pipeThrough(new TextDecoderStream()).getReader()
    const readEvent = async () => {
      for (;;) {
        const { value, done } = await reader.read()
        if (done || value.includes('event: state')) return value
      }
    }
    const firstEvent = await readEvent()
    const contentWatch = watchFor(t, otherTestApp.db, ['content'])
    while ((await countListeners(app.db)) < 2) await sleep(20)

    assert.equal((await app.call('addDeskNote', { text: 'From over there', task: true }, { token })).status, 200)
    assert.notEqual(await readEvent(), firstEvent)

    const readEtag = async () => (await otherTestApp.get('/about')).headers.get('etag')
    const etagBefore = await readEtag()
    const publishedEvent = contentWatch.next()
    await publish(app.db, (tx) =>
      tx.updateTable('post').set({ title_en: 'Zips of the season' }).where('published_at', 'is not', null).execute(),
    )
    await publishedEvent
    while ((await readEtag()) === etagBefore) await sleep(20)

    await app.call('logout', {}, { token })
    assert.equal(await readEvent(), undefined)
  })
})

describe('an idle process', () => {
  test('sends PostgreSQL less than one statement per second (PERF-10)', async (t) => {
    const statements: unknown[] = []
    let runningCount = 0
    const originalQuery = pg.Client.prototype.query as (...parameters: unknown[]) => Promise<unknown>
    t.mock.method(pg.Client.prototype, 'query', async function (this: pg.Client, ...parameters: unknown[]) {
      statements.push(parameters[0])
      runningCount++
      return originalQuery.apply(this, parameters).finally(() => runningCount--)
    })
    const originalConnect = pg.Client.prototype.connect as (...parameters: unknown[]) => unknown
    t.mock.method(pg.Client.prototype, 'connect', function (this: pg.Client, ...parameters: unknown[]) {
      runningCount++
      this.once('connect', () => runningCount--)
      return originalConnect.apply(this, parameters)
    })
    t.mock.timers.enable({ apis: ['setTimeout', 'setInterval'] })
    const app = await startTestApp({ ...postgres, isNotified: true })
    t.after(() => app.close())
    while (!statements.includes('listen selvage')) await settle()
    await settle()
    statements.length = 0
    for (let elapsedSeconds = 1; elapsedSeconds <= 600; elapsedSeconds++) {
      t.mock.timers.tick(1_000)
      await settle()
    }
    const countStatements = (text: string) =>
      statements.filter((statement) => describeStatement(statement).includes(text)).length
    // A slow query postpones the next one, so that there may be fewer.
    const assertRare = (text: string) =>
      assert.ok(countStatements(text) >= 35 && countStatements(text) <= 40, `${countStatements(text)} × ${text}`)
    assertRare('select "version" from "content_version"')
    assertRare('from "job"')
    assert.ok(statements.length < 600, `${statements.length} statements in ten minutes`)

    /** Waits until no statement runs and nothing follows. */
    async function settle(): Promise<void> {
      for (let quietTurnCount = 0; quietTurnCount < 5; quietTurnCount++) {
        await turn()
        if (runningCount > 0) quietTurnCount = -1
      }
    }
  })
})

const describeStatement = (statement: unknown): string =>
  typeof statement === 'string' ? statement : (statement as { text: string }).text

describe('a watch', () => {
  const channel = { isListening: false, texts: [] as string[], onText: (_: string) => {}, onChange: () => {} }
  const fakeChannel: Channel = {
    get isListening() {
      return channel.isListening
    },
    listen(onText, onChange) {
      Object.assign(channel, { onText, onChange })
      return async () => {}
    },
    send: async (text) => channel.texts.push(text),
  }

  function startWatch(t: TestContext, check: () => Promise<number | void>, gapMs = 0) {
    t.mock.timers.enable({ apis: ['setTimeout'] })
    Object.assign(channel, { isListening: false, texts: [] })
    const db = {}
    const notifier = createNotifier(fakeChannel)
    setNotifier(db, notifier)
    const errors: unknown[] = []
    t.after(createWatch(db, { topics: ['jobs'], pollMs: 1_000, gapMs, check, onError: (e) => errors.push(e) }).start())
    const tick = async (ms: number) => {
      t.mock.timers.tick(ms)
      await turn()
    }
    return { tick, notifier, errors }
  }

  test('polls rarely while notifications arrive, and often while not (PERF-10)', async (t) => {
    let checkCount = 0
    const { tick } = startWatch(t, async () => void checkCount++)
    for (let second = 0; second < 10; second++) await tick(1_000)
    assert.equal(checkCount, 10)
    channel.isListening = true
    channel.onChange()
    await turn()
    assert.equal(checkCount, 11, 'checks once after a connection')
    for (let second = 0; second < 60; second++) await tick(1_000)
    assert.equal(checkCount, 11 + 60_000 / FALLBACK_POLL_MS)
    channel.isListening = false
    channel.onChange()
    await turn()
    for (let second = 0; second < 10; second++) await tick(1_000)
    assert.equal(checkCount, 26)
  })

  test('checks earlier if the last check returned a time or failed', async (t) => {
    const results: (number | Error)[] = [300, new Error('away')]
    let checkCount = 0
    const { tick, errors } = startWatch(t, async () => {
      checkCount++
      const result = results.shift()
      if (result instanceof Error) throw result
      return result
    })
    channel.isListening = true
    channel.onChange()
    await turn()
    await tick(299)
    assert.equal(checkCount, 1)
    await tick(1)
    assert.equal(checkCount, 2)
    assert.deepEqual(errors.map(String), ['Error: away'])
    await tick(1_000)
    assert.equal(checkCount, 3)
  })

  test('is woken by its own topics only, and checks again if a change arrives during a check', async (t) => {
    const runningJobs: PromiseWithResolvers<void>[] = []
    const { notifier } = startWatch(t, () => {
      runningJobs.push(Promise.withResolvers<void>())
      return runningJobs.at(-1)!.promise
    })
    channel.onText('office content')
    await turn()
    assert.equal(runningJobs.length, 0)
    channel.onText('office jobs')
    await turn()
    for (let change = 0; change < 3; change++) void notifier.announce(['jobs'])
    await turn()
    assert.equal(runningJobs.length, 1)
    runningJobs[0]!.resolve()
    await turn()
    assert.equal(runningJobs.length, 2)
    runningJobs[1]!.resolve()
    await turn()
    assert.equal(runningJobs.length, 2)
  })

  test('sends one notification for all changes of 100 ms (PERF-14)', async (t) => {
    const { tick, notifier } = startWatch(t, async () => {})
    for (let commit = 0; commit < 50; commit++) void notifier.announce(commit % 2 ? ['jobs', 'office'] : ['jobs'])
    await turn()
    assert.deepEqual(channel.texts, ['jobs'])
    await tick(99)
    assert.equal(channel.texts.length, 1)
    await tick(1)
    assert.deepEqual(channel.texts, ['jobs', 'jobs office'])
    await tick(100)
    void notifier.announce(['sessions'])
    void notifier.announce(['content'])
    await notifier.close()
    assert.deepEqual(channel.texts.slice(2), ['sessions', 'content'], 'closing sends the rest at once')
  })
})

/** Opens a database as another process does. It sees changes by notification only. */
async function openWithoutPolls(t: TestContext, location: DatabaseLocation): Promise<WholeDatabase> {
  const { db, close } = await openDatabase({ ...location, isPolling: false, log: () => {} })
  t.after(close)
  return db
}

/** Starts a worker. Resolves with the name in the first job. */
function startGreeter(t: TestContext, db: WholeDatabase): Promise<string> {
  const { promise, resolve } = Promise.withResolvers<string>()
  const greet = async ({ name }: { name: string }) => resolve(name)
  const worker = startWorker(
    db,
    () => NOW,
    { greet },
    () => {},
  )
  t.after(() => worker.stop())
  return promise
}

/** Counts the checks that notifications cause. `connected` resolves with the first one, after the connection. */
function watchFor(t: TestContext, db: WholeDatabase, topics: readonly Topic[]) {
  let checkCount = 0
  let changeSignal = Promise.withResolvers<void>()
  const { start } = createWatch(db, {
    topics,
    pollMs: Infinity,
    async check() {
      checkCount++
      changeSignal.resolve()
      changeSignal = Promise.withResolvers()
    },
    onError: (error) => assert.fail(String(error)),
  })
  const firstCheck = changeSignal.promise
  t.after(start())
  return { connected: firstCheck, next: () => changeSignal.promise, checks: () => checkCount }
}

/** Counts the processes that receive notifications of a database. */
async function countListeners(db: WholeDatabase): Promise<number> {
  const { rows } = await sql<{ count: number }>`select count(*) as count from pg_stat_activity
    where datname = current_database() and application_name = 'selvage listener'
      and query <> '' and state = 'idle'`.execute(db)
  return rows[0]!.count
}
