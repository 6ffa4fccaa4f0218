import assert from 'node:assert/strict'
import { before, describe, test } from 'node:test'
import { sqlite } from '#testing/engines.ts'
import { setUpTestApp, type TestApp } from '#testing/test-app.ts'
import { toPlainText } from '#content/excerpt.ts'
import { languages, pages, readLanguage, type PageName } from '#routes/public.ts'
import { categories } from '#content/categories.ts'

const publicUrl = 'https://selvage.example'

/**
 * Pages without a link from another page: visitors reach them by a form, an email or a sign-in, or the pages only
 * redirect.
 */
const unlinkedPages: PageName[] = [
  'bookingSuccess',
  // The payment gateway sends the guest back here.
  'payment',
  'quotation',
  'order',
  'enquiryStatus',
  // The address of a room combination, which a search creates.
  'party',
  'booking',
  'blogDetails',
  'premiumPackages',
  'resetPassword',
  'confirmEmail',
  'undoEmail',
  'unsubscribe',
]

// The links of a page do not depend on the engine, so one engine is enough.
describe('the links of the whole site, starting at its two home pages (APP-1)', () => {
  const app = setUpTestApp(sqlite)
  let site: Site
  before(async () => {
    site = await crawl(app)
  })

  test('are not broken and do not lead to redirects', () => {
    const brokenLinks = [...site.status].filter(([, status]) => status !== 200)
    assert.deepEqual(
      brokenLinks.map(([path, status]) => `${status} ${path}, on ${site.linkedFrom.get(path)}`),
      [],
    )
  })

  test('lead only to existing fragments of their page', () => {
    assert.ok(site.fragments.length > 0)
    for (const { path, id, from } of site.fragments)
      assert.match(site.html.get(path)!, new RegExp(`<[^>]+ id="${RegExp.escape(id)}"`), `#${id}, on ${from}`)
  })

  test('reach each public page in both languages', () => {
    for (const language of languages) {
      const reachedAddresses = [...site.html.keys()]
        .map(readLanguage)
        .filter((address) => address.language === language)
      for (const [name, path] of Object.entries(pages)) {
        const pattern = new RegExp(`^${path.replace(/:\w+/g, '[^/]+')}$`)
        const isReached = reachedAddresses.some((address) => pattern.test(address.path))
        assert.equal(isReached, !unlinkedPages.includes(name as PageName), `${name} in ${language}`)
      }
    }
  })

  test('reach each post, product and room in both languages', async () => {
    const rooms = await app.db.selectFrom('room').select('slug').execute()
    const posts = await app.db
      .selectFrom('post')
      .select('slug')
      .where('category_id', 'not in', categoriesShownInFull)
      .execute()
    const products = await app.db.selectFrom('product').select('slug').execute()
    assert.ok(posts.length > 0 && products.length > 0)
    for (const pathPrefix of ['', '/bn']) {
      for (const { slug } of products) assert.ok(site.html.has(`${pathPrefix}/products/${slug}`), slug)
      for (const { slug } of rooms) assert.ok(site.html.has(`${pathPrefix}/booking-details/${slug}`), slug)
      for (const { slug } of posts)
        assert.ok(
          ['details', 'reading-blog'].some((folder) => site.html.has(`${pathPrefix}/${folder}/${slug}`)),
          slug,
        )
    }
  })

  test('are well-formed if they lead to other sites', () => {
    assert.ok(site.outwardLinks.size > 5)
    for (const address of site.outwardLinks) {
      assert.match(
        address,
        /^(https:\/\/[a-z0-9-]+(\.[a-z0-9-]+)+\/\S*|mailto:[^@\s]+@[a-z0-9.-]+\.[a-z]+(\?subject=[^\s&]+)?|tel:\+\d{8,15})$/,
      )
      assert.equal(URL.parse(address)?.href, address)
    }
  })
})

/** Categories whose posts are shown in full in their list, or on the page of the product. */
const categoriesShownInFull = [categories.about, categories.missionVision, categories.goals, categories.services]

interface Site {
  /** The status of each internal address. */
  status: Map<string, number>
  html: Map<string, string>
  linkedFrom: Map<string, string>
  fragments: { path: string; id: string; from: string }[]
  outwardLinks: Set<string>
}

/** Requests the home pages, and every address on each page that it has read. */
async function crawl(app: TestApp): Promise<Site> {
  const site: Site = {
    status: new Map(),
    html: new Map(),
    linkedFrom: new Map(),
    fragments: [],
    outwardLinks: new Set(),
  }
  let queue = ['/', '/bn']
  while (queue.length > 0) {
    const addresses: string[] = []
    for (let offset = 0; offset < queue.length; offset += 50)
      addresses.push(
        ...(await Promise.all(queue.slice(offset, offset + 50).map((path) => visit(app, path, site)))).flat(),
      )
    queue = [...new Set(addresses)].filter((path) => !site.status.has(path))
  }
  return site
}

async function visit(app: TestApp, path: string, site: Site): Promise<string[]> {
  const isFile = /\.\w+$/.test(path)
  const response = await app.fetch(path, { method: isFile ? 'HEAD' : 'GET' })
  site.status.set(path, response.status)
  const html = await response.text()
  if (!response.headers.get('content-type')?.startsWith('text/html') || response.status !== 200) return []
  site.html.set(path, html)
  const internalPaths: string[] = []
  for (const address of findAddresses(html)) {
    const url = new URL(address, publicUrl + path)
    if (url.origin !== publicUrl) {
      site.outwardLinks.add(address)
      continue
    }
    const targetPath = url.pathname + url.search
    if (url.hash) site.fragments.push({ path: targetPath, id: decodeURIComponent(url.hash.slice(1)), from: path })
    if (!site.linkedFrom.has(targetPath)) site.linkedFrom.set(targetPath, path)
    internalPaths.push(targetPath)
  }
  return internalPaths
}

/**
 * Returns all addresses that a browser might follow or fetch: in attributes, srcset lists and styles, and the addresses
 * of this site in meta tags.
 */
function findAddresses(html: string): string[] {
  const addresses: string[] = []
  for (const [, name, rawValue] of html.matchAll(/ ([a-zA-Z]+)="([^"]*)"(?=[^<>]*>)/g)) {
    const value = toPlainText(rawValue!)
    const attribute = name!.toLowerCase()
    if (['href', 'src', 'poster', 'action', 'formaction', 'data'].includes(attribute)) addresses.push(value)
    else if (attribute.endsWith('srcset'))
      addresses.push(...value.split(',').map((candidate) => candidate.trim().split(' ')[0]!))
    else if (attribute === 'content' && value.startsWith(publicUrl)) addresses.push(value)
  }
  // A style sheet names the paints of all products, such as url(#shades-3). They are not links.
  for (const [, address] of html.matchAll(/url\(["']?([^#"')][^"')]*)/g)) addresses.push(address!)
  return addresses.filter((address) => !address.startsWith('data:'))
}
