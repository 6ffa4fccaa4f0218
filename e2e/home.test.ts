import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { Page } from 'playwright-core'
import { findAccessibilityViolations } from '#testing/axe.ts'
import { openPage, waitForFocus, waitUntil, visit, waitUntilAbsent } from '#testing/browser.ts'
import { setUpTestApp } from '#testing/test-app.ts'
import { selectPairs } from '#testing/pairs.ts'
import { forgetShiftsOfFonts, watchLayoutShifts } from '#testing/layout-shifts.ts'
import { readCompany, writeCompany } from '#content/company.ts'
import { inLanguage, type Language } from '#routes/public.ts'
import { translatorFor } from '#locales/both.ts'
import { unfoldSearch } from './dates.ts'

const serviceNames = {
  en: ['Zipper', 'Button', 'Elastic', 'Thread', 'Lace', 'Ribbon', 'Label', 'Hanger'],
  bn: ['জিপার', 'বোতাম', 'ইলাস্টিক', 'সুতা', 'লেইস', 'ফিতা', 'লেবেল', 'হ্যাঙ্গার'],
}

const menuLinks = [
  ['shell.home', '/'],
  ['shell.about', '/about'],
  ['shell.services', '/our-services'],
  ['shell.contact', '/contact'],
  ['shell.rooms', '/rooms'],
  ['shell.sign_in', '/login'],
] as const
const quickLinks = [
  ['shell.home', '/'],
  ['shell.about_us', '/about'],
  ['shell.services', '/our-services'],
  ['shell.contact', '/contact'],
] as const

for (const { engine, language } of selectPairs(import.meta.url)) {
  describe(`the home page and the site header and footer, on ${engine.name}, in ${language}`, () => {
    const app = setUpTestApp(engine)

    const { t } = translatorFor(language)
    const homePath = inLanguage('/', language)

    test('shows a welcome, eight services and the search (HOME-3, HOME-5, HOME-6)', () =>
      visit(app, async (page) => {
        await openPage(page, homePath)
        const welcome = await page.getByRole('heading', { level: 1 }).innerText()
        assert.match(welcome, { en: /^Welcome to Selvage/, bn: /স্বাগতম/ }[language])
        assert.equal(await page.title(), welcome)

        const heading = page.getByRole('heading', { name: t('home.services_title'), exact: true })
        const servicesSection = page.locator('section', { has: heading })
        await servicesSection.getByText(t('home.services_eyebrow'), { exact: true }).waitFor()
        assert.deepEqual(
          await servicesSection.getByRole('heading', { level: 3 }).allInnerTexts(),
          serviceNames[language],
        )
        const texts = await servicesSection.getByRole('listitem').locator('p').allInnerTexts()
        assert.equal(texts.filter((text) => text.length > 20).length, 8)
        assert.ok(await page.getByRole('search').isVisible())
      }))

    test('shows the global data in the header and the footer (APP-7, APP-8, APP-9, APP-10)', () =>
      visit(app, async (page) => {
        const { body: globalData } = await app.call('getGlobalData', {}, { language })
        const networkUrls = globalData.social.map(({ url }: { url: string }) => url)
        assert.equal(networkUrls.length, 3)
        await openPage(page, homePath)

        const [header, footer] = [page.getByRole('banner'), page.getByRole('contentinfo')]
        const contact = header.getByRole('list', { name: t('shell.contact_details') })
        const whatsAppUrl = `https://wa.me/${globalData.whatsApp.replace(/\D/g, '')}`
        assert.deepEqual(await readHrefsIn(contact), [`mailto:${globalData.email}`, whatsAppUrl])
        assert.match(await contact.innerText(), new RegExp(`${globalData.email}[^]*\\${globalData.whatsApp}`))
        assert.deepEqual(await readHrefsIn(header.getByRole('list', { name: t('shell.follow_us') })), networkUrls)
        const menu = header.getByRole('navigation', { name: t('shell.main_menu') })
        for (const [label, path] of menuLinks) {
          const link = menu.getByRole('link', { name: t(label), exact: true })
          assert.equal(await link.getAttribute('href'), inLanguage(path, language))
        }
        assert.equal(await readLogoHeight(page), 80)

        const quickLinksMenu = footer.getByRole('navigation', { name: t('shell.quick_links') })
        assert.deepEqual(
          await quickLinksMenu.getByRole('link').allInnerTexts(),
          quickLinks.map(([label]) => t(label)),
        )
        assert.deepEqual(
          await readHrefsIn(quickLinksMenu),
          quickLinks.map(([, path]) => inLanguage(path, language)),
        )
        const footerText = await footer.innerText()
        for (const value of [globalData.email, globalData.telephone, globalData.address])
          assert.ok(footerText.includes(value), value)
        const year = { en: '2027', bn: '২০২৭' }[language]
        await footer.getByText(t('shell.copyright', { year, name: globalData.name }), { exact: true }).waitFor()
        assert.equal(
          await footer.getByRole('link', { name: t('shell.privacy') }).getAttribute('href'),
          inLanguage('/privacy', language),
        )
        for (const url of networkUrls) assert.equal(await footer.locator(`a[href="${url}"]`).count(), 1)

        await page.setViewportSize({ width: 390, height: 800 })
        assert.equal(await readLogoHeight(page), 50)
        assert.equal(await contact.isVisible(), false)
      }))

    test('shows the number of followers only beside a network for which it is set (CONT-11)', async () => {
      const { social } = await readCompany(app.db)
      const socialWithFollowers = social.map((item, index) => (index === 1 ? { ...item, followers: 12_400 } : item))
      await writeCompany(app.db, { social: socialWithFollowers })
      const linkedInText = { en: 'LinkedIn 12,400 followers', bn: 'LinkedIn ১২,৪০০ জন ফলোয়ার' }[language]
      await visit(app, async (page) => {
        await openPage(page, inLanguage('/about', language))
        const heading = page.getByRole('heading', { name: t('shell.follow_us') })
        const networks = page.getByRole('contentinfo').locator('section', { has: heading }).getByRole('listitem')
        const networkTexts = (await networks.allInnerTexts()).map((text) => text.replace(/\s+/g, ' '))
        assert.deepEqual(networkTexts, ['Facebook', linkedInText, 'Instagram'])
      })
      await writeCompany(app.db, { social })
    })

    test('shows header buttons of at least 44 px, without overlap on the narrowest phone (APP-7)', () =>
      visit(
        app,
        async (page) => {
          await page.goto(inLanguage('/', language))
          const headerControls = page.getByRole('banner').locator('a:visible, button:visible')
          const boxes = await headerControls.evaluateAll((all) =>
            all.map((item) => item.getBoundingClientRect().toJSON() as DOMRect),
          )
          assert.equal(boxes.length, 4)
          for (const { width, height } of boxes) assert.ok(width >= 44 && height >= 44, `${width} × ${height}`)
          boxes.sort((one, other) => one.x - other.x)
          for (const [index, box] of boxes.entries()) assert.ok(box.right <= (boxes[index + 1]?.x ?? 320))
          const menuIcon = page.getByRole('button', { name: t('shell.menu') }).locator('svg')
          assert.equal((await menuIcon.boundingBox())!.width, 24, 'the icon is not squeezed')
        },
        { width: 320 },
      ))

    test('opens the phone menu by touch, without scripts (APP-7)', () =>
      visit(
        app,
        async (page) => {
          await page.goto(homePath)
          await page.getByRole('button', { name: t('shell.menu') }).tap()
          const menu = page.getByRole('navigation', { name: t('shell.main_menu') })
          await menu.getByRole('link', { name: t('shell.contact') }).tap()
          await page.getByRole('heading', { level: 1, name: t('contact.title') }).waitFor()
          assert.equal(new URL(page.url()).pathname, inLanguage('/contact', language))
        },
        { width: 390, hasTouch: true, javaScriptEnabled: false },
      ))

    describe('in English', () => {
      test('keeps the company name on one line, and a very long name still fits a phone (APP-10)', () =>
        visit(
          app,
          async (page) => {
            const { name } = await readCompany(app.db)
            const [footer, readWidth] = [page.getByRole('contentinfo'), () => document.documentElement.scrollWidth]
            await openPage(page, '/')
            const copyrightName = footer.getByText(name.en, { exact: true })
            assert.equal(
              await copyrightName.evaluate((element) => element.textContent),
              name.en.replaceAll(' ', '\u00a0'),
            )
            await writeCompany(app.db, {
              name: { en: 'Selvage Garment Accessories Manufacturing and Export Company Limited', bn: name.bn },
            })
            try {
              for (const path of ['/', '/privacy', '/contact']) {
                await openPage(page, path)
                assert.equal(await page.evaluate(readWidth), 320, path)
              }
            } finally {
              await writeCompany(app.db, { name })
            }
          },
          { width: 320 },
        ))

      test('starts with the first slide, moves by buttons and keys, and wraps around at both ends (HOME-1)', () =>
        visit(app, async (page) => {
          await openPage(page, '/')
          const { body } = await app.call('getSliderData')
          const titles: string[] = body.data.map(({ title }: { title: string }) => title)
          const track = page.getByRole('list', { name: 'Highlights' })
          const expectSlide = async (title: string) => {
            await page.waitForFunction((text) => {
              const heading = [...document.querySelectorAll('h2')].find((item) => item.textContent === text)!
              const { left, right } = heading.closest('li')!.getBoundingClientRect()
              return Math.abs(left) < 2 && Math.abs(right - innerWidth) < 2
            }, title)
            const number = titles.indexOf(title) + 1
            assert.equal(await page.locator('[aria-current=true]').getAttribute('aria-label'), `Show slide ${number}`)
          }
          assert.ok(titles.length > 2)
          await expectSlide(titles[0]!)
          await page.getByRole('button', { name: 'Next slide' }).click()
          await expectSlide(titles[1]!)
          await page.getByText(`Slide 2 of ${titles.length}`).waitFor({ state: 'attached' })
          await page.getByRole('button', { name: 'Previous slide' }).click()
          await page.getByRole('button', { name: 'Previous slide' }).click()
          await expectSlide(titles.at(-1)!)
          await track.focus()
          await page.keyboard.press('ArrowRight')
          await page.keyboard.press('ArrowRight')
          await expectSlide(titles[1]!)
          await page.keyboard.press('ArrowLeft')
          await expectSlide(titles[0]!)
          await page.getByRole('button', { name: 'Show slide 3' }).click()
          await expectSlide(titles[2]!)
        }))

      test('moves one slide per swipe, announces it, and causes no layout shift (HOME-1)', () =>
        visit(
          app,
          async (page) => {
            await openPage(page, '/')
            await page.evaluate(watchLayoutShifts)
            await forgetShiftsOfFonts(page)
            const track = page.getByRole('list', { name: 'Highlights' })
            const itemCount = await track.getByRole('listitem').count()
            const swipe = async (from: number, to: number, slideNumber: number) => {
              await swipeBanner(page, from, to)
              const announcementStatus = page.getByRole('region', { name: 'Highlights' }).getByRole('status')
              await announcementStatus
                .getByText(`Slide ${slideNumber} of ${itemCount}`, { exact: true })
                .waitFor({ state: 'attached' })
              assert.equal(
                await page.locator('[aria-current=true]').getAttribute('aria-label'),
                `Show slide ${slideNumber}`,
              )
              await page.waitForFunction(([row, left]) => row!.scrollLeft === left, [
                await track.elementHandle(),
                (slideNumber - 1) * 390,
              ] as const)
            }
            await swipe(340, 100, 2)
            await swipe(60, 300, 1)
            assert.equal(await page.evaluate(() => window.shift), 0)
          },
          { width: 390, hasTouch: true },
        ))

      test('shows the next slide immediately if the user prefers reduced motion (HOME-1)', () =>
        visit(app, async (page) => {
          await openPage(page, '/')
          const [scrollLeft, width] = await page.evaluate(() => {
            const track = document.querySelector('[aria-roledescription=carousel] ul')!
            const nextButton = document.querySelector<HTMLElement>('[aria-label="Next slide"]')!
            nextButton.click()
            return [track.scrollLeft, track.clientWidth]
          })
          assert.equal(scrollLeft, width)
        }))

      test('never moves the slides automatically, so it needs no stop button (HOME-1)', () =>
        visit(app, async (page) => {
          await page.addInitScript(holdLongTimers)
          await openPage(page, '/')
          for (let turn = 0; turn < 20; turn += 1) await page.evaluate(() => window.endLongTimers())
          await page.evaluate(
            () => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))),
          )
          assert.equal(await page.getByRole('list', { name: 'Highlights' }).evaluate((track) => track.scrollLeft), 0)
        }))

      test('scrolls the slides without scripts, and shows no button that needs them (HOME-1)', () =>
        visit(
          app,
          async (page) => {
            await page.goto('/')
            assert.equal(await page.getByRole('button', { name: 'Next slide' }).isVisible(), false)
            const track = page.getByRole('list', { name: 'Highlights' })
            await track.focus()
            await page.keyboard.press('ArrowRight')
            await page.getByRole('link', { name: 'How approval works' }).click()
            assert.equal(new URL(page.url()).pathname, '/details/sample-approval')
          },
          { javaScriptEnabled: false },
        ))

      test('prints the content and the contact details of a page, but no controls (APP-10)', () =>
        visit(app, async (page) => {
          for (const path of ['/reading-blog/button-sizes-in-ligne', '/booking-details/deluxe', '/contact', '/rooms']) {
            await openPage(page, path)
            await unfoldSearch(page)
            assert.ok((await page.locator(interactiveElements).filter({ visible: true }).count()) > 5, path)
            await page.emulateMedia({ media: 'print' })
            await waitUntilAbsent(page.locator(interactiveElements).filter({ visible: true }))
            assert.ok(await page.getByRole('heading', { level: 1 }).isVisible())
            const address = page.getByRole('contentinfo').getByText('hello@selvage.example')
            assert.equal(await address.evaluate((link) => getComputedStyle(link).color), 'rgb(30, 42, 44)')
            await page.emulateMedia({ media: 'screen' })
          }
        }))

      test('shows the map of the head office 500 px high, and loads it only when the visitor scrolls near it (HOME-2, CONT-1)', () =>
        visit(app, async (page) => {
          const mapRequests: string[] = []
          page.on(
            'request',
            (request) => void (request.url().includes('openstreetmap') && mapRequests.push(request.url())),
          )
          const { body: global } = await app.call('getGlobalData')
          await openPage(page, '/')
          assert.deepEqual(mapRequests, [])
          await page.getByRole('link', { name: 'Open in maps' }).scrollIntoViewIfNeeded()
          const mapFrame = page.getByTitle('Map of our head office')
          await mapFrame.waitFor()
          assert.equal((await mapFrame.boundingBox())!.height, 500)
          assert.equal(await mapFrame.getAttribute('src'), global.map.embedUrl)
          await page.frameLocator('iframe').locator('title').waitFor({ state: 'attached' })
        }))

      test('shows the address if the map cannot load (HOME-2)', () =>
        visit(
          app,
          async (page) => {
            const failedRequest = page.waitForEvent('requestfailed')
            await openPage(page, '/contact')
            const address = page.getByRole('main').getByText('Road 11, Banani').last()
            await address.scrollIntoViewIfNeeded()
            await failedRequest
            await waitUntilAbsent(page.locator('iframe'))
            const isUncovered = await address.evaluate((element) => {
              const { x, y } = element.getBoundingClientRect()
              return document.elementFromPoint(x + 5, y + 5) === element
            })
            assert.ok(isUncovered)
          },
          { isMapDown: true, expectedErrors: ['openstreetmap'] },
        ))

      test('opens and closes the phone menu and follows its links by keyboard (APP-7)', () =>
        visit(
          app,
          async (page) => {
            await openPage(page, '/')
            const menuButton = page.getByRole('button', { name: 'Menu' })
            const menu = page.getByRole('navigation', { name: 'Main menu' })
            assert.equal(await menu.isVisible(), false)
            await menuButton.focus()
            await page.keyboard.press('Enter')
            await menu.waitFor()
            assert.deepEqual(await findAccessibilityViolations(page), [])
            await page.keyboard.press('Escape')
            await menu.waitFor({ state: 'hidden' })
            assert.ok(await waitForFocus(menuButton), 'the focus returns to the button')

            await page.keyboard.press('Enter')
            await page.keyboard.press('Tab')
            assert.ok(await waitForFocus(menu.getByRole('button', { name: 'Close' })))
            await page.keyboard.press('Tab')
            await page.keyboard.press('Tab')
            await page.keyboard.press('Enter')
            await page.waitForURL('**/about')
            await page.getByRole('heading', { level: 1, name: 'About us' }).waitFor()
            assert.equal(await menu.isVisible(), false)
          },
          { width: 390 },
        ))
    })

    describe('language switch', () => {
      test('shows the same page in the other language and stores the choice (APP-6)', () =>
        visit(app, async (page) => {
          const searchPath = `/rooms?check_in=${app.day(4)}&check_out=${app.day(6)}&adult=2&child=1`
          const readStoredLanguage = () => page.evaluate(() => localStorage.getItem('language'))
          await openPage(page, searchPath)
          await waitUntil(page, () => localStorage.getItem('language') === 'en')
          const resultCount = await page.getByRole('article').count()
          for (const [targetLanguage, address] of [
            ['bn', '/bn' + searchPath],
            ['en', searchPath],
          ] as [Language, string][]) {
            const translator = translatorFor(targetLanguage === 'bn' ? 'en' : 'bn')
            await page.getByRole('link', { name: translator.t('language.other') }).click()
            await page.waitForURL(app.url + address)
            assert.equal(await page.locator('html').getAttribute('lang'), targetLanguage)
            assert.equal(await readStoredLanguage(), targetLanguage)
            assert.equal(await page.getByRole('article').count(), resultCount)
          }
        }))

      test('highlights the link to Bangla for a Bangla user on an English page, without layout shifts (APP-6)', () =>
        visit(app, async (page) => {
          const link = page.getByRole('link', { name: 'বাংলা' })
          const readUnderline = () => link.locator('span').evaluate((name) => getComputedStyle(name).borderBottom)
          const readLinkPositions = () =>
            page.locator('header a:visible').evaluateAll((all) => all.map((item) => item.getBoundingClientRect().x))
          await openPage(page, '/about')
          assert.match(await readUnderline(), /^0px none/)
          const linkPositionsBefore = await readLinkPositions()
          await link.click()
          await page.waitForURL('**/bn/about')
          await openPage(page, '/about')
          assert.equal(await readUnderline(), '2px dotted rgb(30, 42, 44)')
          assert.deepEqual(await readLinkPositions(), linkPositionsBefore)
        }))
    })
  })
}

declare global {
  interface Window {
    endLongTimers: () => void
  }
}

/**
 * Runs in the page: holds back timers of 500 ms and more until the test ends them. Such a timer could change the slide.
 */
function holdLongTimers(): void {
  const { setTimeout: originalSetTimeout, setInterval: originalSetInterval } = window
  const heldTimers: { run: () => void; isRepeated: boolean }[] = []
  const createHeldTimer =
    (start: (run: () => void, ms?: number) => number, isRepeated: boolean) => (run: () => void, ms?: number) =>
      (ms ?? 0) < 500 ? start(run, ms) : -heldTimers.push({ run, isRepeated })
  Object.assign(window, {
    setTimeout: createHeldTimer(originalSetTimeout, false),
    setInterval: createHeldTimer(originalSetInterval, true),
  })
  window.endLongTimers = () => {
    for (const timer of heldTimers.splice(0)) {
      timer.run()
      if (timer.isRepeated) heldTimers.push(timer)
    }
  }
}

/** Swipes across the banner with one finger. */
async function swipeBanner(page: Page, from: number, to: number): Promise<void> {
  const session = await page.context().newCDPSession(page)
  const touch = (type: 'touchStart' | 'touchMove' | 'touchEnd', ...points: number[]) =>
    session.send('Input.dispatchTouchEvent', { type, touchPoints: points.map((x) => ({ x, y: 260 })) })
  await touch('touchStart', from)
  for (let step = 1; step <= 10; step += 1) await touch('touchMove', from + ((to - from) * step) / 10)
  await touch('touchEnd')
}

const interactiveElements = 'button, form, input, nav, aside, iframe, [role=search]'

const readHrefsIn = (container: ReturnType<Page['locator']>) =>
  container.getByRole('link').evaluateAll((links) => links.map((link) => link.getAttribute('href')))

const readLogoHeight = async (page: Page) =>
  (await page.getByRole('banner').locator('svg').first().boundingBox())!.height
