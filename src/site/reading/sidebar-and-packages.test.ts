import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { enginesFor } from '#testing/engines.ts'
import { setUpTestApp } from '#testing/test-app.ts'
import { extractAside, readSectionLinks, readMain, createReader } from '#testing/public-pages.ts'
import { publish } from '#platform/database/publish.ts'
import { toPlainText } from '#content/excerpt.ts'
import { inLanguage, languages } from '#routes/public.ts'
import { translatorFor } from '#locales/both.ts'
import { DAY_MS } from '#platform/durations.ts'

for (const engine of enginesFor(import.meta.url)) {
  describe(`the sidebar and the packages of the content pages, on ${engine.name}`, () => {
    const app = setUpTestApp(engine)

    const { readCategory, readPage, addPost } = createReader(() => app)

    for (const language of languages) {
      const { t, count, money, number } = translatorFor(language)

      test(`show three sidebar sections, with titles cut to 20 characters and complete for screen readers, in ${language} (CONT-9, DES-32)`, async () => {
        await addPost(`offer-${language}`, { category_id: 6, title_en: '12345678901234567890', title_bn: null })
        const sidebarLists = [
          ['sidebar.courses', 3],
          ['sidebar.countries', 2],
          ['sidebar.offerings', 6],
        ] as const
        for (const path of [
          '/countries',
          '/courses',
          '/blog',
          '/details/zipper',
          '/reading-blog/button-sizes-in-ligne',
        ]) {
          const aside = extractAside(await readPage(path, language))
          for (const [title, id] of sidebarLists) {
            const posts = (await readCategory(id, language)).data
            const expectedLinks = posts.map((post) => [
              inLanguage(`/details/${post.slug}`, language),
              showTitle(post.title),
            ])
            assert.deepEqual(readSectionLinks(aside, t(title)), expectedLinks, path)
          }
          const longTitles = (await readCategory(3, language)).data.filter(({ title }) => title !== showTitle(title))
          assert.ok(longTitles.length > 0)
          for (const { title } of longTitles) {
            assert.ok(aside.includes(`<span aria-hidden="true" title="${title}">${truncateTo20(title)}</span>`), title)
            assert.ok(aside.includes(`<span class="visually-hidden">${title}</span>`), title)
          }
          assert.ok(
            readSectionLinks(aside, t('sidebar.offerings')).some(([, title]) => title === '12345678901234567890'),
          )
        }
      })

      test(`state what a package includes, and what it saves against the room and its extras, in ${language} (DES-26)`, async () => {
        const room = await app.db.selectFrom('room').select('id').where('slug', '=', 'single').executeTakeFirstOrThrow()
        const findExtra = (name: string) =>
          app.db
            .selectFrom('extra')
            .select(['id', 'price_poisha', `name_${language} as name`])
            .where('name_en', '=', name)
            .executeTakeFirstOrThrow()
        const [transfer, breakfast] = [await findExtra('Airport transfer'), await findExtra('Breakfast')]
        const id = await addPost(`saving-${language}`, {
          category_id: 20,
          stay_nights: 2,
          stay_room_id: room.id,
          stay_price_poisha: 950_000,
          stay_extras: JSON.stringify([{ id: transfer.id, quantity: 2 }]),
        })
        const text = toWords(await readPage('/premimum-packages', language))
        const extrasPrice = (2 * transfer.price_poisha) / 100
        const prices = { separate: money(9_000 + extrasPrice), saved: money(9_000 + extrasPrice - 9_500) }
        assert.ok(text.includes(toWords(t('packages.saves', prices))), text)
        assert.ok(text.includes(toWords(t('packages.room_price_with', { saved: money(3_750) }))), 'the working week')
        const extras = { extras: `${transfer.name}, ${number(2)} × ${breakfast.name}`, worth: money(2_400) }
        assert.ok(text.includes(toWords(t('packages.included', extras))), 'the first visit')
        await publish(app.db, (tx) => tx.deleteFrom('post').where('id', '=', id).execute())
      })

      test(`say that a package without extras and without a price of its own costs the rate of the room, in ${language} (DES-26)`, async () => {
        const room = await app.db.selectFrom('room').select('id').where('slug', '=', 'single').executeTakeFirstOrThrow()
        const id = await addPost(`plain-rate-${language}`, { category_id: 20, stay_nights: 2, stay_room_id: room.id })
        const text = toWords(await readPage('/premimum-packages', language))
        assert.ok(text.includes(toWords(t('packages.room_price'))), text)
        await publish(app.db, (tx) => tx.deleteFrom('post').where('id', '=', id).execute())
      })

      test(`link from the sidebar to the other categories and to another article, in ${language} (CONT-9)`, async () => {
        const otherCategories = [
          [4, '/our-services'],
          [5, '/mission-vision'],
          [9, '/goals'],
          [14, '/blog'],
          [20, '/premimum-packages'],
        ] as const
        const newestPostFields = { published_at: app.clock.now + DAY_MS, position: 901 }
        app.clock.advance(DAY_MS)
        await addPost(`newest-${language}`, newestPostFields)
        for (const path of ['/countries', '/details/zipper', `/reading-blog/newest-${language}`]) {
          const aside = extractAside(await readPage(path, language))
          const expectedLinks = await Promise.all(
            otherCategories.map(async ([id, to]) => [
              inLanguage(to, language),
              (await readCategory(id, language)).category.name,
            ]),
          )
          assert.deepEqual(readSectionLinks(aside, t('sidebar.categories')), expectedLinks)
          const [[featuredLink]] = readSectionLinks(aside, t('sidebar.featured')) as [[string, string]]
          assert.match(featuredLink, /\/reading-blog\//)
          assert.equal(featuredLink.endsWith(`newest-${language}`), !path.includes('newest'), path)
        }
      })

      test(`show three stay packages, each with its services, in ${language} (CONT-10)`, async () => {
        const { data } = await readCategory(20, language)
        assert.equal(data.length, 3)
        const main = readMain(await readPage('/premimum-packages', language))
        for (const { slug, title, description, summary, picture, stay } of data) {
          const [, article] = new RegExp(
            `<article[^>]*>((?:(?!</article>).)*>${title}</a></h2>.*?)</article>`,
            's',
          ).exec(main)!
          assert.ok(article!.includes(summary) && article!.includes(picture!.src))
          assert.ok(article!.includes(`href="${inLanguage(`/details/${slug}`, language)}"`))
          const items = [...description.matchAll(/<li>.*?<\/li>/gs)].map(([item]) => toPlainText(item))
          assert.ok(items.length >= 3, slug)
          assert.ok(stay, slug)
          const rooms = (await app.call('activeRooms', { nights: stay.nights }, { language })).body.data
          const room = rooms.find(({ id }: { id: number }) => id === stay.room_id)
          assert.ok(article!.includes(money(stay.price ?? room.total)), slug)
          assert.ok(article!.includes(money(stay.extras_price)), slug)
          const links = [...article!.matchAll(/<a\b[^>]*href="([^"]*#booking)"[^>]*>([^<]*)/g)]
          const bookingPath = `/booking-details/${room.slug}?package=${slug}&amp;nights=${stay.nights}#booking`
          assert.deepEqual(
            links.map(([, to, label]) => [to, label]),
            [[inLanguage(bookingPath, language), count('packages.dates', stay.nights)]],
            slug,
          )
          assert.ok(article!.includes(`href="${inLanguage(`/booking-details/${room.slug}`, language)}"`), slug)
          for (const item of items) assert.ok(article!.includes(`<li>${item}</li>`), item)
        }
        for (const path of ['/rooms', '/contact'])
          assert.ok(main.includes(`href="${inLanguage(path, language)}"`), path)
        assert.ok(
          (await readPage('/service', language)).includes(`href="${inLanguage('/premimum-packages', language)}"`),
        )
      })

      test(`list no charged service as included in the room price, in ${language} (CONT-10)`, async () => {
        const chargedServices = { en: /\bcar\b|breakfast|meals|laundry|fare/i, bn: /গাড়ি|নাশতা|খাবার,|লন্ড্রি/ }[language]
        const { data: packages } = await readCategory(20, language)
        assert.ok(packages.length > 2, `${packages.length} packages`)
        for (const { description } of packages) {
          const [, includedText, optionalText] = description.split('<h2>')
          assert.doesNotMatch(includedText!, chargedServices)
          assert.match(optionalText!, chargedServices)
        }
      })

      test(`show a package without a room and without list headings, in ${language} (CONT-10)`, async () => {
        const listHtml = '<p>Come.</p><ul><li>A table</li></ul><p>Bye.</p>'
        const packagePost = { category_id: 20, position: 950, body_en: listHtml, body_bn: null, stay_nights: 4 }
        const id = await addPost(`plain-${language}`, packagePost)
        const main = readMain(await readPage('/premimum-packages', language))
        const article = main.split('<article').at(-1)!
        assert.ok(article.includes('<li>A table</li>') && !article.includes('<h3>'))
        assert.ok(article.includes(`href="${inLanguage('/rooms?nights=4', language)}"`))
        assert.ok(!article.includes('BDT') && !article.includes('৳'))
        await publish(app.db, (tx) => tx.deleteFrom('post').where('id', '=', id).execute())
      })

      test(`redirect from addresses without a page, in ${language} (CONT-10)`, async () => {
        const redirects: [path: string, status: number, to: string][] = [
          ['/premium-packages', 301, '/premimum-packages'],
          ['/blog-details?slug=lab-dips-and-colour-matching', 302, '/reading-blog/lab-dips-and-colour-matching'],
          ['/blog-details?slug=zipper', 302, '/details/zipper'],
          ['/blog-details?slug=no-such-post', 302, '/blog'],
          ['/blog-details?slug=%2F%2Fevil.example', 302, '/blog'],
          [`/blog-details?slug=${'x'.repeat(300)}`, 302, '/blog'],
        ]
        for (const [path, status, to] of redirects) {
          const response = await app.get(inLanguage(path, language))
          assert.deepEqual(
            [response.status, response.headers.get('location')],
            [status, inLanguage(to, language)],
            path,
          )
          assert.equal(await response.text(), '')
        }
        const readNewestPath = async () =>
          (await app.get(inLanguage('/blog-details', language))).headers.get('location')
        app.clock.advance(DAY_MS)
        await addPost(`news-${language}`, { published_at: app.clock.now + DAY_MS })
        assert.notEqual(await readNewestPath(), inLanguage(`/reading-blog/news-${language}`, language))
        app.clock.advance(DAY_MS)
        assert.equal(await readNewestPath(), inLanguage(`/reading-blog/news-${language}`, language))
      })
    }
  })
}

/** The text of a link: a long title is cut for the eye and complete for screen readers. */
const showTitle = (title: string) => (truncateTo20(title) === title ? title : truncateTo20(title) + title)

function truncateTo20(title: string): string {
  const characters = [...new Intl.Segmenter('bn').segment(title)].map(({ segment }) => segment)
  return characters.length > 20 ? characters.slice(0, 20).join('').trimEnd() + '…' : title
}

const toWords = (html: string) => toPlainText(html).replaceAll(/\s+/g, ' ')
