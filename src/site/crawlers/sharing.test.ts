import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import sharp from 'sharp'
import { fetchSitemapPages, findRoutePattern, getPath, publicUrl, fetchText as textIn } from '#testing/sitemap-pages.ts'
import { enginesFor, sqlite } from '#testing/engines.ts'
import { startTestApp, type TestApp } from '#testing/test-app.ts'
import { readHead, readTypes, listLinkedData, readMetas, unescapeHtml } from '#testing/page-source.ts'
import { publish } from '#platform/database/publish.ts'
import { inLanguage, languages, pages, readLanguage, type Language } from '#routes/public.ts'

for (const engine of enginesFor(import.meta.url)) {
  describe(`metadata for shared links and search engines, on ${engine.name}`, () => {
    let app: TestApp
    /**
     * The HTML of the crawled pages by path: one page of each kind in each language. The SQLite run also crawls all
     * English pages.
     */
    let htmlByPath: Map<string, string>
    before(async () => {
      app = await startTestApp(engine)
      htmlByPath = await fetchSitemapPages(app, engine === sqlite)
    })
    after(() => app.close())

    const readTextAt = (path: string) => textIn(app, path)
    const fetchData = async (name: 'getGlobalData' | 'activeRooms', language: Language) =>
      (await app.call(name, {}, { language })).body

    test('allows indexing of each page in the sitemap and names its canonical address (APP-1)', () => {
      assert.ok(htmlByPath.size >= 30)
      for (const [path, html] of htmlByPath) {
        assert.deepEqual(readMetas(html, 'robots'), [], path)
        const canonicalUrls = [...html.matchAll(/<link rel="canonical" href="([^"]*)"/g)]
        assert.deepEqual(
          canonicalUrls.map(([, href]) => href),
          [publicUrl + path],
        )
        const { language, path: englishPath } = readLanguage(path)
        assert.ok(html.startsWith(`<!doctype html><html lang="${language}">`))
        for (const alternative of languages) {
          const alternativeUrl = publicUrl + inLanguage(englishPath, alternative)
          assert.ok(
            html.includes(`<link rel="alternate" hrefLang="${alternative}" href="${alternativeUrl}"/>`),
            alternativeUrl,
          )
        }
      }
    })

    test('gives each page a card: title, description and a JPEG of the stated size', async () => {
      const sizesByPicture = new Map<string, string>()
      for (const [path, html] of htmlByPath) {
        const getMeta = (name: string) => {
          const allMetas = readMetas(html, name)
          assert.equal(allMetas.length, 1, `${name} of ${path}`)
          return allMetas[0]!
        }
        const { name } = await fetchData('getGlobalData', readLanguage(path).language)
        const title = unescapeHtml(/<title>([^<]*)<\/title>/.exec(html)![1]!)
        assert.ok([getMeta('og:title'), `${getMeta('og:title')} · ${name}`].includes(title), path)
        const texts = [getMeta('og:description'), getMeta('og:url'), getMeta('og:site_name')]
        assert.deepEqual(texts, [getMeta('description'), publicUrl + path, name])
        const locales = [getMeta('og:locale'), getMeta('og:locale:alternate')]
        assert.deepEqual(locales, readLanguage(path).language === 'en' ? ['en_GB', 'bn_BD'] : ['bn_BD', 'en_GB'])
        assert.equal(getMeta('twitter:card'), 'summary_large_image')
        assert.ok(getMeta('og:image:alt').length > 5)
        const isPost = [pages.post, pages.detail].includes(findRoutePattern(path) as typeof pages.post)
        assert.equal(getMeta('og:type'), isPost ? 'article' : 'website')

        sizesByPicture.set(
          getPath(getMeta('og:image')),
          `${getMeta('og:image:width')}x${getMeta('og:image:height')} ${getMeta('og:image:type')}`,
        )
      }
      assert.ok(sizesByPicture.size > 3)
      assert.equal(sizesByPicture.get('/open-graph.jpg'), '1200x630 image/jpeg')
      for (const [path, size] of sizesByPicture) {
        const response = await app.get(path)
        assert.equal(response.headers.get('content-type'), 'image/jpeg')
        const { width, height, format } = await sharp(Buffer.from(await response.arrayBuffer())).metadata()
        assert.equal(`${width}x${height} image/${format}`, size, path)
      }
    })

    test('forbids indexing of personal pages and of single searches, but gives them a card', async () => {
      const stay = `check_in=${app.day(3)}&check_out=${app.day(5)}`
      const personalPaths = [
        '/login',
        '/signup',
        '/user/profile',
        '/reset-password',
        '/dashboard',
        '/enquiry',
        '/booking-success',
        '/quotation',
        '/order',
        '/contact?sent=1',
        '/api/docs',
        '/api/docs/booking',
      ]
      for (const path of [...personalPaths, `/rooms?${stay}`, `/booking-details/deluxe?${stay}`, '/rooms?check_in=x']) {
        const html = await readTextAt(path)
        assert.deepEqual(readMetas(html, 'robots'), ['noindex'], path)
        assert.ok(!/rel="canonical"|hrefLang|ld\+json/.test(readHead(html)), path)
        assert.equal(readMetas(html, 'og:title').length, 1)
      }
      for (const path of ['/rooms?adult=2', '/rooms?utm_source=letter', '/booking-details/deluxe?gclid=1']) {
        const html = await readTextAt(path)
        assert.deepEqual(readMetas(html, 'robots'), [])
        assert.ok(html.includes(`<link rel="canonical" href="${publicUrl}${path.split('?')[0]}"/>`), path)
      }
    })

    test('names the canonical address of a post that is requested at another address', async () => {
      for (const [path, canonicalPath] of [
        ['/details/how-to-choose-a-zipper', '/reading-blog/how-to-choose-a-zipper'],
        ['/bn/reading-blog/sample-approval', '/bn/details/sample-approval'],
        ['/bn/details/zipper', '/bn/products/zipper'],
      ] as const) {
        const html = await readTextAt(path)
        assert.ok(html.includes(`<link rel="canonical" href="${publicUrl}${canonicalPath}"/>`))
        assert.deepEqual(readMetas(html, 'og:url'), [publicUrl + canonicalPath])
        assert.equal(listLinkedData(html).at(-1)!['mainEntityOfPage'], publicUrl + canonicalPath)
      }
    })

    test('gives no card to a missing page', async () => {
      const html = await (await app.get('/no-such-page')).text()
      assert.deepEqual([readMetas(html, 'og:title'), listLinkedData(html)], [[], []])
    })

    test('leaves out linked data that cannot be loaded, and renders the complete page for the next visitor (APP-12)', async (t) => {
      const consoleError = t.mock.method(console, 'error', () => {})
      await publish(app.db, async () => {})
      await app.db.schema.alterTable('room').renameTo('room_away').execute()
      const degradedResponse = await app.get('/contact')
      await app.db.schema.alterTable('room_away').renameTo('room').execute()
      assert.equal(degradedResponse.status, 200)
      assert.deepEqual(listLinkedData(await degradedResponse.text()).map(readTypes), [['BreadcrumbList']])
      assert.equal(consoleError.mock.callCount(), 0, 'the log has JSON lines only')
      assert.deepEqual(listLinkedData(await readTextAt('/contact')).map(readTypes), [
        ['BreadcrumbList'],
        ['LodgingBusiness'],
      ])
    })
  })
}
