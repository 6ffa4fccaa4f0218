import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { fetchSitemapPages, findRoutePattern, getPath, publicUrl, fetchText as textIn } from '#testing/sitemap-pages.ts'
import { enginesFor, sqlite } from '#testing/engines.ts'
import { publish } from '#platform/database/publish.ts'
import { startTestApp, type TestApp } from '#testing/test-app.ts'
import { readMain } from '#testing/public-pages.ts'
import {
  readTypes,
  listLinkedData,
  readMetas,
  getVisibleText,
  type SchemaObject,
  unescapeHtml,
} from '#testing/page-source.ts'
import type { Room } from '#stays/rooms/contract.ts'
import { inLanguage, languages, pages, readLanguage, type Language } from '#routes/public.ts'
import { translatorFor } from '#locales/both.ts'

for (const engine of enginesFor(import.meta.url)) {
  describe(`linked data, on ${engine.name}`, () => {
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
    const readLinkedData = (path: string): SchemaObject[] => listLinkedData(htmlByPath.get(path)!)
    const fetchData = async (name: 'getGlobalData' | 'activeRooms', language: Language) =>
      (await app.call(name, {}, { language })).body

    test('is complete: a context, known types with their required properties, and absolute addresses', () => {
      for (const [path, html] of htmlByPath) {
        const scripts = [...html.matchAll(/<script type="application\/ld\+json">([^]*?)<\/script>/g)]
        assert.equal(scripts.length, 1, path)
        assert.equal((JSON.parse(scripts[0]![1]!) as SchemaObject)['@context'], 'https://schema.org')
        for (const item of flattenItems(readLinkedData(path))) {
          const itemTypes = readTypes(item)
          assert.ok(itemTypes.length > 0, JSON.stringify(item))
          for (const kind of itemTypes) {
            assert.ok(kind in requiredProperties, kind)
            for (const name of requiredProperties[kind]!)
              assert.ok(hasValue(item[name]), `${kind} without ${name} on ${path}`)
          }
          for (const name of ['@id', 'url', 'item', 'mainEntityOfPage'])
            for (const address of [item[name] ?? []].flat() as string[]) getPath(address.split('#')[0]!)
          for (const image of [item['image'] ?? []].flat() as string[]) assert.match(getPath(image), /\.jpg$/)
        }
      }
    })

    test('has the types that fit each page', () => {
      const typesByPath: Record<string, string[]> = {
        [pages.home]: ['Organization', 'WebSite', 'LodgingBusiness'],
        [pages.contact]: ['BreadcrumbList', 'LodgingBusiness'],
        [pages.rooms]: ['BreadcrumbList', 'LodgingBusiness'],
        [pages.room]: ['BreadcrumbList', 'HotelRoom Product'],
        [pages.post]: ['BreadcrumbList', 'BlogPosting'],
        [pages.detail]: ['BreadcrumbList', 'Article'],
        [pages.products]: ['BreadcrumbList', 'ItemList'],
        [pages.product]: ['BreadcrumbList', 'Product'],
        [pages.colourCard]: ['BreadcrumbList', 'ItemList'],
      }
      for (const path of htmlByPath.keys())
        assert.deepEqual(
          readLinkedData(path).map((item) => readTypes(item).join(' ')),
          typesByPath[findRoutePattern(path)] ?? ['BreadcrumbList'],
          path,
        )
    })

    test('uses the picture of the site for an article without a picture, such as a country (DES-15)', async () => {
      const article = listLinkedData(await readTextAt('/details/germany')).find((item) => item['@type'] === 'Article')!
      assert.deepEqual(article['image'], [`${publicUrl}/open-graph.jpg`])
    })

    test('has the breadcrumbs that the page shows', () => {
      for (const [path, html] of htmlByPath) {
        const { language } = readLanguage(path)
        const label = translatorFor(language).t('trail.label')
        const breadcrumbHtml = new RegExp(`<nav class="[^"]*" aria-label="${label}"><ol[^>]*>(.*?)</ol></nav>`).exec(
          html,
        )?.[1]
        const steps = [
          ...(breadcrumbHtml ?? '').matchAll(/<li><a( aria-current="page")? href="([^"]*)">([^<]*)<\/a><\/li>/g),
        ]
        const breadcrumbList = readLinkedData(path).find((item) => item['@type'] === 'BreadcrumbList')
        if (findRoutePattern(path) === pages.home) {
          assert.deepEqual([breadcrumbHtml, breadcrumbList], [undefined, undefined])
          continue
        }
        const items = breadcrumbList!['itemListElement'] as SchemaObject[]
        assert.deepEqual(
          items.map(({ position, name, item }) => [position, name, item]),
          steps.map(([, , href, name], index) => [index + 1, unescapeHtml(name!), publicUrl + href]),
        )
        assert.deepEqual(
          steps.map(([, current]) => Boolean(current)),
          [...steps.slice(1).map(() => false), true],
        )
        assert.deepEqual([steps[0]![2], steps.at(-1)![2]], [inLanguage('/', language), path])
        assert.ok(steps.length >= 2)
      }
    })

    for (const language of languages) {
      test(`describes the property with the company's details and the shown prices, in ${language} (ROOM-1)`, async () => {
        const company = await fetchData('getGlobalData', language)
        const { data: rooms } = await fetchData('activeRooms', language)
        const { money, t } = translatorFor(language)
        const geo = { '@type': 'GeoCoordinates', latitude: company.geo.lat, longitude: company.geo.lon }
        const address = { '@type': 'PostalAddress', streetAddress: company.address, addressCountry: 'BD' }
        const unitCount = rooms.reduce((sum: number, room: Room) => sum + room.units, 0)
        for (const page of [pages.home, pages.contact, pages.rooms]) {
          const path = inLanguage(page, language)
          const lodging = readLinkedData(path).find((item) => item['@type'] === 'LodgingBusiness')!
          assert.deepEqual(
            [lodging['name'], lodging['telephone'], lodging['email']],
            [company.houseName, company.telephone, company.email],
          )
          assert.deepEqual([lodging['address'], lodging['geo']], [address, geo])
          assert.deepEqual(
            [lodging['checkinTime'], lodging['checkoutTime']],
            [company.checkInFrom, company.checkOutUntil],
          )
          assert.deepEqual([lodging['currenciesAccepted'], lodging['numberOfRooms']], ['BDT', unitCount])
          for (const shownText of [company.address, company.telephone])
            assert.ok(getVisibleText(htmlByPath.get(path)!).includes(shownText))
        }
        const path = inLanguage(pages.rooms, language)
        const offers = readLinkedData(path).at(-1)!['makesOffer'] as SchemaObject[]
        const visibleText = getVisibleText(htmlByPath.get(path)!)
        const names = offers.map(({ itemOffered }) => (itemOffered as SchemaObject)['name'])
        assert.deepEqual(
          names,
          rooms.map(({ name }: Room) => name),
        )
        for (const offer of offers) {
          const { name, url } = offer['itemOffered'] as SchemaObject
          assert.ok(htmlByPath.get(path)!.includes(`href="${getPath(String(url))}"`))
          assert.ok(
            visibleText
              .slice(visibleText.indexOf(String(name)))
              .includes(t('rooms.from_per_night', { price: money(getPricePerNight(offer)) })),
          )
        }
      })

      test(`describes a room with its shown name, price and facilities, in ${language} (ROOM-1, ROOM-2)`, async () => {
        const { money, t, count } = translatorFor(language)
        for (const [path, html] of htmlByPath) {
          if (findRoutePattern(path) !== pages.room || readLanguage(path).language !== language) continue
          const room = readLinkedData(path).at(-1)!
          const visibleText = getVisibleText(html)
          assert.match(html, new RegExp(`<h1[^>]*>${RegExp.escape(String(room['name']))}</h1>`))
          const price = money(getPricePerNight(room['offers'] as SchemaObject))
          assert.ok(visibleText.includes(t('rooms.from_per_night', { price })), path)
          for (const paragraph of String(room['description']).split('\n\n')) assert.ok(visibleText.includes(paragraph))
          assert.ok(visibleText.includes(String((room['bed'] as SchemaObject)['typeOfBed'])))
          const { value } = room['floorSize'] as SchemaObject
          assert.ok(visibleText.includes(t('room.size_value', { size: value as number })))
          assert.ok(
            visibleText.includes(count('rooms.guests', (room['occupancy'] as SchemaObject)['maxValue'] as number)),
          )
          const amenities = room['amenityFeature'] as SchemaObject[]
          assert.ok(amenities.length > 5)
          for (const { name } of amenities) assert.ok(visibleText.includes(String(name)), String(name))
          for (const image of room['image'] as string[]) assert.ok(html.includes(`src="${getPath(image)}"`))
        }
      })
    }

    test('describes a product with its materials and manufacturer, and without a price (CONT-11)', async () => {
      for (const [path, html] of htmlByPath) {
        if (findRoutePattern(path) !== pages.product) continue
        const product = readLinkedData(path).at(-1)!
        const visibleText = getVisibleText(html).replaceAll('\u00A0', ' ')
        const materials = [product['material'], product['size']].flat() as string[]
        assert.ok(materials.length > 3)
        for (const text of [...materials, product['name'], ...String(product['description']).split('\n\n')])
          assert.ok(visibleText.includes(String(text)), String(text))
        assert.equal(
          (product['manufacturer'] as SchemaObject)['name'],
          (await fetchData('getGlobalData', readLanguage(path).language)).name,
        )
        assert.doesNotMatch(JSON.stringify(product), /"(offers|price|review|aggregateRating)"/)
      }
    })

    test('lists the products that the page shows (CONT-11)', () => {
      for (const path of [pages.products, inLanguage(pages.products, 'bn')]) {
        const items = readLinkedData(path).at(-1)!['itemListElement'] as SchemaObject[]
        const shownPosts = [
          ...readMain(htmlByPath.get(path)!).matchAll(/<a href="((?:\/bn)?\/products\/[^"]+)"[^>]*>([^<]+)<\/a>/g),
        ]
        assert.deepEqual(
          items.map(({ position, name, url }) => [position, name, url]),
          shownPosts.map(([, href, name], index) => [index + 1, unescapeHtml(name!), publicUrl + href]),
        )
        assert.ok(items.length >= 8)
      }
    })

    test('describes a post with its title and dates, to the second and with their offset', async () => {
      for (const [path, html] of htmlByPath) {
        if (findRoutePattern(path) !== pages.post && findRoutePattern(path) !== pages.detail) continue
        const post = readLinkedData(path).at(-1)!
        const slug = path.split('/').at(-1)!
        const row = await app.db.selectFrom('post').selectAll().where('slug', '=', slug).executeTakeFirstOrThrow()
        assert.equal(unescapeHtml(/<h1>([^<]*)<\/h1>/.exec(html)![1]!), post['headline'])
        const [publishedAt, modifiedAt] = [String(post['datePublished']), String(post['dateModified'])]
        for (const date of [publishedAt, modifiedAt]) assert.match(date, /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\+06:00$/)
        const toSeconds = (atMs: number) => Math.floor(atMs / 1000)
        assert.equal(Date.parse(publishedAt) / 1000, toSeconds(row.published_at!))
        assert.equal(Date.parse(modifiedAt) / 1000, toSeconds(Math.max(row.updated_at, row.published_at!)))
        assert.deepEqual(
          [readMetas(html, 'article:published_time'), readMetas(html, 'article:modified_time')],
          [[publishedAt], [modifiedAt]],
        )
        if (findRoutePattern(path) === pages.post) assert.ok(html.includes(`dateTime="${publishedAt.slice(0, 10)}"`))
        const { name } = await fetchData('getGlobalData', readLanguage(path).language)
        for (const organization of [post['author'], post['publisher']])
          assert.equal((organization as SchemaObject)['name'], name)
      }
    })

    test('escapes all content inside its script element', async () => {
      const name = '</script><script>alert(1)</script><!-- & "\u2028'
      await publish(app.db, (tx) =>
        tx.updateTable('room').set({ name_en: name }).where('slug', '=', 'single').execute(),
      )
      const html = await readTextAt('/booking-details/single')
      assert.equal(listLinkedData(html).at(-1)!['name'], name)
      assert.ok(!html.includes('<script>alert'))
    })
  })
}

const requiredProperties: Record<string, readonly string[]> = {
  Organization: ['@id', 'name', 'url', 'logo'],
  ImageObject: ['url', 'width', 'height'],
  WebSite: ['name', 'url', 'inLanguage', 'publisher'],
  LodgingBusiness: ['@id', 'name', 'url', 'address', 'telephone', 'email'],
  PostalAddress: ['streetAddress', 'addressCountry'],
  GeoCoordinates: ['latitude', 'longitude'],
  HotelRoom: ['@id', 'name', 'url'],
  Product: ['name', 'image', 'description'],
  BedDetails: ['typeOfBed'],
  QuantitativeValue: ['unitCode'],
  LocationFeatureSpecification: ['name', 'value'],
  Offer: ['url', 'price', 'priceCurrency', 'priceSpecification'],
  UnitPriceSpecification: ['price', 'priceCurrency', 'unitCode'],
  BlogPosting: ['headline', 'image', 'datePublished', 'dateModified', 'author', 'publisher', 'mainEntityOfPage'],
  Article: ['headline', 'image', 'datePublished', 'dateModified', 'author', 'publisher', 'mainEntityOfPage'],
  BreadcrumbList: ['itemListElement'],
  ItemList: ['itemListElement'],
  Brand: ['name'],
  Certification: ['name'],
  PropertyValue: ['name', 'minValue'],
  ListItem: ['position', 'name'],
}

const hasValue = (value: unknown): boolean =>
  Array.isArray(value) ? value.length > 0 : value !== undefined && value !== ''

function flattenItems(value: unknown): SchemaObject[] {
  if (Array.isArray(value)) return value.flatMap(flattenItems)
  if (typeof value !== 'object' || value === null) return []
  return [value as SchemaObject, ...Object.values(value).flatMap(flattenItems)]
}

/** Returns the price of a night. It occurs twice, and both values must be equal. */
function getPricePerNight(offer: SchemaObject): number {
  const { price, priceCurrency, unitCode } = offer['priceSpecification'] as SchemaObject
  assert.deepEqual([offer['price'], offer['priceCurrency'], priceCurrency, unitCode], [price, 'BDT', 'BDT', 'DAY'])
  return price as number
}
