import assert from 'node:assert/strict'
import { before, describe, test } from 'node:test'
import type { Page } from 'playwright-core'
import { findAccessibilityViolations } from '#testing/axe.ts'
import { openPage, visit, waitUntil } from '#testing/browser.ts'
import { setUpTestApp } from '#testing/test-app.ts'
import { selectPairs } from '#testing/pairs.ts'
import type { NearStays } from '#stays/availability/contract.ts'
import { parseDay } from '#platform/day.ts'
import { inLanguage, queryString } from '#routes/public.ts'
import { translatorFor } from '#locales/both.ts'
import { rafiq } from './booking-form.ts'
import { setDates } from './dates.ts'
import { pressTabUntil } from './tab-to.ts'

/** The first requested night, in days from today. No stay of the demo is near it. */
const FROM = 70
const COPPER = 'rgb(168, 87, 34)'

for (const { engine, language } of selectPairs(import.meta.url)) {
  describe(`a room that is taken, on ${engine.name}, in ${language}`, () => {
    const app = setUpTestApp(engine)
    before(async () => {
      const { id } = await app.db.selectFrom('room').select('id').where('slug', '=', 'family').executeTakeFirstOrThrow()
      await app.db
        .insertInto('inventory')
        .values({ room_id: id, night: parseDay(app.day(FROM))!, sold: 1, capacity: 1 })
        .execute()
    })

    const translator = translatorFor(language)
    const { t, money } = translator
    const createSearch = () => ({ check_in: app.day(FROM), check_out: app.day(FROM + 2), adult: 2, child: 0 })
    const roomPath = () => inLanguage('/booking-details/family' + queryString(createSearch()), language)
    const loadNear = async (): Promise<NearStays> =>
      (await app.call('getNearStays', { slug: 'family', ...createSearch() }, { language })).body
    const findHeading = (page: Page, title: string) => page.getByRole('heading', { level: 2, name: title, exact: true })
    const findForm = (page: Page) => page.locator('#booking')
    const findBar = (page: Page) => page.locator('main div:has(+ #booking) > div')

    test('says so once, and links to its nearest dates and to other rooms with their totals (DES-110)', async () => {
      const near = await loadNear()
      for (const width of [1440, 390])
        await visit(
          app,
          async (page) => {
            await openPage(page, roomPath())
            await findHeading(page, near.title).waitFor()
            const section = page.locator('main section').filter({ has: findHeading(page, near.title) })
            const offers = near.lists.flatMap(({ data }) => data)
            assert.ok(offers.length >= 4)
            for (const { text, total } of offers) {
              const row = section.getByRole('listitem').filter({ hasText: text })
              await row.getByRole('link', { name: text }).waitFor()
              await row.getByText(money(total)).waitFor()
            }
            assert.equal(await page.evaluate(countInView, { text: near.title, color: '' }), 1, `${width} px`)
            assert.equal(await page.evaluate(countInView, { text: '', color: COPPER }), 1, `${width} px`)
            assert.deepEqual(await findAccessibilityViolations(page), [])
            const pictureBox = await page.locator('[data-kind=gallery] img').first().boundingBox()
            if (width === 1440) assert.ok(pictureBox!.height >= 480, `${pictureBox!.height} px`)

            await findForm(page).locator('[aria-haspopup]').first().scrollIntoViewIfNeeded()
            // The bar fades out when the form comes into view.
            if (width === 390) await findBar(page).waitFor({ state: 'hidden' })
            assert.ok((await page.evaluate(countInView, { text: near.title, color: '' })) <= 1)
            assert.ok((await page.evaluate(countInView, { text: '', color: COPPER })) <= 1)
            assert.equal(await findForm(page).locator('[name=name]').isVisible(), false)
            assert.equal(await page.getByRole('tab').count(), 0)
          },
          { width },
        )
    })

    test('says so below its dates, with the nearest dates as a filled button, and on phones in the bar (DES-119)', async () => {
      const near = await loadNear()
      for (const width of [1440, 390])
        await visit(
          app,
          async (page) => {
            await openPage(page, roomPath())
            const bar = findBar(page)
            if (width === 390) {
              await bar.getByText(near.title, { exact: true }).waitFor()
              await bar.getByRole('link', { name: near.action!.label }).waitFor()
            }
            const [dates, title, choice] = await Promise.all(
              [
                findForm(page).locator('[aria-haspopup]').first(),
                findForm(page).getByRole('heading', { name: near.title, exact: true }),
                findForm(page).getByRole('link', { name: near.action!.label }),
              ].map(async (part) => (await part.boundingBox())!),
            )
            assert.ok(dates!.y + dates!.height <= title!.y && title!.y + title!.height <= choice!.y)
            if (width === 1440) assert.ok(choice!.y + choice!.height <= 900, 'all are on the first screen')
            await findForm(page).getByRole('link', { name: near.action!.label }).click()
            await findHeading(page, near.title).waitFor({ state: 'detached' })
          },
          { width },
        )
    })

    test('is booked on other dates by the keyboard, from the search to the confirmation (DES-111)', () =>
      visit(app, async (page) => {
        const { keyboard } = page
        await openPage(page, inLanguage('/rooms' + queryString(createSearch()), language))
        const line = page.getByRole('listitem').filter({ hasText: t('rooms.near_booked') })
        await pressTabUntil(page, line.getByRole('link'))
        const [nearest] = (await loadNear()).lists[0]!.data
        await keyboard.press('Enter')
        await page.getByRole('heading', { level: 1 }).and(page.getByText(/./)).waitFor()
        await page.waitForURL((url) => url.searchParams.get('check_in') === nearest!.check_in)
        await findForm(page).getByText(money(nearest!.total)).first().waitFor()
        for (const name of ['name', 'email', 'phone'] as const) {
          await pressTabUntil(page, findForm(page).getByLabel(t(`booking.${name}`), { exact: true }))
          await keyboard.type(rafiq[name])
        }
        await pressTabUntil(page, findForm(page).locator('[name=paymenttype]'))
        await keyboard.press('ArrowDown')
        await keyboard.press('ArrowDown')
        await pressTabUntil(page, page.getByRole('button', { name: t('booking.submit'), exact: true }))
        await keyboard.press('Enter')
        await page.getByRole('heading', { level: 1, name: t('booking.success_title') }).waitFor()
        const booking = await app.db.selectFrom('booking').selectAll().orderBy('id', 'desc').executeTakeFirstOrThrow()
        assert.deepEqual([booking.check_in, booking.email], [parseDay(nearest!.check_in), rafiq.email])
      }))

    test('updates the offers with the dates of the form, and keeps the details of the guest on other dates (DES-110)', () =>
      visit(app, async (page) => {
        const near = await loadNear()
        await openPage(
          page,
          inLanguage(
            '/booking-details/family' +
              queryString({ ...createSearch(), check_in: app.day(FROM + 30), check_out: app.day(FROM + 32) }),
            language,
          ),
        )
        await findForm(page).locator('[name=name]').fill(rafiq.name)
        await setDates(findForm(page), { checkin: app.day(FROM), checkout: app.day(FROM + 2) })
        await findHeading(page, near.title).waitFor()
        const [nearest] = near.lists[0]!.data
        await findForm(page).getByRole('link', { name: near.action!.label }).click()
        await page.waitForURL((url) => url.searchParams.get('check_in') === nearest!.check_in)
        await findForm(page).getByText(money(nearest!.total)).first().waitFor()
        await findHeading(page, near.title).waitFor({ state: 'detached' })
        // The draft of the guest's details fills the form when it is shown again.
        await waitUntil(page, () => document.querySelector<HTMLInputElement>('#booking [name=name]')?.value)
        assert.equal(await findForm(page).locator('[name=name]').inputValue(), rafiq.name)
        assert.equal(await findForm(page).locator('[name=checkin]').inputValue(), nearest!.check_in)
      }))

    test('offers other dates without scripts too (DES-110)', () =>
      visit(
        app,
        async (page) => {
          const near = await loadNear()
          await page.goto(roomPath())
          const [nearest] = near.lists[0]!.data
          await page.getByRole('link', { name: nearest!.text }).click()
          await page.locator('#booking noscript > form').getByText(money(nearest!.total)).first().waitFor()
        },
        { javaScriptEnabled: false },
      ))
  })
}

/** Counts the elements in the viewport that have this text or this background colour. Ignores what is clipped. */
function countInView({ text, color }: { text: string; color: string }): number {
  const isInView = (element: Element) => {
    const { top, bottom, width } = element.getBoundingClientRect()
    return width > 1 && top < innerHeight && bottom > 0 && getComputedStyle(element).visibility === 'visible'
  }
  return [...document.querySelectorAll('main h2, main p, main a, main button')].filter(
    (element) =>
      isInView(element) && (text ? element.textContent === text : getComputedStyle(element).backgroundColor === color),
  ).length
}
