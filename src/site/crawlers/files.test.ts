import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import sharp from 'sharp'
import { sendRequest } from '#testing/send-request.ts'
import { enginesFor } from '#testing/engines.ts'
import { setUpTestApp } from '#testing/test-app.ts'
import { parseXml, type Element } from '#testing/xml.ts'
import type { Post } from '#content/contract.ts'
import { publish } from '#platform/database/publish.ts'
import { cataloguePath } from '#routes/catalogue.ts'
import { files, inLanguage, languages, pages } from '#routes/public.ts'
import { DAY_MS } from '#platform/durations.ts'

const publicUrl = 'https://selvage.example'
const formatDhakaTimestamp = (atMs: number) => new Date(atMs + 6 * 3_600_000).toISOString().slice(0, 19) + '+06:00'

for (const engine of enginesFor(import.meta.url)) {
  describe(`the files for crawlers, on ${engine.name}`, () => {
    const app = setUpTestApp(engine)

    const readTextAt = async (path: string): Promise<string> => {
      const response = await app.get(path)
      assert.equal(response.status, 200, path)
      return response.text()
    }
    const insertPost = (slug: string, fields: object) => {
      const postTexts = { title_en: `<${slug}> & "more"`, summary_en: 'A < B\u0007', body_en: '<p>Text</p>' }
      const times = { published_at: app.clock.now, updated_at: app.clock.now }
      const post = { category_id: 14, slug, picture: null, position: 900, ...postTexts, ...times, ...fields }
      return publish(app.db, (tx) => tx.insertInto('post').values(post).execute())
    }
    const updatePost = (slug: string, changes: object) =>
      publish(app.db, (tx) => tx.updateTable('post').set(changes).where('slug', '=', slug).execute())
    const deletePosts = (...slugs: string[]) =>
      publish(app.db, (tx) => tx.deleteFrom('post').where('slug', 'in', slugs).execute())
    const setRoomActive = (slug: string, active: 0 | 1) =>
      publish(app.db, (tx) => tx.updateTable('room').set({ active }).where('slug', '=', slug).execute())

    describe('the sitemap', () => {
      const readEntries = async () => parseXml(await readTextAt(files.sitemap)).children
      const readChildText = (entry: Element, name: string) => entry.children.find((each) => each.name === name)?.text
      const readPaths = async () => (await readEntries()).map((entry) => toPath(readChildText(entry, 'loc')!))

      test('lists each page once per language, with links to its other languages', async () => {
        const listedEntries = await readEntries()
        const urls = listedEntries.map((entry) => readChildText(entry, 'loc')!)
        assert.equal(new Set(urls).size, urls.length)
        for (const entry of listedEntries) {
          assert.equal(entry.name, 'url')
          const links = entry.children.filter(({ name }) => name === 'xhtml:link').map(({ attributes }) => attributes)
          const alternates = Object.fromEntries(links.map(({ hreflang, href }) => [hreflang, href]))
          assert.deepEqual(Object.keys(alternates), ['en', 'bn', 'x-default'])
          const englishPath = toPath(alternates['en']!)
          assert.deepEqual(alternates, {
            en: publicUrl + englishPath,
            bn: publicUrl + inLanguage(englishPath, 'bn'),
            'x-default': publicUrl + englishPath,
          })
          assert.ok(Object.values(alternates).includes(readChildText(entry, 'loc')!))
          assert.ok(Object.values(alternates).every((place) => urls.includes(place!)))
        }
      })

      test('contains every page that search engines may find (APP-2)', async () => {
        const listedPaths = new Set(await readPaths())
        for (const page of Object.values(pages).filter((path) => !path.includes(':'))) {
          for (const path of languages.map((language) => inLanguage(page, language))) {
            const response = await app.get(path)
            const isHidden = (await response.text()).includes('<meta name="robots" content="noindex"/>')
            assert.equal(listedPaths.has(path), response.status === 200 && !isHidden, path)
          }
        }
        const { body } = await app.call('activeRooms')
        for (const { slug } of body.data) assert.ok(listedPaths.has(`/bn/booking-details/${slug}`))
        const products = (await app.call('getProducts')).body.data as { slug: string }[]
        const isProduct = (slug: string) => products.some((product) => product.slug === slug)
        const posts = (await app.db.selectFrom('post').select(['slug', 'category_id']).execute()).filter(
          ({ slug, category_id }) => category_id !== 4 || !isProduct(slug),
        )
        for (const { slug, category_id } of posts)
          assert.ok(listedPaths.has(category_id === 14 ? `/reading-blog/${slug}` : `/details/${slug}`), slug)
        for (const { slug } of products) assert.ok(listedPaths.has(`/bn/products/${slug}`))
        const staticPaths = Object.values(pages).filter((path) => !path.includes(':') && listedPaths.has(path))
        assert.equal(listedPaths.size, 2 * (staticPaths.length + body.data.length + products.length + posts.length))
      })

      test('gives the last modified date of each post and of the list that contains it', async () => {
        const changedAt = app.clock.now - 5 * DAY_MS
        const [firstPost, ...otherPosts] = (await app.call('getPostData', { post_category_id: 9 })).body.data
        for (const { slug } of otherPosts)
          await updatePost(slug, { updated_at: changedAt - DAY_MS, published_at: changedAt - 9 * DAY_MS })
        await updatePost(firstPost.slug, { updated_at: changedAt, published_at: changedAt - 9 * DAY_MS })
        const modifiedByPath = new Map(
          (await readEntries()).map((entry) => [toPath(readChildText(entry, 'loc')!), readChildText(entry, 'lastmod')]),
        )
        assert.equal(modifiedByPath.get(`/details/${firstPost.slug}`), formatDhakaTimestamp(changedAt))
        assert.equal(modifiedByPath.get(`/bn/details/${firstPost.slug}`), formatDhakaTimestamp(changedAt))
        assert.equal(modifiedByPath.get('/goals'), formatDhakaTimestamp(changedAt))
        assert.equal(modifiedByPath.get('/rooms'), undefined)
      })

      test('contains no drafts, no scheduled posts and no inactive rooms', async () => {
        await insertPost('a-draft', { published_at: null })
        await insertPost('of-tomorrow', { published_at: app.clock.now + 1 })
        await insertPost('of-now', { category_id: 4, updated_at: app.clock.now - DAY_MS })
        await setRoomActive('twin', 0)
        const listedPaths = await readPaths()
        const testPaths = listedPaths.filter((path) => /a-draft|of-|twin$/.test(path))
        assert.deepEqual(testPaths, ['/details/of-now', '/bn/details/of-now'])
        await deletePosts('a-draft', 'of-tomorrow', 'of-now')
        await setRoomActive('twin', 1)
      })
    })

    test('excludes robots from the API and from personal pages, but from no public page', async () => {
      const lines = (await readTextAt(files.robots)).split('\n')
      assert.ok(lines.includes('User-agent: *'))
      assert.ok(lines.includes(`Sitemap: ${publicUrl}/sitemap.xml`))
      const disallowedPaths = lines
        .filter((line) => line.startsWith('Disallow: '))
        .map((line) => line.slice('Disallow: '.length))
      assert.ok(
        ['/api/', '/login', '/bn/dashboard', '/booking-success'].every((path) => disallowedPaths.includes(path)),
      )
      for (const path of disallowedPaths.filter((each) => each !== '/api/'))
        assert.match(await readTextAt(path), /<meta name="robots" content="noindex"/, path)
      const listedPaths = [...(await readTextAt(files.sitemap)).matchAll(/<loc>([^<]+)/g)].map(([, place]) =>
        toPath(place!),
      )
      for (const path of listedPaths) assert.ok(!disallowedPaths.some((each) => path.startsWith(each)), path)
    })

    for (const language of languages) {
      describe(`the feed, in ${language}`, () => {
        const path = inLanguage(files.feed, language)
        const readChannel = async () => {
          const root = parseXml(await readTextAt(path))
          assert.deepEqual([root.name, root.attributes['version'], root.children.length], ['rss', '2.0', 1])
          return root.children[0]!
        }
        const findChild = (parent: Element, name: string) => {
          const matches = parent.children.filter((each) => each.name === name)
          assert.equal(matches.length, 1, name)
          return matches[0]!
        }
        const readItems = async () => (await readChannel()).children.filter(({ name }) => name === 'item')

        test('contains the name and address of the site, and is linked from a page', async () => {
          const feed = await readChannel()
          const { name } = (await app.call('getGlobalData', {}, { language })).body
          const { category } = (await app.call('getPostData', { post_category_id: 14 }, { language })).body
          assert.equal(findChild(feed, 'title').text, `${name}: ${category.name}`)
          assert.equal(findChild(feed, 'link').text, publicUrl + inLanguage('/blog', language))
          assert.equal(findChild(feed, 'language').text, language)
          assert.equal(findChild(feed, 'description').text, category.intro)
          const selfLink = findChild(feed, 'atom:link').attributes
          assert.deepEqual(selfLink, { rel: 'self', type: 'application/rss+xml', href: publicUrl + path })
          const link = /<link rel="alternate" type="application\/rss\+xml" title="[^"]+" href="([^"]+)"/
          assert.equal(link.exec(await readTextAt(inLanguage('/contact', language)))![1], publicUrl + path)
        })

        test('lists the posts of the blog, newest first, each with its own page', async () => {
          const { data } = (await app.call('getPostData', { post_category_id: 14 }, { language })).body
          const listedItems = await readItems()
          const links = listedItems.map((item) => findChild(item, 'link').text)
          const buildPostUrl = ({ slug }: Post) => publicUrl + inLanguage(`/reading-blog/${slug}`, language)
          assert.deepEqual([...links].sort(), data.map(buildPostUrl).sort())
          const dates = listedItems.map((item) => Date.parse(findChild(item, 'pubDate').text))
          assert.deepEqual(
            dates,
            [...dates].sort((a, b) => b - a),
          )
          for (const item of listedItems) {
            const [link, guid, date] = [
              findChild(item, 'link').text,
              findChild(item, 'guid'),
              findChild(item, 'pubDate').text,
            ]
            assert.deepEqual([guid.text, guid.attributes['isPermaLink']], [link, 'true'])
            assert.match(date, /^(Mon|Tue|Wed|Thu|Fri|Sat|Sun), \d\d [A-Z][a-z]{2} \d{4} \d\d:\d\d:\d\d GMT$/)
            const post = data.find(({ slug }: Post) => link.endsWith(`/${slug}`))
            assert.deepEqual(
              [findChild(item, 'title').text, findChild(item, 'description').text],
              [post.title, post.summary],
            )
            assert.equal(Date.parse(date), Date.parse(post.published_at))
            await readTextAt(toPath(link))
          }
          const newestMs = Math.max(...data.map((post: Post) => Date.parse(post.updated_at)))
          assert.equal(Date.parse(findChild(await readChannel(), 'lastBuildDate').text), newestMs)
        })

        test('escapes all content and contains no unpublished posts', async () => {
          await insertPost('odd', { published_at: app.clock.now })
          await insertPost('a-draft', { published_at: null })
          await insertPost('of-tomorrow', { published_at: app.clock.now + 1 })
          const [firstItem, ...otherItems] = await readItems()
          assert.deepEqual(
            [findChild(firstItem!, 'title').text, findChild(firstItem!, 'description').text],
            ['<odd> & "more"', 'A < B'],
          )
          assert.ok(!otherItems.some((item) => /a-draft|of-tomorrow/.test(findChild(item, 'link').text)))
          await deletePosts('odd', 'a-draft', 'of-tomorrow')
          assert.ok(!(await readItems()).some((item) => findChild(item, 'link').text.endsWith('/odd')))
        })

        test('is valid without any post', async () => {
          const postpone = (byMs: number) =>
            publish(app.db, (tx) =>
              tx
                .updateTable('post')
                .set((row) => ({ published_at: row('published_at', '+', byMs) }))
                .execute(),
            )
          await postpone(1000 * DAY_MS)
          const names = (await readChannel()).children.map(({ name }) => name)
          await postpone(-1000 * DAY_MS)
          assert.ok(!names.includes('item') && !names.includes('lastBuildDate'))
          assert.ok((await readItems()).length > 0)
        })
      })

      test(`names existing icons in their stated sizes in the manifest, in ${language}`, async () => {
        const path = inLanguage(files.manifest, language)
        const manifest = JSON.parse(await readTextAt(path))
        const { name, description } = (await app.call('getGlobalData', {}, { language })).body
        assert.deepEqual([manifest.name, manifest.description, manifest.lang], [name, description, language])
        assert.ok(manifest.short_name.length <= 12)
        const icons = manifest.icons.map(({ sizes, purpose }: Record<string, string>) => `${sizes} ${purpose}`)
        assert.deepEqual(icons, ['192x192 any', '512x512 any', '512x512 maskable'])
        for (const { src, sizes, type } of manifest.icons) {
          const icon = await app.get(src)
          assert.equal(icon.headers.get('content-type'), type)
          const { width, height, format } = await sharp(Buffer.from(await icon.arrayBuffer())).metadata()
          assert.deepEqual([`${width}x${height}`, `image/${format}`], [sizes, type])
        }
        const startHtml = await readTextAt(manifest.start_url)
        assert.ok(startHtml.includes(`<html lang="${language}">`))
        assert.ok(startHtml.includes(`<link rel="manifest" href="${path}"/>`))
        assert.ok(startHtml.includes(`<meta name="theme-color" content="${manifest.theme_color}"/>`))
      })
    }

    const contentTypes: Record<string, string> = {
      [files.robots]: 'text/plain; charset=utf-8',
      [files.sitemap]: 'application/xml; charset=utf-8',
      [files.feed]: 'application/rss+xml; charset=utf-8',
      [inLanguage(files.feed, 'bn')]: 'application/rss+xml; charset=utf-8',
      [files.manifest]: 'application/manifest+json; charset=utf-8',
      [inLanguage(files.manifest, 'bn')]: 'application/manifest+json; charset=utf-8',
      [cataloguePath]: 'application/pdf',
      [inLanguage(cataloguePath, 'bn')]: 'application/pdf',
    }

    test('serves each file with its type and an ETag, answers 304 to that ETag, and accepts only GET and HEAD', async () => {
      for (const [path, contentType] of Object.entries(contentTypes)) {
        await publish(app.db, async () => {})
        const firstResponse = await sendRequest(app.url, path)
        assert.deepEqual([firstResponse.status, firstResponse.headers['content-type']], [200, contentType])
        assert.equal(firstResponse.headers['cache-control'], 'public, no-cache')
        assert.equal(firstResponse.headers['x-content-type-options'], 'nosniff')
        assert.match(String(firstResponse.headers['content-security-policy']), /^default-src 'none'/)
        const secondResponse = await sendRequest(app.url, `${path}?utm_source=reader`)
        assert.deepEqual(
          [secondResponse.headers.etag, secondResponse.body.toString()],
          [firstResponse.headers.etag, firstResponse.body.toString()],
        )
        assert.equal(
          (await sendRequest(app.url, path, { headers: { 'if-none-match': firstResponse.headers.etag! } })).status,
          304,
        )
        const headResponse = await sendRequest(app.url, path, { method: 'HEAD' })
        assert.deepEqual([headResponse.status, headResponse.body.length], [200, 0])
        assert.equal(Number(headResponse.headers['content-length']), firstResponse.body.length)
        const postResponse = await sendRequest(app.url, path, { method: 'POST' })
        assert.deepEqual([postResponse.status, postResponse.headers.allow], [405, 'GET, HEAD'])
        const slashResponse = await sendRequest(app.url, `${path}/`)
        assert.deepEqual([slashResponse.status, slashResponse.headers.location], [308, path])
      }
    })

    test('does not build a file again before the content changes', async () => {
      await readTextAt(files.sitemap)
      await app.db.schema.alterTable('post').renameTo('post_away').execute()
      const cachedResponse = await app.get(files.sitemap)
      await publish(app.db, async () => {})
      const failedResponse = await app.get(files.sitemap)
      await app.db.schema.alterTable('post_away').renameTo('post').execute()
      assert.deepEqual([cachedResponse.status, failedResponse.status], [200, 500])
      assert.equal((await app.get(files.sitemap)).status, 200)
    })
  })
}

const toPath = (address: string): string => {
  assert.ok(address === publicUrl || address.startsWith(publicUrl + '/'), address)
  return address.slice(publicUrl.length)
}
