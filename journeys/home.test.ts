import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import type { Page } from 'playwright-core'
import { axeFindings } from '../testing/axe.ts'
import { open, visit } from '../testing/browser.ts'
import { engines } from '../testing/engines.ts'
import { openHouse, type TestHouse } from '../testing/house.ts'
import { inLanguage, languages, type Language } from '../src/urls.ts'
import { wordsIn } from '../src/words/both.ts'

const services = {
  en: ['Zipper', 'Button', 'Elastic', 'Thread', 'Lace', 'Ribbon', 'Label', 'Hanger'],
  bn: ['জিপার', 'বোতাম', 'ইলাস্টিক', 'সুতা', 'লেইস', 'ফিতা', 'লেবেল', 'হ্যাঙ্গার'],
}

describe('the home page and what is round every page', () => {
  let house: TestHouse
  before(async () => {
    house = await openHouse(engines[0]!)
  })
  after(() => house.close())

  for (const language of languages) {
    const { t } = wordsIn(language)
    const home = inLanguage('/', language)

    test(`it welcomes, and shows eight services and the search, ${language} (HOME-3, HOME-5, HOME-6)`, () =>
      visit(house, async (page) => {
        await open(page, home)
        const welcome = await page.getByRole('heading', { level: 1 }).innerText()
        assert.match(welcome, { en: /^Welcome to Selvage/, bn: /স্বাগতম/ }[language])
        assert.equal(await page.title(), welcome)

        const offered = page.locator('section', { has: page.getByRole('heading', { name: t('home.services_title'), exact: true }) })
        await offered.getByText(t('home.services_eyebrow'), { exact: true }).waitFor()
        assert.deepEqual(await offered.getByRole('heading', { level: 3 }).allInnerTexts(), services[language])
        for (const card of await offered.getByRole('article').all()) assert.ok((await card.locator('p').innerText()).length > 20)
        assert.ok(await page.getByRole('search').isVisible())
      }))

    test(`the top and the foot say what the global data says, ${language} (APP-7, APP-8, APP-9, APP-10)`, () =>
      visit(house, async (page) => {
        const { body: global } = await house.call('getGlobalData', {}, { language })
        const networks = global.social.map(({ url }: { url: string }) => url)
        assert.equal(networks.length, 3)
        await open(page, home)

        const [header, footer] = [page.getByRole('banner'), page.getByRole('contentinfo')]
        const contact = header.getByRole('list', { name: t('shell.contact_details') })
        assert.deepEqual(await linksIn(contact), [`mailto:${global.email}`, `https://wa.me/${global.whatsApp.slice(1)}`])
        assert.match(await contact.innerText(), new RegExp(`${global.email}[^]*\\${global.whatsApp}`))
        assert.deepEqual(await linksIn(header.getByRole('list', { name: t('shell.follow_us') })), networks)
        const menu = header.getByRole('navigation', { name: t('shell.main_menu') })
        const places = { home: '/', about: '/about', services: '/our-services', contact: '/contact', rooms: '/rooms', sign_in: '/login' } as const
        for (const [label, path] of Object.entries(places)) {
          const link = menu.getByRole('link', { name: t(`shell.${label as keyof typeof places}`), exact: true })
          assert.equal(await link.getAttribute('href'), inLanguage(path, language))
        }
        assert.equal(await logoHeight(page), 80)

        const quick = footer.getByRole('navigation', { name: t('shell.quick_links') })
        assert.deepEqual(await quick.getByRole('link').allInnerTexts(), [t('shell.home'), t('shell.about_us'), t('shell.services'), t('shell.contact')])
        assert.deepEqual(await linksIn(quick), ['/', '/about', '/our-services', '/contact'].map((path) => inLanguage(path, language)))
        const said = await footer.innerText()
        for (const value of [global.email, global.telephone, global.address]) assert.ok(said.includes(value), value)
        const year = { en: '2027', bn: '২০২৭' }[language]
        await footer.getByText(t('shell.copyright', { year, name: global.name }), { exact: true }).waitFor()
        for (const url of networks) assert.equal(await footer.locator(`a[href="${url}"]`).count(), 1)

        await page.setViewportSize({ width: 390, height: 800 })
        assert.equal(await logoHeight(page), 50)
        assert.equal(await contact.isVisible(), false)
      }))
  }

  test('the slides start with the first and move by buttons and keys, around the ends (HOME-1)', () =>
    visit(house, async (page) => {
      await open(page, '/')
      const { body } = await house.call('getSliderData')
      const titles: string[] = body.data.map(({ title }: { title: string }) => title)
      const track = page.getByRole('list', { name: 'Highlights' })
      const seen = async (title: string) => {
        await page.waitForFunction((text) => {
          const heading = [...document.querySelectorAll('h2')].find((each) => each.textContent === text)!
          const { left, right } = heading.closest('li')!.getBoundingClientRect()
          return Math.abs(left) < 2 && Math.abs(right - innerWidth) < 2
        }, title)
        assert.equal(await page.locator('[aria-current=true][aria-label^="Show slide"]').getAttribute('aria-label'), `Show slide ${titles.indexOf(title) + 1}`)
      }
      assert.ok(titles.length > 2)
      await seen(titles[0]!)
      await page.getByRole('button', { name: 'Next slide' }).click()
      await seen(titles[1]!)
      await page.getByText(`Slide 2 of ${titles.length}`).waitFor({ state: 'attached' })
      await page.getByRole('button', { name: 'Previous slide' }).click()
      await page.getByRole('button', { name: 'Previous slide' }).click()
      await seen(titles.at(-1)!)
      await track.focus()
      await page.keyboard.press('ArrowRight')
      await page.keyboard.press('ArrowRight')
      await seen(titles[1]!)
      await page.keyboard.press('ArrowLeft')
      await seen(titles[0]!)
      await page.getByRole('button', { name: 'Show slide 3' }).click()
      await seen(titles[2]!)
    }))

  test('the slides never move by themselves, so nothing has to be stopped (HOME-1)', () =>
    visit(house, async (page) => {
      await page.addInitScript(() => {
        const { setTimeout: later, setInterval: often } = window
        const hurried = { setTimeout: (...[run, ms, ...rest]: Parameters<typeof later>) => later(run, (ms ?? 0) / 60, ...rest), setInterval: (...[run, ms, ...rest]: Parameters<typeof often>) => often(run, (ms ?? 0) / 60, ...rest) }
        Object.assign(window, hurried)
      })
      await open(page, '/')
      await page.evaluate(() => new Promise((done) => setTimeout(done, 60_000)))
      assert.equal(await page.getByRole('list', { name: 'Highlights' }).evaluate((track) => track.scrollLeft), 0)
    }))

  test('without scripts the slides can still be moved, and no button is there that does nothing (HOME-1)', () =>
    visit(house, async (page) => {
      await page.goto('/')
      assert.equal(await page.getByRole('button', { name: 'Next slide' }).isVisible(), false)
      const track = page.getByRole('list', { name: 'Highlights' })
      await track.focus()
      await page.keyboard.press('ArrowRight')
      await page.getByRole('link', { name: 'How approval works' }).click()
      assert.equal(new URL(page.url()).pathname, '/details/sample-approval')
    }, { javaScriptEnabled: false }))

  test('the map of the head office is 500 px high, and asked for only when it is near (HOME-2, CONT-1)', () =>
    visit(house, async (page) => {
      const asked: string[] = []
      page.on('request', (request) => void (request.url().includes('openstreetmap') && asked.push(request.url())))
      const { body: global } = await house.call('getGlobalData')
      await open(page, '/')
      assert.deepEqual(asked, [])
      await page.getByRole('link', { name: 'Open in maps' }).scrollIntoViewIfNeeded()
      const map = page.getByTitle('Map of our head office in Banani, Dhaka')
      await map.waitFor()
      assert.equal((await map.boundingBox())!.height, 500)
      assert.equal(await map.getAttribute('src'), global.map.embedUrl)
      await page.frameLocator('iframe').locator('title').waitFor({ state: 'attached' })
    }))

  test('the menu of a phone opens, closes and leads on by keyboard (APP-7)', () =>
    visit(house, async (page) => {
      await open(page, '/')
      const [opener, menu] = [page.getByRole('button', { name: 'Menu' }), page.getByRole('navigation', { name: 'Main menu' })]
      assert.equal(await menu.isVisible(), false)
      await opener.focus()
      await page.keyboard.press('Enter')
      await menu.waitFor()
      assert.deepEqual(await axeFindings(page), [])
      await page.keyboard.press('Escape')
      await menu.waitFor({ state: 'hidden' })
      assert.ok(await opener.evaluate((element) => element === document.activeElement), 'the focus is back')

      await page.keyboard.press('Enter')
      await page.keyboard.press('Tab')
      assert.ok(await menu.getByRole('button', { name: 'Close' }).evaluate((element) => element === document.activeElement))
      await page.keyboard.press('Tab')
      await page.keyboard.press('Tab')
      await page.keyboard.press('Enter')
      await page.waitForURL('**/about')
      await page.getByRole('heading', { level: 1, name: 'About us' }).waitFor()
      assert.equal(await menu.isVisible(), false)
    }, { width: 390 }))

  test('the menu of a phone works by touch, without scripts (APP-7)', () =>
    visit(house, async (page) => {
      await page.goto('/bn')
      await page.getByRole('button', { name: wordsIn('bn').t('shell.menu') }).tap()
      await page.getByRole('navigation', { name: wordsIn('bn').t('shell.main_menu') }).getByRole('link', { name: wordsIn('bn').t('shell.contact') }).tap()
      await page.waitForURL('**/bn/contact')
      await page.getByRole('heading', { level: 1, name: wordsIn('bn').t('contact.title') }).waitFor()
    }, { width: 390, hasTouch: true, javaScriptEnabled: false }))

  test('the other language shows the same page, and is kept (APP-6)', () =>
    visit(house, async (page) => {
      const search = `/rooms?check_in=${house.day(4)}&check_out=${house.day(6)}&adult=2&child=1`
      const kept = () => page.evaluate(() => localStorage.getItem('language'))
      await open(page, search)
      const found = await page.getByRole('article').count()
      for (const [language, address] of [['bn', '/bn' + search], ['en', search]] as [Language, string][]) {
        const { t } = wordsIn(language === 'bn' ? 'en' : 'bn')
        await page.getByRole('link', { name: t('language.other') }).click()
        await page.waitForURL(house.url + address)
        assert.equal(await page.locator('html').getAttribute('lang'), language)
        assert.equal(await kept(), language)
        assert.equal(await page.getByRole('article').count(), found)
      }
    }))
})

const linksIn = (place: ReturnType<Page['locator']>) =>
  place.getByRole('link').evaluateAll((links) => links.map((link) => link.getAttribute('href')))

const logoHeight = async (page: Page) => (await page.getByRole('banner').locator('svg').first().boundingBox())!.height
