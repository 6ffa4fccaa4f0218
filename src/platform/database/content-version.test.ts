import assert from 'node:assert/strict'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, describe, test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { ask } from '../../../testing/ask.ts'
import { engines, type TestDatabase } from '../../../testing/engines.ts'
import { openHouse } from '../../../testing/house.ts'
import { startServer } from '../../../testing/process.ts'
import { withSlowFirstAnswer } from '../../../testing/slow.ts'
import { contentVersion } from './content-version.ts'
import type { WholeDatabase } from './database.ts'
import { publish } from './publish.ts'

for (const engine of engines) {
  describe(`the version of the content on ${engine.name}`, () => {
    let database: TestDatabase
    let db: WholeDatabase
    before(async () => {
      database = await engine.fresh()
      db = database.db
    })
    after(() => database.close())
    const fail = (error: unknown) => assert.fail(String(error))

    test('rises with a publication, and is known here when that returns', async (t) => {
      const versions: number[] = []
      const content = contentVersion(db, (version) => versions.push(version), fail)
      await content.refresh()
      t.after(content.watch())
      const result = await publish(db, async (press) => {
        await press.insertInto('setting').values({ key: 'one', value: '1' }).execute()
        return 'done'
      })
      assert.equal(result, 'done')
      const [before] = versions
      assert.deepEqual([...new Set(versions)], [before, before! + 1])
    })

    test('stays when publishing fails, and so does the content', async () => {
      const versions: number[] = []
      const content = contentVersion(db, (version) => versions.push(version), fail)
      await content.refresh()
      await assert.rejects(
        publish(db, async (press) => {
          await press.insertInto('setting').values({ key: 'two', value: '2' }).execute()
          throw new Error('second thoughts')
        }),
        /second thoughts/,
      )
      await content.refresh()
      assert.equal(versions[1], versions[0])
      assert.equal(await db.selectFrom('setting').select('key').where('key', '=', 'two').executeTakeFirst(), undefined)
    })

    test('rises once for each of many publications at once', async (t) => {
      let known = 0
      const content = contentVersion(db, (version) => (known = version), fail)
      await content.refresh()
      t.after(content.watch())
      const before = known
      await Promise.all(Array.from({ length: 20 }, () => publish(db, async () => {})))
      assert.equal(known, before + 20)
    })

    test('is not taken back by an old answer that comes late', async (t) => {
      const versions: number[] = []
      const late = withSlowFirstAnswer(db)
      const content = contentVersion(late.db, (version) => versions.push(version), fail)
      t.after(content.watch())
      const looking = content.refresh()
      await late.asked
      const publishing = publish(late.db, async () => {})
      await sleep(50)
      late.letGo()
      await Promise.all([looking, publishing])
      assert.deepEqual(
        versions,
        versions.toSorted((a, b) => a - b),
      )
    })

    test('is looked at until it is asked to stop, even in the middle of a look', async () => {
      let looks = 0
      const slow = withSlowFirstAnswer(db)
      const stop = contentVersion(slow.db, () => looks++, fail).watch()
      await slow.asked
      stop()
      slow.letGo()
      await sleep(600)
      assert.equal(looks, 1)
    })

    test('is looked at again after the database was away', async () => {
      const errors: unknown[] = []
      let looks = 0
      const content = contentVersion(
        db,
        () => looks++,
        (error) => errors.push(error),
      )
      await db.schema.alterTable('content_version').renameTo('version_away').execute()
      const stop = content.watch()
      while (errors.length === 0) await sleep(20)
      assert.equal(looks, 0)
      await db.schema.alterTable('version_away').renameTo('content_version').execute()
      while (looks === 0) await sleep(20)
      stop()
    })
  })
}

describe('a change of the content', () => {
  test('is served by another process within a second, under a new tag', async (t) => {
    const house = await openHouse(engines.find(({ name }) => name === 'postgres')!)
    t.after(() => house.close())
    const DATA_DIR = await mkdtemp(join(tmpdir(), 'other-'))
    t.after(() => rm(DATA_DIR, { recursive: true }))
    const other = await startServer({ DATABASE_URL: house.at.url!, SEED: 'none', DATA_DIR, LOG_LEVEL: 'error' })
    t.after(() => other.kill())
    const nameOf = async (url: string) => {
      const { headers, body } = await ask(url, '/rooms')
      return { says: /Room of the (\w+)/.exec(body.toString())?.[1], etag: headers.etag }
    }
    const before = await nameOf(other.url)
    assert.equal((await nameOf(other.url)).etag, before.etag)
    const tags = new Set([before.etag])
    const tookAllMs: number[] = []
    for (const word of ['Buttons', 'Ribbons', 'Zippers']) {
      await publish(house.db, (press) =>
        press
          .updateTable('room')
          .set({ name_en: `Room of the ${word}` })
          .where('slug', '=', 'single')
          .execute(),
      )
      assert.equal((await nameOf(house.url)).says, word)
      const changedAt = performance.now()
      let told = await nameOf(other.url)
      while (told.says !== word && performance.now() - changedAt < 3_000) {
        await sleep(20)
        told = await nameOf(other.url)
      }
      const tookMs = performance.now() - changedAt
      t.diagnostic(`served by the other process after ${tookMs.toFixed(0)} ms`)
      assert.equal(told.says, word)
      tookAllMs.push(tookMs)
      tags.add(told.etag)
    }
    assert.equal(tags.size, 4)
    const [, medianMs] = tookAllMs.sort((a, b) => a - b)
    assert.ok(medianMs! < 1_000)
  })
})
