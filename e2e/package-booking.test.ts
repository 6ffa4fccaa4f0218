import assert from 'node:assert/strict'
import { before, describe, test } from 'node:test'
import type { Page } from 'playwright-core'
import { publish } from '#platform/database/publish.ts'
import { findAccessibilityViolations } from '#testing/axe.ts'
import { openPage, visit } from '#testing/browser.ts'
import { selectPairs } from '#testing/pairs.ts'
import { createReader } from '#testing/public-pages.ts'
import { setUpTestApp } from '#testing/test-app.ts'
import { endpoints, inLanguage, queryString } from '#routes/public.ts'
import { officeHref } from '#routes/office.ts'
import { translatorFor } from '#locales/both.ts'
import { readFieldError, fillBookingForm, pressBookNow, rafiq } from './booking-form.ts'
import { setDates } from './dates.ts'
import { openOfficePage } from './open-office-page.ts'

const NAME = { en: 'Quiet days', bn: 'নিরিবিলি দিন' }

for (const { engine, language, width } of selectPairs(import.meta.url)) {
  const translator = translatorFor(language)
  const { t, count, money } = translator
  const locale = language === 'bn' ? 'bn-BD' : 'en-GB'
  const name = NAME[language]

  describe(`booking a stay package, on ${engine.name}, in ${language}, at ${width}`, () => {
    const app = setUpTestApp(engine)
    before(async () => {
      const [room, extraRow] = await Promise.all([
        app.db.selectFrom('room').select('id').where('slug', '=', 'twin').executeTakeFirstOrThrow(),
        app.db.selectFrom('extra').select('id').where('name_en', '=', 'Airport transfer').executeTakeFirstOrThrow(),
      ])
      await createReader(() => app).addPost('quiet-days', {
        category_id: 20,
        title_en: NAME.en,
        title_bn: NAME.bn,
        stay_nights: 3,
        stay_room_id: room.id,
        stay_price_poisha: 2_000_000,
        stay_extras: JSON.stringify([{ id: extraRow.id, quantity: 1 }]),
      })
    })

    const localizePath = (to: string) => inLanguage(to, language)
    const buildRoomPath = (query: object) =>
      localizePath('/booking-details/twin' + queryString({ package: 'quiet-days', nights: 3, ...query }))
    const createDays = (from: number, to: number) => ({
      check_in: app.day(from),
      check_out: app.day(to),
      adult: 1,
      child: 0,
    })
    const findForm = (page: Page) => page.locator('#booking')
    const findPackageBox = (page: Page) => findForm(page).getByRole('checkbox')
    const readNewestBooking = () =>
      app.db.selectFrom('booking').selectAll().orderBy('id', 'desc').limit(1).executeTakeFirstOrThrow()
    const countBookings = async () => (await app.db.selectFrom('booking').select('id').execute()).length
    const waitForSuccess = (page: Page) =>
      page.getByRole('heading', { level: 1, name: t('booking.success_title') }).waitFor()

    test('leads from the package page to a booking with the price and the name of the package (BOOK-11, BOOK-13, CONT-10)', () =>
      visit(
        app,
        async (page) => {
          await openPage(page, localizePath('/details/quiet-days'))
          const main = page.getByRole('main')
          await main.getByText(money(20_000)).waitFor()
          assert.deepEqual(await findAccessibilityViolations(page), [])
          await main.getByRole('link', { name: count('packages.dates', 3) }).click()
          await findPackageBox(page).waitFor()
          await findForm(page).getByText(name).waitFor()
          await setDates(findForm(page), { checkin: app.day(20), checkout: app.day(23) })
          await findForm(page).getByText(money(20_000)).waitFor()
          assert.deepEqual(await findAccessibilityViolations(page), [])
          await fillBookingForm(page, translator, { ...rafiq, paymenttype: 2 })
          await pressBookNow(page, translator)
          await waitForSuccess(page)
          const pageText = await page.getByRole('main').innerText()
          for (const expected of [name, money(20_000)])
            assert.ok(pageText.includes(expected), `${expected} in ${pageText}`)
          const { code, package_en, total_poisha } = await readNewestBooking()
          assert.deepEqual([package_en, total_poisha], [NAME.en, 2_000_000])
          await openOfficePage(page, app, language, officeHref('booking', code))
          await page.getByText(name).waitFor()
          await page.goto(localizePath(officeHref('bill', code)))
          await page.getByText(`(${name})`).first().waitFor()
          await page.getByText(t('bill.included'), { exact: true }).waitFor()
        },
        { width, locale },
      ))

    test('starts at the first package, whose picture and button stand out from the others (DES-93)', () =>
      visit(
        app,
        async (page) => {
          await openPage(page, localizePath('/premimum-packages'))
          const packages = await page.getByRole('article').evaluateAll((articles) =>
            articles.map((article) => ({
              width: article.firstElementChild!.getBoundingClientRect().width,
              ground: getComputedStyle(article.querySelector('a[href$="#booking"]')!).backgroundColor,
            })),
          )
          const [lead, ...others] = packages
          assert.ok(others.length >= 3)
          for (const other of others) {
            assert.ok(lead!.width > 1.2 * other.width, `${lead!.width} and ${other.width} px`)
            assert.notEqual(other.ground, lead!.ground)
          }
        },
        { width: 1440 },
      ))

    test('rejects another number of nights with an error at the dates, until the guest deselects the package (BOOK-12)', () =>
      visit(
        app,
        async (page) => {
          const bookingCount = await countBookings()
          const message = count('booking.package_nights', 3)
          await openPage(page, buildRoomPath(createDays(30, 32)))
          await findForm(page).getByText(message).waitFor()
          await fillBookingForm(page, translator, { ...rafiq, paymenttype: 2 })
          await pressBookNow(page, translator)
          const dialog = page.getByRole('dialog', { name: t('booking.invalid_title') })
          await dialog.getByText(message).waitFor()
          await page.keyboard.press('Escape')
          await dialog.waitFor({ state: 'hidden' })
          assert.equal(await countBookings(), bookingCount)
          await findPackageBox(page).uncheck()
          await findForm(page).getByText(money(12_400)).first().waitFor()
          await pressBookNow(page, translator)
          await waitForSuccess(page)
          const { package_en, total_poisha } = await readNewestBooking()
          assert.deepEqual([package_en, total_poisha], [null, 1_240_000])
        },
        { width },
      ))

    test('rejects a package that does not exist with an error at its field (BOOK-12)', () =>
      visit(
        app,
        async (page) => {
          await openPage(
            page,
            localizePath('/booking-details/twin' + queryString({ package: 'gone', ...createDays(40, 42) })),
          )
          await fillBookingForm(page, translator, { ...rafiq, paymenttype: 2 })
          await pressBookNow(page, translator)
          const dialog = page.getByRole('dialog', { name: t('booking.invalid_title') })
          await dialog.getByText(t('booking.package_gone')).waitFor()
          await page.keyboard.press('Escape')
          await dialog.waitFor({ state: 'hidden' })
          assert.equal(await readFieldError(page, 'package'), t('booking.package_gone'))
          await findPackageBox(page).uncheck()
          await pressBookNow(page, translator)
          await waitForSuccess(page)
          assert.equal((await readNewestBooking()).package_en, null)
        },
        { width },
      ))

    test('rejects a package that ends while the guest fills in the form with an error at its field (BOOK-12)', () =>
      visit(
        app,
        async (page) => {
          const bookingCount = await countBookings()
          await openPage(page, buildRoomPath(createDays(60, 63)))
          await findForm(page).getByText(money(20_000)).waitFor()
          await fillBookingForm(page, translator, { ...rafiq, paymenttype: 2 })
          await publish(app.db, (tx) =>
            tx.updateTable('post').set({ published_at: null }).where('slug', '=', 'quiet-days').execute(),
          )
          await pressBookNow(page, translator)
          const dialog = page.getByRole('dialog', { name: t('booking.invalid_title') })
          await dialog.getByText(t('booking.package_gone')).waitFor()
          await page.keyboard.press('Escape')
          await dialog.waitFor({ state: 'hidden' })
          assert.equal(await readFieldError(page, 'package'), t('booking.package_gone'))
          // The form asks for the price again after a rejected booking.
          await findForm(page).locator('[data-quote=refused]').waitFor()
          assert.equal(await countBookings(), bookingCount)
          await publish(app.db, (tx) =>
            tx.updateTable('post').set({ published_at: app.clock.now }).where('slug', '=', 'quiet-days').execute(),
          )
        },
        { width, expectedErrors: [`422 ${endpoints.requestGuestBooking[1]}`, `422 ${endpoints.getStayPrice[1]}`] },
      ))

    test("shows the price of the package without scripts, and names it in the visitor's message (BOOK-11, BOOK-12)", () =>
      visit(
        app,
        async (page) => {
          await page.goto(localizePath('/premimum-packages'))
          await page
            .getByRole('article')
            .filter({ hasText: name })
            .getByRole('link', { name: count('packages.dates', 3) })
            .click()
          const priceForm = page.locator('#booking noscript > form')
          const showPriceButton = priceForm.getByRole('button', { name: t('booking.show_price') })
          const setDate = (field: 'check_in' | 'check_out', day: number) =>
            priceForm.locator(`[name=${field}]`).fill(app.day(day))
          await setDate('check_in', 50)
          await setDate('check_out', 52)
          await showPriceButton.click()
          await priceForm.getByText(count('booking.package_nights', 3)).waitFor()
          await setDate('check_out', 53)
          await showPriceButton.click()
          await priceForm.getByText(money(20_000)).waitFor()
          const contactLink = page.locator('#booking noscript').getByRole('link', { name: t('home.talk_action') })
          const readSubject = async () =>
            new URL((await contactLink.getAttribute('href'))!, app.url).searchParams.get('subject')!
          assert.ok((await readSubject()).includes(name), await readSubject())
          await priceForm.getByRole('checkbox').uncheck()
          await showPriceButton.click()
          await priceForm.getByText(money(18_600)).first().waitFor()
          assert.ok(!(await readSubject()).includes(name))
        },
        { width, javaScriptEnabled: false },
      ))
  })
}
