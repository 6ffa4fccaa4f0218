import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { bothEngines, type TestDatabase } from '#testing/engines.ts'
import { delayFirstResult } from '#testing/slow-database.ts'
import { trackContentVersion } from './content-version.ts'
import { openDatabase, type WholeDatabase } from './database.ts'
import { publish } from './publish.ts'

for (const engine of bothEngines) {
  describe(`the content version on ${engine.name}`, () => {
    let database: TestDatabase
    let db: WholeDatabase
    before(async () => {
      database = await engine.fresh()
      db = database.db
    })
    after(() => database.close())
    const fail = (error: unknown) => assert.fail(String(error))

    test('rises with a publication, before publish returns', async (t) => {
      const versions: number[] = []
      const contentVersion = trackContentVersion(db, (version) => versions.push(version), fail)
      await contentVersion.refresh()
      t.after(contentVersion.watch())
      const result = await publish(db, async (tx) => {
        await tx.insertInto('setting').values({ key: 'one', value: '1' }).execute()
        return 'done'
      })
      assert.equal(result, 'done')
      const [initialVersion] = versions
      assert.deepEqual([...new Set(versions)], [initialVersion, initialVersion! + 1])
    })

    test('includes a publication by another process after the next refresh', async (t) => {
      const { db: otherProcess, close } = await openDatabase(database.at)
      t.after(close)
      const versions: number[] = []
      const contentVersion = trackContentVersion(db, (version) => versions.push(version), fail)
      await contentVersion.refresh()
      await publish(otherProcess, async () => {})
      assert.equal(versions.length, 1)
      await contentVersion.refresh()
      assert.deepEqual(versions, [versions[0], versions[0]! + 1])
    })

    test('does not change if publishing fails, and neither does the content', async () => {
      const versions: number[] = []
      const contentVersion = trackContentVersion(db, (version) => versions.push(version), fail)
      await contentVersion.refresh()
      await assert.rejects(
        publish(db, async (tx) => {
          await tx.insertInto('setting').values({ key: 'two', value: '2' }).execute()
          throw new Error('second thoughts')
        }),
        /second thoughts/,
      )
      await contentVersion.refresh()
      assert.equal(versions[1], versions[0])
      assert.equal(await db.selectFrom('setting').select('key').where('key', '=', 'two').executeTakeFirst(), undefined)
    })

    test('rises once for each of many concurrent publications', async (t) => {
      let lastVersion = 0
      const contentVersion = trackContentVersion(db, (version) => (lastVersion = version), fail)
      await contentVersion.refresh()
      t.after(contentVersion.watch())
      const initialVersion = lastVersion
      await Promise.all(Array.from({ length: 20 }, () => publish(db, async () => {})))
      assert.equal(lastVersion, initialVersion + 20)
    })

    test('never decreases when the result of an older query arrives late', async (t) => {
      const versions: number[] = []
      const slowDb = delayFirstResult(db)
      const contentVersion = trackContentVersion(slowDb.db, (version) => versions.push(version), fail)
      t.after(contentVersion.watch())
      const refreshPromise = contentVersion.refresh()
      await slowDb.queryStarted
      const publishPromise = publish(slowDb.db, async () => {})
      await sleep(50)
      slowDb.release()
      await Promise.all([refreshPromise, publishPromise])
      assert.deepEqual(
        versions,
        versions.toSorted((a, b) => a - b),
      )
    })

    test('is not polled after stop(), even if a query is running', async () => {
      let readCount = 0
      const slowDb = delayFirstResult(db)
      const stop = trackContentVersion(slowDb.db, () => readCount++, fail).watch()
      await slowDb.queryStarted
      stop()
      slowDb.release()
      await sleep(600)
      assert.equal(readCount, 1)
    })

    test('is polled again after a database failure', async () => {
      const errors: unknown[] = []
      let readCount = 0
      const contentVersion = trackContentVersion(
        db,
        () => readCount++,
        (error) => errors.push(error),
      )
      await db.schema.alterTable('content_version').renameTo('version_away').execute()
      const stop = contentVersion.watch()
      while (errors.length === 0) await sleep(20)
      assert.equal(readCount, 0)
      await db.schema.alterTable('version_away').renameTo('content_version').execute()
      while (readCount === 0) await sleep(20)
      stop()
    })
  })
}
