import assert from 'node:assert/strict'
import { after, before, describe, mock, test } from 'node:test'
import { enginesFor } from '#testing/engines.ts'
import { startTestApp, type TestApp } from '#testing/test-app.ts'
import { recordQueries } from '#testing/record-queries.ts'
import { valueForTier } from '#testing/tier.ts'
import { publish } from '#platform/database/publish.ts'
import { publishedTables } from '#schema/published.ts'
import { cataloguePath } from '#routes/catalogue.ts'
import { apiDocsPath, files, inLanguage, languages, pages } from '#routes/public.ts'

/**
 * Published tables whose rows are on no cached page of the demo. Only uncached responses show them, or the process reads
 * them once per content version, such as texts.
 */
const unshownTables = ['wording', 'post_redirect', 'room_old_slug', 'vat_rate']

/** The maximum number of rows requested from each table. */
const MAX_ROWS_PER_TABLE = valueForTier({ gate: 3, all: 1_000, soak: 1_000 })

/** Pages that are never cached: those with a captcha, those of one guest or buyer, and redirects. */
const uncachedPaths = [
  'blogDetails',
  'contact',
  'enquiry',
  'party',
  'premiumPackages',
  'payment',
  'quotation',
  'order',
  'enquiryStatus',
  'unsubscribe',
  'booking',
]

for (const engine of enginesFor(import.meta.url)) {
  describe(`the page cache on ${engine.name}`, () => {
    let app: TestApp
    const statements: string[] = []
    before(async () => {
      mock.timers.enable({ apis: ['setInterval'] }) // stops scheduled tasks, whose statements belong to no page
      app = await startTestApp(recordQueries(engine, ({ sql }) => statements.push(sql)))
      await app.worker.stop()
    })
    after(async () => {
      await app.close()
      mock.timers.reset()
    })

    test('contains data from all published tables, and from no other table', async () => {
      const tables = (await app.db.introspection.getTables()).map(({ name }) => name)
      const addressesByPage = await listAddresses(app)
      // Drops the cache, so that each page is rendered again.
      await publish(app.db, async () => {})
      const shownTables = new Set<string>()
      const uncachedPages: string[] = []
      for (const [name, addresses] of addressesByPage) {
        for (const address of addresses) {
          statements.length = 0
          const response = await app.get(address)
          await response.arrayBuffer()
          const wordsInStatements = new Set(statements.flatMap((sql) => sql.match(/\w+/g) ?? []))
          if (response.headers.get('cache-control') !== 'public, no-cache') uncachedPages.push(name)
          else for (const table of tables) if (wordsInStatements.has(table)) shownTables.add(table)
        }
      }
      assert.deepEqual([...new Set(uncachedPages)], uncachedPaths)
      shownTables.delete('content_version') // read with every request, but never shown
      assert.deepEqual([...shownTables, ...unshownTables].sort(), publishedTables.toSorted())
    })
  })
}

/** Returns all addresses of each page and file, in both languages. */
async function listAddresses(app: TestApp): Promise<Map<string, string[]>> {
  const listSlugs = async (table: 'post' | 'room' | 'product') =>
    (await app.db.selectFrom(table).select('slug').limit(MAX_ROWS_PER_TABLE).execute()).map(({ slug }) => slug)
  const posts = await listSlugs('post')
  const valuesByPage: Record<string, string[]> = {
    post: posts,
    detail: posts,
    room: await listSlugs('room'),
    product: await listSlugs('product'),
    booking: (await app.db.selectFrom('booking').select('code').execute()).map(({ code }) => code),
  }
  const listBothLanguages = (path: string) => languages.map((language) => inLanguage(path, language))
  return new Map([
    ...Object.entries(pages).map(([name, path]): [string, string[]] => [
      name,
      (valuesByPage[name] ?? ['']).flatMap((value) => listBothLanguages(path.replace(/:\w+/, value))),
    ]),
    ['robots', [files.robots]],
    ['sitemap', [files.sitemap]],
    ['feed', listBothLanguages(files.feed)],
    ['manifest', listBothLanguages(files.manifest)],
    ['catalogue', listBothLanguages(cataloguePath)],
    ['docs', [apiDocsPath, `${apiDocsPath}/booking`]],
  ])
}
