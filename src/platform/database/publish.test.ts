import assert from 'node:assert/strict'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { sendRequest } from '#testing/send-request.ts'
import { bothEngines, postgres } from '#testing/engines.ts'
import { startTestApp, setUpTestApp, type TestApp } from '#testing/test-app.ts'
import { startSecondProcess } from '#testing/second-process.ts'
import { closeUnit, endClosure } from '#stays/availability/closure.ts'
import { writeCompany } from '#content/company.ts'
import { savePost } from '#content/posts/post.ts'
import { registerBuiltPictures } from '#content/media/store.ts'
import { trackContentVersion } from './content-version.ts'
import { inTransaction, type Database, type Transaction, type WholeDatabase } from './database.ts'
import { publish } from './publish.ts'

const pictureListFile = fileURLToPath(new URL('../../../dist/pictures.json', import.meta.url))

const post = {
  category_id: 14,
  slug: 'threads',
  title_en: 'Threads of the season',
  summary_en: 'Summary',
  body_en: '<p>Text</p>',
  position: 1,
  published_at: 1,
}

/** Changes to publish, each with a cached page and a text that appears on it afterwards. */
const publications: Record<string, Publication> = {
  'the company name': {
    write: ({ db }) => writeCompany(db, { houseName: { en: 'The House of Thread' } }),
    path: '/booking-details/single',
    text: 'The House of Thread',
  },
  'a post': {
    write: ({ db, clock }) => savePost(db, () => clock.now, post),
    path: '/blog',
    text: post.title_en,
  },
  'the price of a room': {
    write: ({ db }) =>
      publish(db, (tx) => tx.updateTable('room').set({ price_poisha: 987_600 }).where('slug', '=', 'twin').execute()),
    path: '/rooms',
    text: '9,876',
  },
  'a picture': {
    write: ({ db }) => changeAltTexts(db, 'Buttons by the thousand'),
    path: '/',
    text: 'Buttons by the thousand',
  },
}
interface Publication {
  write(app: TestApp): Promise<unknown>
  path: string
  text: string
}

/** Simulates a build in which every picture has a new description. */
async function changeAltTexts(db: WholeDatabase, alt: string): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'pictures-'))
  const pictureList = JSON.parse(await readFile(pictureListFile, 'utf8')) as Record<string, object>
  const updatedPictures = Object.entries(pictureList).map(([name, picture]) => [
    name,
    { ...picture, alt: { en: alt, bn: alt } },
  ])
  await writeFile(join(folder, 'pictures.json'), JSON.stringify(Object.fromEntries(updatedPictures)))
  await registerBuiltPictures(db, join(folder, 'pictures.json'))
  await rm(folder, { recursive: true })
}

for (const engine of bothEngines) {
  describe(`publish on ${engine.name}`, () => {
    const app = setUpTestApp(engine)

    const readPage = async (path: string) => {
      const { status, headers, body } = await sendRequest(app.url, path)
      assert.equal(status, 200)
      return { text: body.toString(), etag: headers.etag! }
    }
    const readVersion = async () =>
      (await app.db.selectFrom('content_version').select('version').executeTakeFirstOrThrow()).version

    for (const [change, { write, path, text }] of Object.entries(publications)) {
      test(`updates a cached page for the next visitor: ${change}`, async () => {
        const cachedPage = await readPage(path)
        assert.equal((await readPage(path)).etag, cachedPage.etag)
        assert.ok(!cachedPage.text.includes(text))
        await write(app)
        const updatedPage = await readPage(path)
        assert.ok(updatedPage.text.includes(text))
        assert.notEqual(updatedPage.etag, cachedPage.etag)
      })
    }

    test('raises the content version for a closure and for its end, and keeps the ETag of an unaffected page', async () => {
      const { id: unitId } = await app.db.selectFrom('unit').select('id').executeTakeFirstOrThrow()
      const stateBefore = [await readVersion(), (await readPage('/rooms')).etag]
      const [fromDay, toDay] = [30_000, 30_002]
      await closeUnit(app.db, { unitId, fromDay, toDay, reason: 'new carpet' })
      const { id } = await app.db.selectFrom('unit_closure').select('id').executeTakeFirstOrThrow()
      await endClosure(app.db, id)
      assert.deepEqual(
        [await readVersion(), (await readPage('/rooms')).etag],
        [(stateBefore[0] as number) + 2, stateBefore[1]],
      )
    })

    test('changes neither content, version nor served pages on an error', async () => {
      const stateBefore = [await readVersion(), (await readPage('/about')).etag]
      await assert.rejects(
        publish(app.db, async (tx) => {
          await writeCompany(tx, { name: { en: 'Never' } })
          await tx.updateTable('post').set({ title_en: 'Never' }).execute()
          throw new Error('second thoughts')
        }),
        /second thoughts/,
      )
      assert.deepEqual([await readVersion(), (await readPage('/about')).etag], stateBefore)
      assert.ok(!(await readPage('/blog')).text.includes('Never'))
    })

    test('runs a nested publication as part of the outer one', async () => {
      const versionBefore = await readVersion()
      const savedResult = await publish(app.db, async (tx) => {
        await writeCompany(tx, { tagline: { en: 'Part of it' } })
        assert.equal(await readVersion(), versionBefore)
        return savePost(tx, () => app.clock.now, { ...post, slug: 'part' })
      })
      assert.equal(await readVersion(), versionBefore + 1)
      assert.ok((await readPage('/reading-blog/part')).text.includes(post.title_en))
      assert.ok(savedResult > 0)
    })

    test('commits even if the process cannot refresh its content version, and reports the error', async (t) => {
      const errors: unknown[] = []
      const failRead = () => {
        throw new Error('away')
      }
      t.after(trackContentVersion(app.db, failRead, (error) => errors.push(error)).watch())
      assert.equal(await publish(app.db, async () => 'done'), 'done')
      assert.match(String(errors[0]), /away/)
    })
  })
}

describe('published content', () => {
  test('is served by another process under a new ETag', async (t) => {
    const app = await startTestApp(postgres)
    t.after(() => app.close())
    const otherProcess = await startSecondProcess(app)
    t.after(() => otherProcess.close())
    const fetchPage = async (path: string) => {
      const { headers, body } = await sendRequest(otherProcess.url, path)
      return { text: body.toString(), etag: headers.etag }
    }
    for (const { write, path, text } of Object.values(publications)) {
      const pageBefore = await fetchPage(path)
      assert.equal((await fetchPage(path)).etag, pageBefore.etag)
      assert.ok(!pageBefore.text.includes(text))
      await write(app)
      await otherProcess.untilShown(path, text)
      assert.notEqual((await fetchPage(path)).etag, pageBefore.etag)
    }
  })
})

/** Methods of the query builder that our types leave out. */
type ExcludedMethods =
  | 'with'
  | 'withRecursive'
  | 'mergeInto'
  | 'replaceInto'
  | 'transaction'
  | 'startTransaction'
  | 'connection'
  | 'withPlugin'
  | 'withSchema'
  | 'withTables'
  | '$extendTables'

test('the types allow writes to published tables only in publish', () => {
  const areExcluded: Extract<ExcludedMethods, keyof WholeDatabase> extends never ? true : false = true
  assert.ok(areExcluded)
  const listWorkarounds = async (
    db: Database,
    wholeDb: WholeDatabase,
    transaction: Transaction,
    table: 'mail' | 'post',
  ) => {
    // @ts-expect-error -- published tables are read-only
    await wholeDb.insertInto('post').values(post).execute()
    // @ts-expect-error -- also in a transaction
    await inTransaction(db, (inner) => inner.updateTable('room').set({ price_poisha: 1 }).execute())
    // @ts-expect-error -- also for deletes
    await transaction.deleteFrom('unit_closure').execute()
    // @ts-expect-error -- also if only one of the possible tables is published
    await wholeDb.deleteFrom(table).execute()
    // @ts-expect-error -- nobody sets the version
    await publish(wholeDb, (tx) => tx.updateTable('content_version').set({ version: 1 }).execute())
    // @ts-expect-error -- a transaction that can still roll back cannot publish
    await publish(transaction, async () => {})
    // @ts-expect-error -- a Database may be a transaction
    await writeCompany(db, {})
    // @ts-expect-error -- a transaction is not the whole database
    await closeUnit(transaction, { unitId: 1, fromDay: 1, toDay: 2, reason: '' })
  }
  assert.equal(typeof listWorkarounds, 'function')
})
