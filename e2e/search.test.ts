import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { Page } from 'playwright-core'
import { findAccessibilityViolations } from '#testing/axe.ts'
import { readDescriptions, waitForFocus, openPage, visit, waitUntilAbsent } from '#testing/browser.ts'
import { setUpTestApp } from '#testing/test-app.ts'
import { selectPairs } from '#testing/pairs.ts'
import { addRoom } from '#testing/rooms.ts'
import type { FreeRoom } from '#stays/availability/contract.ts'
import type { toSearchQuery } from '#stays/bookings/search/last-search.ts'
import { inLanguage, queryString, type Language } from '#routes/public.ts'
import { translatorFor } from '#locales/both.ts'
import { formatDateList } from '#locales/dates.ts'
import { chooseDates, findCheckInField, findCheckOutField, findDateInput, setDates, unfoldSearch } from './dates.ts'

for (const { engine, language } of selectPairs(import.meta.url)) {
  describe(`searching for a room, on ${engine.name}, in ${language}`, () => {
    const app = setUpTestApp(engine)

    const translator = translatorFor(language)
    const { t } = translator
    const createSearchForm = (adult = 2) => ({ check_in: app.day(3), check_out: app.day(6), adult, child: 0 })

    for (const hasScripts of [true, false]) {
      const suffix = hasScripts ? '' : ', without scripts'
      test(`finds free rooms from the home page${suffix} (SRCH-1, SRCH-3, SRCH-4, HOME-6)`, () =>
        visit(
          app,
          async (page) => {
            await (hasScripts ? openPage(page, inLanguage('/', language)) : page.goto(inLanguage('/', language)))
            if (hasScripts) await chooseDates(findCheckInField(page, translator), translator, [app.day(3), app.day(6)])
            else await typeSearchDates(page, language, createSearchForm())
            await fill(page, language, createSearchForm())
            await page.getByRole('button', { name: t('search.submit') }).click()
            await page.waitForURL(app.url + inLanguage('/rooms' + queryString(createSearchForm()), language))
            await checkResults(page)
            await page.reload()
            await checkResults(page)
          },
          { javaScriptEnabled: hasScripts },
        ))
    }

    test('says which date is missing (SRCH-2)', () =>
      visit(app, async (page) => {
        await openPage(page, inLanguage('/service', language))
        await setDates(page.getByRole('search'), { check_in: app.day(3) })
        await page.getByRole('button', { name: t('search.submit') }).click()
        const alert = page.getByRole('alert')
        assert.equal(await alert.innerText(), t('search.dates_required'))
        const field = findCheckOutField(page, translator)
        assert.ok(await waitForFocus(field))
        assert.deepEqual(await readDescriptions(field), [t('search.dates_required')])
        assert.equal(new URL(page.url()).pathname, inLanguage('/service', language))
        assert.deepEqual(await findAccessibilityViolations(page), [])
      }))

    test('says which date is missing, without scripts (SRCH-2)', () =>
      visit(
        app,
        async (page) => {
          await page.goto(inLanguage('/service', language))
          const arrival = findDateInput(page, translator, 'search.check_in')
          await arrival.fill(app.day(3))
          await page.getByRole('button', { name: t('search.submit') }).click()
          await page.getByText(t('search.dates_required')).waitFor()
          assert.equal(await arrival.inputValue(), app.day(3), 'the typed date stays')
        },
        { javaScriptEnabled: false },
      ))

    describe('in English', () => {
      test('shows the same results to every visitor who opens its URL (SRCH-4)', async () => {
        const pageTexts: string[] = []
        for (const _ of ['sender', 'receiver']) {
          await visit(app, async (page) => {
            await openPage(page, '/rooms' + queryString(createSearchForm()))
            pageTexts.push(await page.locator('main').innerText())
          })
        }
        assert.equal(pageTexts[0], pageTexts[1])
      })

      test('fills every search bar with the last search, also on the next visit (SRCH-5, APP-6)', () =>
        visit(app, async (page) => {
          await openPage(page, '/rooms' + queryString({ ...createSearchForm(3), child: 1 }))
          const storageKeys = ['checkIn', 'checkOut', 'adult', 'child']
          const storedSearch = await page.evaluate((all) => all.map((name) => localStorage.getItem(name)), storageKeys)
          assert.deepEqual(storedSearch, [app.day(3), app.day(6), '3', '1'])
          for (const path of ['/', '/service', '/rooms', '/blog', '/details/zipper', '/bn/about']) {
            await openPage(page, path)
            const fields = page.getByRole('search').locator('input')
            // The search of a reading page is hydrated after the page.
            await page.waitForFunction(
              (checkOut) => document.querySelector<HTMLInputElement>('[name=check_out]')?.value === checkOut,
              app.day(6),
            )
            await unfoldSearch(page)
            const values = await fields.evaluateAll((all) => all.map((field) => (field as HTMLInputElement).value))
            assert.deepEqual(values, storedSearch, path)
          }
        }))

      test('rejects dates before today and limits the guest counts to 0–100 (SRCH-1)', () =>
        visit(app, async (page) => {
          await openPage(page, '/')
          for (const name of ['check_in', 'check_out'])
            assert.equal(await page.locator(`[name=${name}]`).getAttribute('min'), app.day(0))

          for (const [label, initialCount] of [
            ['Adult', 1],
            ['Child', 0],
          ] as const) {
            const count = page.getByLabel(label, { exact: true })
            const fewerButton = page.getByRole('button', { name: `Fewer: ${label}` })
            const moreButton = page.getByRole('button', { name: `More: ${label}` })
            assert.equal(await count.inputValue(), String(initialCount))
            await fewerButton.click()
            await fewerButton.click()
            assert.equal(await count.inputValue(), '0')
            await moreButton.click()
            assert.equal(await count.inputValue(), '1')
            await count.fill('100')
            await moreButton.click()
            assert.equal(await count.inputValue(), '100')
          }
        }))

      test("shows the server's message for an invalid search above all rooms (SRCH-4)", () =>
        visit(app, async (page) => {
          await openPage(page, '/rooms' + queryString({ ...createSearchForm(), check_out: app.day(2) }))
          const fields = [findCheckInField(page, translatorFor('en')), page.locator('[name=check_out]')]
          for (const field of fields)
            assert.deepEqual(await readDescriptions(field), [translatorFor('en').t('error.check_out_order')])
          assert.ok(await fields[0]!.isVisible())
          assert.equal(await fields[1]!.getAttribute('aria-invalid'), 'true')
          assert.equal(await page.getByRole('article').count(), 6)
          await openPage(page, '/bn/rooms' + queryString({ ...createSearchForm(), check_in: app.day(-1) }))
          await page.getByText(translatorFor('bn').t('error.check_in_past')).waitFor()
        }))

      test('offers free alternatives if no single room sleeps all guests (SRCH-4)', () =>
        visit(app, async (page) => {
          await openPage(page, '/rooms' + queryString(createSearchForm(6)))
          await page.getByRole('heading', { level: 1, name: 'No single room sleeps 6 guests' }).waitFor()
          await waitUntilAbsent(page.getByRole('article'))
          await page.getByRole('heading', { level: 2, name: /^Several rooms together: BDT / }).waitFor()
          const twinItem = page
            .getByRole('main')
            .getByRole('listitem')
            .filter({ hasText: /^\d × Twin Room/ })
          await twinItem.getByText('2 adults in each').waitFor()
          const bookTogetherLink = page.getByRole('link', { name: /^Book these \d rooms$/ })
          const { searchParams } = new URL((await bookTogetherLink.getAttribute('href'))!, app.url)
          assert.match(searchParams.get('rooms')!, /^(twin\.2\.0_?)+/)
          assert.deepEqual(await findAccessibilityViolations(page), [])
          await page.getByRole('link', { name: /^Fewer guests/ }).click()
          await page.getByRole('heading', { level: 1, name: /^Rooms available/ }).waitFor()
          assert.equal(await page.getByRole('article').count(), 1)
          assert.equal(new URL(page.url()).searchParams.get('adult'), '3')
        }))

      test('asks groups larger than the number of beds to contact the company (SRCH-1, SRCH-4)', () =>
        visit(app, async (page) => {
          await openPage(page, '/rooms' + queryString({ ...createSearchForm(100), child: 3 }))
          await page.getByRole('heading', { level: 1, name: 'No single room sleeps 103 guests' }).waitFor()
          await page.getByRole('main').getByRole('link', { name: 'Write to us' }).click()
          const subject = page.getByLabel(/^Subject/)
          assert.match(await subject.inputValue(), /, 100 adults, 3 children$/)
        }))

      // The rooms of this test stay in the database, so it must be the last one.
      test('splits many results into pages and keeps the filters (SRCH-4)', async () => {
        for (let number = 0; number < 25; number++)
          await addRoom(app.db, `room-${number}`, 1, { price_poisha: 2_000_000 + number * 100 })
        await visit(
          app,
          async (page) => {
            await page.goto('/rooms' + queryString({ ...createSearchForm(), min_price: 20_000 }))
            const readRoomNames = () => page.getByRole('article').getByRole('heading').allInnerTexts()
            const firstNames = await readRoomNames()
            assert.equal(firstNames.length, 20)
            await page.getByText('More than 20 rooms are available for your stay, cheapest first').waitFor()
            await page.getByRole('link', { name: 'More rooms' }).click()
            await page.getByText('More rooms available for your stay').waitFor()
            assert.deepEqual(
              [...firstNames, ...(await readRoomNames())],
              Array.from({ length: 25 }, (_, number) => `Room room-${number}`),
            )
            await page.getByRole('link', { name: 'Back to first page' }).click()
            await page.getByText('More than 20 rooms').waitFor()
          },
          { javaScriptEnabled: false },
        )
      })
    })

    async function checkResults(page: Page) {
      const { money, count } = translator
      const offers: FreeRoom[] = (await app.call('filterBooking', createSearchForm(), { language })).body.data
      assert.ok(offers.length > 2 && offers.length < 6)
      const title = t('rooms.results_title', {
        dates: formatDateList(translator, createSearchForm().check_in, createSearchForm().check_out),
      })
      await page.getByRole('heading', { level: 1, name: title }).waitFor()
      await page.getByText(count('rooms.results', offers.length), { exact: true }).waitFor()
      const cards = page.getByRole('article')
      assert.equal(await cards.count(), offers.length)
      for (const [index, offer] of offers.entries()) {
        const card = cards.nth(index)
        const cardText = (await card.innerText()).replaceAll('\n', ' ')
        const description = offer.roomDescription.split('\n')[0]!
        const pricePerNight = money(offer.varies ? Math.round(offer.per_night) : offer.per_night)
        const expectedTexts = [
          `${money(offer.total)} ${count('rooms.for_nights', 3)}`,
          pricePerNight,
          offer.name,
          offer.bed_name,
          description,
        ]
        for (const text of expectedTexts) assert.ok(cardText.includes(text), `${text} in ${cardText}`)
        assert.ok(
          cardText.indexOf(expectedTexts[0]!) < cardText.indexOf(pricePerNight),
          'the price of the stay comes first',
        )
        assert.ok(await card.getByRole('img').isVisible())
        const path = inLanguage(`/booking-details/${offer.slug}${queryString(createSearchForm())}`, language)
        for (const [label, expectedHref] of [
          ['rooms.view_detail', path],
          ['rooms.book_now', `${path}#booking`],
        ] as const) {
          assert.equal(await card.getByRole('link', { name: t(label) }).getAttribute('href'), expectedHref)
        }
      }
    }
  })
}

async function typeSearchDates(
  page: Page,
  language: Language,
  { check_in, check_out }: ReturnType<typeof toSearchQuery>,
) {
  const translator = translatorFor(language)
  await findDateInput(page, translator, 'search.check_in').fill(check_in)
  await findDateInput(page, translator, 'search.check_out').fill(check_out)
}

async function fill(page: Page, language: Language, { adult, child }: ReturnType<typeof toSearchQuery>) {
  const { t } = translatorFor(language)
  await page.getByLabel(t('search.adult'), { exact: true }).fill(String(adult))
  await page.getByLabel(t('search.child'), { exact: true }).fill(String(child))
}
