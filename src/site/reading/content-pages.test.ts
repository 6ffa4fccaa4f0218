import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { enginesFor } from '#testing/engines.ts'
import { setUpTestApp } from '#testing/test-app.ts'
import { extractAside, readSectionLinks, readMain, createReader } from '#testing/public-pages.ts'
import { readCompany, writeCompany } from '#content/company.ts'
import { toPlainText } from '#content/excerpt.ts'
import { publish } from '#platform/database/publish.ts'
import { inLanguage, languages, type Language } from '#routes/public.ts'
import { translatorFor } from '#locales/both.ts'

for (const engine of enginesFor(import.meta.url)) {
  describe(`the content pages, on ${engine.name}`, () => {
    const app = setUpTestApp(engine)

    const { readCategory, readPage, addPost } = createReader(() => app)
    const renameCategory = (id: number, title: string) =>
      publish(app.db, (tx) => tx.updateTable('category').set({ title_en: title }).where('id', '=', id).execute())

    for (const language of languages) {
      const { t } = translatorFor(language)

      test(`list all reasons to choose the company on the home page, in ${language} (HOME-4)`, async () => {
        const homeText = toPlainText(readMain(await readPage('/', language)))
        for (const phrase of requiredPhrases[language]) assert.match(homeText, phrase)
      })

      test(`show the complete text of the company on /about, in ${language} (CONT-5)`, async () => {
        const { category, data } = await readCategory(1, language)
        const html = await readPage('/about', language)
        assert.deepEqual(readHead(html), { title: category.name, lead: category.intro })
        assert.ok(data.length > 0)
        for (const { title, description } of data) {
          assert.ok(html.includes(`>${title}</h2>`))
          assert.ok(html.includes(`<div class="prose">${description}</div>`), title)
        }
      })

      test(`show each category with its name, its intro and all its posts, in ${language} (CONT-6)`, async () => {
        const categoryPages = {
          '/goals': 9,
          '/countries': 2,
          '/courses': 3,
          '/our-services': 4,
          '/our-offerings': 6,
          '/mission-vision': 5,
          '/blog': 14,
          '/premimum-packages': 20,
        }
        const categoryNames = new Set<string>()
        for (const [path, id] of Object.entries(categoryPages)) {
          const { category, data } = await readCategory(id, language)
          const html = await readPage(path, language)
          assert.equal(category.id, id)
          assert.deepEqual(readHead(html), { title: category.name, lead: category.intro }, path)
          assert.ok(html.includes(`<meta name="description" content="${escapeAmpersands(category.intro)}"/>`), path)
          const main = readMain(html)
          const isShownInFull = id === 9 || id === 5
          const basePath = id === 14 ? '/reading-blog/' : id === 4 ? '/products/' : '/details/'
          for (const { slug, title, description } of data) {
            assert.ok(main.includes(escapeAmpersands(title)), `${path} ${slug}`)
            const expectedHtml = isShownInFull ? description : `href="${inLanguage(basePath + slug, language)}"`
            assert.ok(main.includes(expectedHtml), `${path} ${slug}`)
          }
          categoryNames.add(category.name)
        }
        assert.equal(categoryNames.size, 8)
      })

      test(`show the first 300 visible characters of a post on the blog, up to a whole word, in ${language} (CONT-7, DES-30)`, async () => {
        const body_en = `<h2>Head</h2><p>${'a'.repeat(296)}</p><p>&amp; b<strong>c</strong> and more</p>`
        const body_bn = `<p>${'ক্ষি'.repeat(299)}<strong>ক্ষি</strong>ক্ষি</p>`
        await addPost(`long-${language}`, { body_en, body_bn })
        await addPost(`short-${language}`, { body_en: `<p>${'b'.repeat(300)}</p>`, body_bn: null })
        const html = await readPage('/blog', language)
        const expectedHtml = language === 'en' ? `>${'a'.repeat(296)} &amp;…<` : `>${'ক্ষি'.repeat(300)}…<`
        assert.ok(html.includes(expectedHtml))
        assert.ok(html.includes(`>${'b'.repeat(300)}<`))
        const link = inLanguage(`/reading-blog/long-${language}`, language)
        assert.match(html, new RegExp(`href="${link}"[^>]*>${t('page.read_more')}<`))
      })
    }

    test('lead the blog with the first post, and give each post its picture, date and reading time (DES-30)', async () => {
      const { data } = await readCategory(14, 'en')
      const articles = readMain(await readPage('/blog'))
        .split('<article')
        .slice(1)
      assert.equal(articles.length, data.length)
      for (const [index, { slug, title, published, picture }] of data.entries()) {
        const article = articles[index]!
        assert.match(article, new RegExp(`<h2[^>]*><a href="/reading-blog/${slug}">${title}</a></h2>`))
        assert.match(article, new RegExp(`<time dateTime="${published}">`, 'i'))
        assert.match(toPlainText(article), /Reading time \d+ minutes?/)
        assert.equal(article.includes('<img'), picture !== null, slug)
      }
    })

    test('list the headings of a post beside its text, if there are three or more (DES-82)', async () => {
      const page = readMain(await readPage('/reading-blog/how-to-choose-a-zipper'))
      const [, outline] = /<nav[^>]*aria-labelledby="outline-title">(.*?)<\/nav>/s.exec(page)!
      const links = [...outline!.matchAll(/<a href="#([\w-]+)">(.*?)<\/a>/g)]
      assert.equal(links.length, 5)
      for (const [, id, title] of links) assert.ok(page.includes(`<h2 id="${id}">${title}</h2>`))
      assert.ok(!readMain(await readPage('/details/sample-approval')).includes('outline-title'))
    })

    test('explain each question of the article about zippers with a drawing and its caption, in both languages (DES-105)', async () => {
      for (const language of ['en', 'bn'] as const) {
        const page = readMain(await readPage('/reading-blog/how-to-choose-a-zipper', language))
        const sections = page.split('class="prose"')[1]!.split('<h2 id=').slice(1)
        assert.equal(sections.length, 5)
        for (const section of sections) {
          const [, path, alt, caption] =
            /^[^>]*>[^<]+<\/h2>\s*<figure><img src="([^"]+)" alt="([^"]+)"[^>]*><figcaption>([^<]+)</.exec(section)!
          assert.ok(alt && caption)
          const { status, headers } = await app.get(path!)
          assert.equal(status, 200)
          assert.match(headers.get('content-type')!, /^image\/svg\+xml/)
        }
      }
    })

    test('end an article with the products it links to, their terms and links that add them to the enquiry (DES-131)', async () => {
      for (const language of ['en', 'bn'] as const)
        for (const [post, slugs] of [
          ['how-to-choose-a-zipper', ['zipper']],
          ['lab-dips-and-colour-matching', ['zipper', 'thread']],
          ['planning-lead-times-for-trims', ['zipper', 'button', 'elastic']],
          ['staying-in-dhaka-on-a-sourcing-trip', []],
        ] as const) {
          const page = readMain(await readPage(`/reading-blog/${post}`, language))
          const [, section = ''] = /<section[^>]*aria-labelledby="products-title">(.*?)<\/section>/s.exec(page) ?? []
          assert.deepEqual(
            [...section.matchAll(/<a [^>]*?href="([^"]+)"/g)].map(([, path]) => path),
            slugs.flatMap((slug) => [
              inLanguage(`/products/${slug}`, language),
              inLanguage(`/enquiry?product=${slug}`, language),
            ]),
          )
          assert.equal(section.split('<dt').length - 1, slugs.length * 2)
        }
    })

    test('link each offer to the page that serves it (DES-85)', async () => {
      for (const prefix of ['', '/bn']) {
        const page = readMain(await readPage(`${prefix}/our-offerings`))
        const entries = page.split('<article').slice(1)
        const actionPaths = entries.map(
          (entry) => [...entry.matchAll(/<a [^>]*?href="([^"]+)"/g)].map(([, path]) => path)[1],
        )
        assert.deepEqual(
          actionPaths,
          ['/rooms', '/products', '/colour-card', '/products/carton'].map((path) => prefix + path),
        )
      }
    })

    test('list the facts of each course, and the facts of all courses once above them (DES-101, DES-125)', async () => {
      for (const [language, sharedLabels, labels] of [
        ['en', ['Language', 'Price', 'Dates'], ['Length', 'Taught by']],
        ['bn', ['ভাষা', 'খরচ', 'তারিখ'], ['সময়', 'শেখান']],
      ] as const) {
        const [head, ...entries] = readMain(await readPage('/courses', language)).split('<article')
        const listLabels = (html: string) => [...html.matchAll(/<dt[^>]*>(.*?)<\/dt>/g)].map(([, label]) => label)
        assert.equal(entries.length, 5)
        assert.deepEqual(listLabels(head!), sharedLabels)
        for (const entry of entries) assert.deepEqual(listLabels(entry), labels)
      }
    })

    test('show the steps of an order on /our-services, each with its picture and its links (DES-126)', async () => {
      for (const language of languages) {
        const [, afterHead] = readMain(await readPage('/our-services', language)).split('</header>')
        const steps = afterHead!.split('</ol>')[0]!.split('<li').slice(1)
        const { body } = await app.call('getPassages', { page: 'trade' }, { language })
        assert.equal(steps.length, 4)
        for (const [index, { title, text }] of body.data.entries()) {
          assert.ok(steps[index]!.includes(`>${title}</h2>`))
          assert.ok(steps[index]!.includes(text))
          assert.match(steps[index]!, /<img/)
        }
        assert.deepEqual(
          steps.map((step) => [...step.matchAll(/<a [^>]*?href="([^"]+)"/g)].map(([, path]) => path)),
          [
            ['/colour-card', '/details/colour-and-brand-matching'],
            ['/products', '/details/sample-approval'],
            ['/products'],
            ['/countries', '/details/eco-friendly-packaging'],
          ].map((paths) => paths.map((path) => inLanguage(path, language))),
        )
      }
    })

    test('prove the steps on /our-services with the figures that the company has entered (DES-126)', async () => {
      const readFigures = async () => {
        const [, afterHead] = readMain(await readPage('/our-services')).split('</header>')
        return [...afterHead!.matchAll(/<dd>(.*?)<\/dd>/g)].map(([, figure]) => toPlainText(figure!))
      }
      const { capacity, onTimePercent } = await readCompany(app.db)
      assert.deepEqual(await readFigures(), ['96%', '5', '1.4', capacity!.en])
      await writeCompany(app.db, { onTimePercent: undefined })
      assert.deepEqual(await readFigures(), ['5', '1.4', capacity!.en])
      await writeCompany(app.db, { onTimePercent })
    })

    test('show only the trims on /our-services if there are no steps (DES-126)', async () => {
      const passages = await app.db.selectFrom('passage').selectAll().where('page', '=', 'trade').execute()
      await publish(app.db, (tx) => tx.deleteFrom('passage').where('page', '=', 'trade').execute())
      const [, afterHead, index] = readMain(await readPage('/our-services')).split('</header>')
      await publish(app.db, (tx) => tx.insertInto('passage').values(passages).execute())
      assert.doesNotMatch(afterHead!, /<ol/)
      assert.match(index!, /href="\/products\/zipper"/)
    })

    test('say for each offer what goes and what comes (DES-127)', async () => {
      for (const [language, labels] of [
        ['en', ['You send', 'You get', 'Then']],
        ['bn', ['আপনি পাঠান', 'আপনি পান', 'তারপর']],
      ] as const) {
        const entries = readMain(await readPage('/our-offerings', language))
          .split('<article')
          .slice(1)
        assert.equal(entries.length, 4)
        for (const entry of entries)
          assert.deepEqual(
            [...entry.matchAll(/<dt[^>]*>(.*?)<\/dt>/g)].map(([, label]) => label),
            labels,
          )
      }
    })

    test('show the workplace on /about between the figures and the text, marked as a rendering (DES-128)', async () => {
      const [, afterFigures] = readMain(await readPage('/about')).split('</dl>')
      const [workplace] = afterFigures!.split('class="prose"')
      assert.match(workplace!, /<figure.*<img[^>]*alt="A bench in the sample room/s)
      assert.match(workplace!, /<figcaption[^>]*>Illustrative rendering</)
    })

    test('name the column in each cell of a table with long texts, and keep its roles (DES-84)', async () => {
      const page = readMain(await readPage('/reading-blog/care-labels-that-can-be-read'))
      const [table] = /<table.*?<\/table>/s.exec(page)!
      assert.equal([...table.matchAll(/<tr role="row">/g)].length, 6)
      assert.equal([...table.matchAll(/<th role="columnheader">/g)].length, 3)
      assert.match(table, /<th role="rowheader" scope="row"><img src="\/pictures\/care-wash\.1\.svg" alt=""/)
      assert.equal([...table.matchAll(/<td role="cell" data-label="How to read it">/g)].length, 5)
      assert.match(readMain(await readPage('/reading-blog/button-sizes-in-ligne')), /<table>\s*<thead><tr><th>Ligne/)
      for (const [, path] of table.matchAll(/src="([^"]+)"/g)) {
        const response = await app.get(path!)
        assert.deepEqual([response.status, response.headers.get('content-type')?.split(';')[0]], [200, 'image/svg+xml'])
      }
    })

    test('list the next three posts of the category below a post, and continue with the first after the last (DES-31)', async () => {
      const { data } = await readCategory(6, 'en')
      const offeringPaths = data.map(({ slug }) => `/details/${slug}`)
      for (const [index, path] of offeringPaths.entries()) {
        const links = readSectionLinks(readMain(await readPage(path)), 'Read next').map(([href]) => href)
        assert.deepEqual(
          links,
          [...offeringPaths, ...offeringPaths].slice(index + 1, index + 4).filter((link) => link !== path),
        )
      }
    })

    test('list the featured article of the sidebar only there (DES-31)', async () => {
      const { data } = await readCategory(14, 'en')
      for (const { slug } of data) {
        const page = readMain(await readPage(`/reading-blog/${slug}`))
        const nextPaths = readSectionLinks(page, 'Read next').map(([href]) => href)
        const [[featuredPath]] = readSectionLinks(page, 'Featured article') as [[string, string]]
        assert.equal(nextPaths.length, 3)
        assert.ok(!nextPaths.includes(featuredPath), slug)
      }
    })

    test('count the figures on /about in the data of the office, and hide a figure of 0 (DES-34)', async () => {
      const readFigures = async () => {
        const [, listHtml] = /<dl[^>]*>(.*?)<\/dl>/s.exec(readMain(await readPage('/about')))!
        return [...listHtml!.matchAll(/<dd>(.*?)<\/dd>/g)].map(([, figure]) => Number(figure))
      }
      const { body: products } = await app.call('getProducts')
      const { body: rooms } = await app.call('activeRooms')
      const countryCount = (await readCategory(2, 'en')).data.length
      assert.deepEqual(await readFigures(), [1995, products.data.length, countryCount, rooms.data.length])
      const id = await addPost('peru', { category_id: 2 })
      assert.equal((await readFigures())[2], countryCount + 1)
      await publish(app.db, (tx) => tx.deleteFrom('post').where('id', '=', id).execute())
      const setPublished = (published_at: number | null) =>
        publish(app.db, (tx) => tx.updateTable('post').set({ published_at }).where('category_id', '=', 2).execute())
      await setPublished(null)
      assert.deepEqual(await readFigures(), [1995, products.data.length, rooms.data.length])
      await setPublished(app.clock.now)
    })

    test('number the goals, in the digits of the language (DES-35)', async () => {
      for (const [language, digits] of [
        ['en', '1234'],
        ['bn', '১২৩৪'],
      ] as const) {
        const numberMatches = readMain(await readPage('/goals', language)).matchAll(/aria-hidden="true">(\p{N})<\/p>/gu)
        assert.equal([...numberMatches].map(([, number]) => number).join(''), digits)
      }
    })

    test('open the goals with an index of their numbers and titles, which links to each goal (DES-138)', async () => {
      const [opening, ...goals] = readMain(await readPage('/goals')).split('<article')
      const links = [...opening!.matchAll(/<a href="#([^"]+)"><span[^>]*>(\d)<\/span>([^<]+)<\/a>/g)]
      assert.deepEqual(
        links.map(([, slug, number, title]) => [slug, number, title]),
        goals.map((goal, index) => [/id="([^"]*)"/.exec(goal)?.[1], `${index + 1}`, /<h2>([^<]*)/.exec(goal)?.[1]]),
      )
      assert.equal(links.length, 4)
    })

    test('show mission and vision on two grounds, countries beside one picture, and goals with their pictures (DES-35)', async () => {
      const articleMatches = [...readMain(await readPage('/mission-vision')).matchAll(/<article class="([^"]*)"/g)]
      assert.deepEqual(
        articleMatches.map(([, classes]) => classes!.split(' ').includes('on-dark')),
        [false, true],
      )
      assert.equal(readMain(await readPage('/countries')).match(/<img/g)?.length, 1)
      assert.equal(readMain(await readPage('/goals')).match(/<figure/g)?.length, 4)
      assert.equal(readMain(await readPage('/mission-vision')).match(/<figure/g)?.length, 2)
    })

    test('draw an icon for each service (DES-36)', async () => {
      const tilesHtml = readMain(await readPage('/service'))
        .split('<li')
        .filter((part) => part.includes('<h2'))
      assert.equal(tilesHtml.length, 6)
      for (const tile of tilesHtml) assert.match(tile, /<svg viewBox="0 0 48 48"/)
    })

    test('return 404 for an address that no post or room can have (CONT-8)', async () => {
      for (const path of [
        `/details/${'x'.repeat(201)}`,
        '/bn/reading-blog/%00',
        '/details/a%0ab',
        '/booking-details/%00',
      ])
        assert.equal((await app.get(path)).status, 404, path)
    })

    test('redirect from /blog-details to the blog if nothing has been published (CONT-10)', async () => {
      const publishedPosts = await app.db
        .selectFrom('post')
        .select(['id', 'published_at'])
        .where('category_id', '=', 14)
        .execute()
      await publish(app.db, (tx) =>
        tx.updateTable('post').set({ published_at: null }).where('category_id', '=', 14).execute(),
      )
      assert.equal((await app.get('/blog-details')).headers.get('location'), '/blog')
      for (const { id, published_at } of publishedPosts)
        await publish(app.db, (tx) => tx.updateTable('post').set({ published_at }).where('id', '=', id).execute())
    })

    test('show the new name of a renamed category everywhere', async () => {
      await readPage('/goals')
      await renameCategory(9, 'Promises')
      assert.equal(readHead(await readPage('/goals')).title, 'Promises')
      assert.match(await readPage('/goals'), /<title>Promises · /)
      assert.ok(
        readSectionLinks(extractAside(await readPage('/courses')), 'Categories').some(
          ([, name]) => name === 'Promises',
        ),
      )
      assert.match(readMain(await readPage('/details/better-materials')), /<a href="\/goals">Promises<\/a>/)
      assert.equal((await app.call('getSlugData', { slug: 'better-materials' })).body.category.name, 'Promises')
    })

    test('show the default name of a category and an error notice if the category cannot be loaded (APP-12)', async (t) => {
      t.mock.method(console, 'error', () => {}) // the expected errors
      for (const table of ['category', 'post']) {
        await publish(app.db, (tx) => tx.schema.alterTable(table).renameTo('away').execute())
        const responses = [await app.get('/courses'), await app.get('/bn/mission-vision')]
        await publish(app.db, (tx) => tx.schema.alterTable('away').renameTo(table).execute())
        assert.deepEqual(
          responses.map(({ status }) => status),
          [200, 200],
        )
        const [coursesHtml, missionHtml] = await Promise.all(responses.map((answer) => answer.text()))
        assert.equal(readHead(coursesHtml!).title, 'Courses')
        assert.equal(readHead(missionHtml!).title, translatorFor('bn').t('page.mission_vision'))
        for (const [html, language, path] of [
          [coursesHtml!, 'en', '/courses'],
          [missionHtml!, 'bn', '/bn/mission-vision'],
        ] as const) {
          const { t: translate } = translatorFor(language)
          const main = readMain(html)
          assert.equal(main.split(translate('failure.missing_title')).length - 1, 1, `${path} without ${table}`)
          assert.match(main, new RegExp(`<a [^>]*href="${path}"[^>]*>${translate('dashboard.retry')}<`))
          assert.ok(!main.includes(translate('page.empty_title')), path)
        }
      }
    })

    test('say that there are no articles yet, without an error notice, if a category is empty (APP-12)', async () => {
      const setPublishedAt = (publishedAt: number | null) =>
        publish(app.db, (tx) =>
          tx.updateTable('post').set({ published_at: publishedAt }).where('category_id', '=', 3).execute(),
        )
      await setPublishedAt(null)
      const main = readMain(await readPage('/courses'))
      await setPublishedAt(app.clock.now)
      assert.ok(main.includes('Nothing here yet'))
      assert.ok(!main.includes('could not be loaded'))
    })
  })
}

const requiredPhrases: Record<Language, RegExp[]> = {
  en: [
    /comprehensive manufacturing/i,
    /customisation/i,
    /innovation/i,
    /\bquality\b/i,
    /on-time delivery/i,
    /eco-friendly approach/i,
    /why choose us/i,
    /ready-made garment industry since 1995/i,
    /over 25 years of experience/i,
    /custom designs/i,
    /brand-matching materials/i,
    /sample approvals/i,
    /research into (more )?sustainable materials/i,
    /quality assurance/i,
    /eco-friendly packaging/i,
    /hang tag/i,
    /poly bag/i,
    /elastic tapes/i,
    /carton/i,
  ],
  bn: [
    /এক ছাদের নিচে সব অ্যাকসেসরিজ/,
    /আপনার মতো করে বানানো/,
    /নতুন ভাবনা/,
    /মান, যা/,
    /সময়মতো সরবরাহ/,
    /পরিবেশবান্ধব কাজ/,
    /কেন আমাদের বেছে নেবেন/,
    /১৯৯৫ সাল থেকে আমরা তৈরি পোশাকশিল্পের সঙ্গে/,
    /২৫ বছরের বেশি অভিজ্ঞতা/,
    /নিজস্ব নকশা/,
    /ব্র্যান্ডের সঙ্গে মেলানো উপকরণ/,
    /নমুনা অনুমোদন/,
    /টেকসই উপকরণ নিয়ে গবেষণা/,
    /মানের নিশ্চয়তা/,
    /পরিবেশবান্ধব প্যাকেজিং/,
    /হ্যাং ট্যাগ/,
    /পলি ব্যাগ/,
    /ইলাস্টিক টেপ/,
    /কার্টন/,
  ],
}

const escapeAmpersands = (text: string) => text.replaceAll('&', '&amp;')

function readHead(html: string): { title: string; lead: string | undefined } {
  const [, title, leadText] = /<h1>(.*?)<\/h1>(?:<p class="lead[^>]*>(.*?)<\/p>)?/s.exec(html)!
  return { title: toPlainText(title!), lead: leadText && toPlainText(leadText) }
}
