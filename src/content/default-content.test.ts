import assert from 'node:assert/strict'
import { before, describe, test } from 'node:test'
import { enginesFor } from '#testing/engines.ts'
import { ownerOnlyContent, setUpTestApp, type TestApp } from '#testing/test-app.ts'
import { createPostCalls } from '#testing/posts.ts'
import { inLanguage, languages, pages } from '#routes/public.ts'
import { translatorFor } from '#locales/both.ts'
import { categories, findCategoryPage } from './categories.ts'
/** The default quick links contain these categories. */
const quickLinkCategories: readonly number[] = [categories.about, categories.services]

for (const engine of enginesFor(import.meta.url)) {
  describe(`an installation without content, on ${engine.name}`, () => {
    const app = setUpTestApp(engine, {}, ownerOnlyContent)
    let ownerToken: string
    before(async () => {
      ownerToken = await app.signIn('owner')
    })

    const call = (name: Parameters<TestApp['call']>[0], input: object) => app.call(name, input, { token: ownerToken })
    const readPage = async (path: string) => (await app.get(path)).text()
    const posts = createPostCalls(
      () => app,
      () => ownerToken,
    )

    test('has every category with its own page and every passage that the code refers to (OFF-105)', async () => {
      const { body } = await call('getTexts', {})
      const categoryIds = body.categories.map(({ id }: { id: number }) => id)
      assert.deepEqual(categoryIds, Object.values(categories))
      assert.ok(body.categories.every((item: { title_en: string; title_bn: string }) => item.title_en && item.title_bn))
      assert.deepEqual(
        body.passages.map(({ id }: { id: string }) => id),
        ['home.welcome', 'home.why-choose-us'],
      )
    })

    for (const language of languages)
      test(`shows no heading without content on any page, in ${language} (OFF-105)`, async () => {
        const { t } = translatorFor(language)
        const paths = ['/', '/service', ...Object.values(categories).map((id) => pages[findCategoryPage(id)!])]
        for (const path of paths) {
          const html = await readPage(inLanguage(path, language))
          const mainHtml = /<main[^]*<\/main>/.exec(html)![0]
          assert.doesNotMatch(mainHtml, /<h([1-6])[^>]*>\s*<\/h\1>/, path)
          assert.doesNotMatch(mainHtml, /<\/h[2-6]>(?:\s*<\/(?:div|header)>)*\s*<\/section>/, path)
          assert.doesNotMatch(mainHtml, /<(ul|ol)[^>]*><\/\1>|href=""/, path)
          if (!['/', '/service'].includes(path)) assert.ok(mainHtml.includes(t('page.empty_title')), path)
        }
        const homeHtml = await readPage(inLanguage('/', language))
        assert.ok(!homeHtml.includes(language === 'bn' ? 'কেন আমাদের বেছে নেবেন' : 'Why choose us'))
      })

    test('adds a footer link once its page has content (OFF-105)', async () => {
      const readFooter = async () => /<footer[^]*<\/footer>/.exec(await readPage('/imprint'))![0]
      const goalsHref = `href="${pages.goals}"`
      const footerBefore = await readFooter()
      for (const id of Object.values(categories).filter((item) => !quickLinkCategories.includes(item)))
        assert.ok(!footerBefore.includes(`href="${pages[findCategoryPage(id)!]}"`), String(id))
      assert.deepEqual((await call('getCategories', {})).body.data, [])
      await posts.publish(
        await posts.saveText(await posts.add('a-goal', 'A goal', 9), 'en', { body: '<p>On time.</p>' }),
      )
      assert.ok((await readFooter()).includes(goalsHref))
    })

    test('shows a post of any category on its page (OFF-105)', async () => {
      for (const id of Object.values(categories)) {
        const draftPost = await posts.add(`first-in-${id}`, `First in ${id}`, id)
        const savedPost = await posts.saveText(draftPost, 'en', { summary: 'In short', body: '<p>First words.</p>' })
        await posts.publish(savedPost)
        assert.ok((await readPage(pages[findCategoryPage(id)!])).includes(`First in ${id}`), String(id))
      }
    })

    test('shows added passages between the welcome passage and "why choose us" (OFF-105, OFF-104)', async () => {
      const save = async (id: string, changes: object) =>
        (await call('savePassage', { ...(await call('getPassage', { id })).body, ...changes })).status
      assert.equal(await save('home.welcome', { title_en: '' }), 422)
      assert.equal(await save('home.welcome', { title_en: 'Trims from our hands' }), 200)
      assert.equal(await save('home.why-choose-us', { text_en: 'We answer within the day.' }), 200)
      const form = {
        page: 'home',
        title_en: 'From a sketch',
        title_bn: '',
        text_en: 'Send us one.',
        text_bn: '',
        picture: '',
      }
      assert.equal((await call('addPassage', form)).status, 200)
      const homeHtml = await readPage('/')
      const offsets = ['>Trims from our hands</h1>', 'Send us one.', 'We answer within the day.'].map((text) =>
        homeHtml.indexOf(text),
      )
      assert.ok(
        offsets.every((offset, i) => offset > (offsets[i - 1] ?? 0)),
        String(offsets),
      )
      assert.equal(await save('home.why-choose-us', { text_en: '' }), 200)
      assert.ok(!(await readPage('/')).includes('We answer within the day.'))
    })
  })
}
