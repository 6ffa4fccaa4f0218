import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { Page } from 'playwright-core'
import { findAccessibilityViolations } from '#testing/axe.ts'
import { openPage, visit, waitUntilAbsent } from '#testing/browser.ts'
import { freeCancellation, createNightRules, createPercentTier, setDefaultPolicy } from '#testing/policies.ts'
import { setUpTestApp } from '#testing/test-app.ts'
import { selectPairs } from '#testing/pairs.ts'
import { readCompany, writeCompany } from '#content/company.ts'
import type { FreeRoom } from '#stays/availability/contract.ts'
import { parseDay } from '#platform/day.ts'
import { endpoints, inLanguage, queryString } from '#routes/public.ts'
import { translatorFor } from '#locales/both.ts'
import { formatShortDay } from '#locales/dates.ts'
import { findCheckInField, findCheckOutField, findDateInput } from './dates.ts'

for (const { engine, language } of selectPairs(import.meta.url)) {
  describe(`the search results, on ${engine.name}, in ${language}`, () => {
    const app = setUpTestApp(engine)

    const createSearchForm = (adult = 2, from = 3) => ({
      check_in: app.day(from),
      check_out: app.day(from + 3),
      adult,
      child: 0,
    })
    const findFreeRooms = async (form: object): Promise<FreeRoom[]> =>
      (await app.call('filterBooking', form, { language })).body.data

    const translator = translatorFor(language)
    const { t, count, number, money } = translator

    test('follow the search at once, while the page of all rooms opens with the house below its title (DES-137)', () =>
      visit(app, async (page) => {
        const countPicturesInHead = () => page.locator('main > header img').count()
        await openPage(page, inLanguage('/rooms', language))
        assert.equal(await countPicturesInHead(), 1)
        const picture = (await page.locator('main > header img').boundingBox())!
        const title = (await page.getByRole('heading', { level: 1 }).boundingBox())!
        assert.equal(picture.width, await page.evaluate(() => document.documentElement.clientWidth))
        assert.ok(title.y > picture.y && title.y < picture.y + picture.height)
        await openPage(page, inLanguage('/rooms' + queryString(createSearchForm()), language))
        assert.equal(await countPicturesInHead(), 0)
      }))

    test('show the dates in the Check In and Check Out fields, or date inputs without scripts (SRCH-1)', async () => {
      const longestDate = formatShortDay(translator, '2029-09-30', '2027')
      const shortDates = { en: ['7 Jan', '10 Jan'], bn: ['৭ জানুয়ারি', '১০ জানুয়ারি'] }[language]
      const dateTexts = [`${t('search.check_in')}\n${shortDates[0]}`, `${t('search.check_out')}\n${shortDates[1]}`]
      for (const path of ['/rooms', '/booking-details/deluxe']) {
        await visit(app, async (page) => {
          await openPage(page, inLanguage(path + queryString(createSearchForm()), language))
          const field = findCheckInField(page, translator).first()
          for (const [index, shownField] of [field, findCheckOutField(page, translator).first()].entries())
            await page.waitForFunction(
              ([button, text]) => (button as HTMLElement).innerText.replaceAll('\u00a0', ' ') === text,
              [await shownField.elementHandle(), dateTexts[index]] as const,
            )
          await waitUntilAbsent(page.locator('input[type=date]').filter({ visible: true }))
          const { height } = (await field.boundingBox())!
          assert.ok(height >= 44)
          assert.equal(
            new Set(await page.evaluate(measureButtonHeights, longestDate)).size,
            1,
            'the height does not change with the length of the date',
          )
        })
        await visit(
          app,
          async (page) => {
            await page.goto(inLanguage(path + queryString(createSearchForm()), language))
            await waitUntilAbsent(findCheckInField(page, translator).filter({ visible: true }))
            const form = page.locator('form:not([method=dialog])').filter({ visible: true }).first()
            for (const name of ['search.check_in', 'search.check_out'] as const)
              assert.ok(await findDateInput(form, translator, name).isVisible())
          },
          { javaScriptEnabled: false },
        )
      }
    })

    test('show on the button that a search is in progress, without layout shifts (SRCH-4)', () =>
      visit(app, async (page) => {
        const releaseSignal = Promise.withResolvers<void>()
        await openPage(page, inLanguage('/rooms' + queryString(createSearchForm()), language))
        await page.route('**' + endpoints.filterBooking[1], async (route) => {
          await releaseSignal.promise
          await route.continue()
        })
        const submitButton = page.getByRole('search').locator('[type=submit]')
        const boxBefore = await submitButton.boundingBox()
        await page.getByLabel(t('search.adult'), { exact: true }).fill('1')
        await submitButton.click()
        const busyButton = page.getByRole('search').getByRole('button', { name: t('search.searching') })
        await busyButton.waitFor()
        assert.equal(await busyButton.getAttribute('aria-busy'), 'true')
        assert.deepEqual(await busyButton.boundingBox(), boxBefore)
        await page.getByRole('search').getByRole('status').getByText(t('search.searching')).waitFor()
        const list = page.locator('main ul:has(article)')
        await page.waitForFunction((ul) => Number(getComputedStyle(ul!).opacity) < 0.6, await list.elementHandle())
        await busyButton.press('Enter')
        releaseSignal.resolve()
        await page.waitForURL((url) => url.searchParams.get('adult') === '1')
        await page
          .getByText(count('rooms.results', (await findFreeRooms(createSearchForm(1))).length), { exact: true })
          .waitFor()
        await page
          .getByRole('search')
          .getByRole('button', { name: t('search.submit') })
          .waitFor()
        assert.equal(await list.evaluate((ul) => getComputedStyle(ul).opacity), '1')
      }))

    for (const hasScripts of [true, false]) {
      const suffix = hasScripts ? '' : ', without scripts'
      test(`can be filtered by the prices, sizes and facilities of the rooms${suffix} (SRCH-4)`, () =>
        visit(
          app,
          async (page) => {
            const openLocalizedPath = (path: string) =>
              hasScripts ? openPage(page, inLanguage(path, language)) : page.goto(inLanguage(path, language))
            await openLocalizedPath('/rooms' + queryString(createSearchForm(1)))
            const allFreeRooms = await findFreeRooms(createSearchForm(1))
            const roomIds = allFreeRooms.map(({ id }) => id).join(',')
            const { body: facilitiesBody } = await app.call('getFacilities', { rooms: roomIds }, { language })
            const facilities: { id: number; facilities_name: string; rooms: number }[] = facilitiesBody.data
            const [{ id, ...firstFacility }] = facilities as [(typeof facilities)[number]]
            const label = `${firstFacility.facilities_name} (${number(firstFacility.rooms)})`
            const filterForm = { ...createSearchForm(1), max_price: 12_000, sleeps: 2, facilities: [id] }
            const filteredRooms = await findFreeRooms(filterForm)
            assert.ok(filteredRooms.length > 0 && filteredRooms.length < allFreeRooms.length)

            const summary = page.getByRole('main').locator('summary')
            await summary.focus()
            await page.keyboard.press('Enter')
            const form = page.getByRole('form', { name: t('filter.title') })
            const prices = allFreeRooms.map(({ per_night }) => per_night)
            const [cheapestPrice, highestPrice] = [Math.floor(Math.min(...prices)), Math.ceil(Math.max(...prices))]
            await form.getByText(t('filter.cheapest', { price: money(cheapestPrice) })).waitFor()
            await form.getByText(t('filter.dearest', { price: money(highestPrice) })).waitFor()
            assert.equal(await form.getByLabel(t('filter.min_price')).getAttribute('max'), String(highestPrice))
            assert.equal(await form.getByLabel(t('filter.max_price')).getAttribute('min'), String(cheapestPrice))
            const guestCounts = [...new Set(allFreeRooms.map(({ max_guests }) => max_guests))].toSorted(
              (one, other) => one - other,
            )
            assert.deepEqual(
              (await form.getByLabel(t('room.sleeps')).locator('option').allInnerTexts()).slice(1),
              guestCounts.slice(1).map((size) => count('filter.sleeps', size)),
            )
            assert.equal(await form.getByRole('checkbox').count(), facilities.length)
            for (const candidate of facilities) assert.ok(candidate.rooms > 0 && candidate.rooms < allFreeRooms.length)

            await form.getByLabel(t('filter.max_price')).fill('12000')
            await form.getByLabel(t('room.sleeps')).selectOption(count('filter.sleeps', 2))
            await form.getByLabel(label, { exact: true }).check()
            if (hasScripts) assert.deepEqual(await findAccessibilityViolations(page), [])
            await form.getByRole('button', { name: t('filter.submit') }).click()
            await page.getByText(count('rooms.results', filteredRooms.length), { exact: true }).waitFor()
            assert.deepEqual(
              await page.getByRole('article').getByRole('heading').allInnerTexts(),
              filteredRooms.map(({ name }) => name),
            )
            assert.equal(await form.getByLabel(t('filter.max_price')).inputValue(), '12000')
            assert.ok(await form.getByLabel(label, { exact: true }).isChecked(), 'the chosen facility stays selected')

            await openLocalizedPath('/rooms' + queryString({ ...createSearchForm(1), max_price: 1 }))
            await page.getByRole('heading', { level: 1, name: t('filter.none') }).waitFor()
            if (hasScripts) assert.deepEqual(await findAccessibilityViolations(page), [])
            await page.getByRole('link', { name: t('filter.clear') }).click()
            await page.getByText(count('rooms.results', allFreeRooms.length), { exact: true }).waitFor()
          },
          { javaScriptEnabled: hasScripts },
        ))
    }

    test('show the price in other currencies and the end of free cancellation on each card (SRCH-3)', async () => {
      const readCards = async (page: Page) => {
        await openPage(page, inLanguage('/rooms' + queryString(createSearchForm(2, 10)), language))
        return (await page.getByRole('article').allInnerTexts()).map(withSpaces)
      }
      const withSpaces = (text: string) => text.replaceAll('\u00a0', ' ')
      const rooms = await findFreeRooms(createSearchForm(2, 10))
      const deadlineTexts = { en: 'Free cancellation until 12 January 2027, 14:00', bn: '১২ জানুয়ারি ২০২৭, দুপুর ২টা' }[
        language
      ]
      const formatDollars = ({ total }: FreeRoom) =>
        withSpaces(t('room.about_usd', { amount: Math.round(total / 122) }))
      const formatEuros = ({ total }: FreeRoom) =>
        withSpaces(t('room.about_eur', { amount: Math.round(total / 141.5) }))
      await visit(app, async (page) => {
        for (const [index, text] of (await readCards(page)).entries()) {
          const room = rooms[index]!
          assert.ok(text.includes(t('room.about', { amounts: `${formatDollars(room)} · ${formatEuros(room)}` })), text)
          assert.ok(text.includes(room.free_cancellation!), text)
          if (index === 0) assert.ok(text.includes(deadlineTexts), text)
        }
        await page
          .getByText(t('room.rate_note', { rated: { en: '20 Nov 2026', bn: '২০ নভেম্বর ২০২৬' }[language] }))
          .waitFor()
        assert.deepEqual(await findAccessibilityViolations(page), [])
      })
      const { exchange } = await readCompany(app.db)
      await writeCompany(app.db, { exchange: undefined })
      await setDefaultPolicy(app.db, { ...freeCancellation, tiers: [createPercentTier(null, 100)] })
      await visit(app, async (page) => {
        const [text = ''] = await readCards(page)
        assert.ok(!text.includes(formatDollars(rooms[0]!)) && !text.includes(rooms[0]!.free_cancellation!), text)
      })
      await writeCompany(app.db, { exchange })
      await setDefaultPolicy(app.db, createNightRules(48, 1))
    })

    test('show the picture, the price and the buttons of a room without a blank column, at each width (DES-24)', () =>
      visit(app, async (page) => {
        for (const width of [390, 820, 1440]) {
          await page.setViewportSize({ width, height: 900 })
          await openPage(page, inLanguage('/rooms' + queryString(createSearchForm()), language))
          const card = page.getByRole('article').first()
          const [cardBox, picture, button] = await Promise.all(
            [card, card.getByRole('img'), card.getByRole('link', { name: t('rooms.book_now') })].map(
              async (part) => (await part.boundingBox())!,
            ),
          )
          const isBeside = button!.x > picture!.x + picture!.width
          if (width === 820) {
            assert.ok(isBeside, 'the picture is beside the texts')
            assert.ok(Math.abs(picture!.height - cardBox!.height) <= 1, `${picture!.height} of ${cardBox!.height} px`)
          } else assert.equal(isBeside, width > 820)
        }
      }))

    test('have large names, and without a search the first and last room over the whole width (DES-92)', () =>
      visit(app, async (page) => {
        await page.setViewportSize({ width: 1440, height: 900 })
        const readCards = () =>
          page.getByRole('article').evaluateAll((cards) =>
            cards.map((card) => {
              const { left, top, width } = card.getBoundingClientRect()
              return { left, top, width, nameSize: parseFloat(getComputedStyle(card.querySelector('h2')!).fontSize) }
            }),
          )
        await openPage(page, inLanguage('/rooms', language))
        const cards = await readCards()
        const [first, second, third] = cards
        assert.equal(cards.length, 6)
        assert.deepEqual([cards.at(-1)!.width, cards.at(-1)!.left], [first!.width, first!.left])
        assert.ok(second!.top === third!.top && second!.width < first!.width / 2)
        await openPage(page, inLanguage('/rooms' + queryString(createSearchForm()), language))
        const results = await readCards()
        assert.deepEqual(new Set(results.map(({ left }) => left)), new Set([first!.left]))
        for (const { nameSize } of [...cards, ...results]) assert.ok(nameSize >= 36, `${nameSize} px`)
      }))

    test('give the amount a line of its own, unlike the room list, and make booking the main action (DES-68)', () =>
      visit(app, async (page) => {
        await page.setViewportSize({ width: 1440, height: 900 })
        for (const query of ['', queryString(createSearchForm())]) {
          await openPage(page, inLanguage('/rooms' + query, language))
          const cards = await page.getByRole('article').all()
          assert.ok(cards.length > 3, `${cards.length} rooms`)
          for (const card of cards) {
            const amount = card.locator('strong').first()
            const { lines, display } = await amount.evaluate((element) => ({
              lines: Math.round(element.parentElement!.offsetHeight / element.getClientRects()[0]!.height),
              display: getComputedStyle(element).display,
            }))
            assert.equal(display, query ? 'block' : 'inline')
            if (!query) assert.equal(lines, 1)
            const bookLink = card.getByRole('link', { name: t('rooms.book_now') })
            const backgroundColor = await bookLink.evaluate((link) => getComputedStyle(link).backgroundColor)
            assert.equal(backgroundColor, query ? 'rgb(168, 87, 34)' : 'rgba(0, 0, 0, 0)')
          }
        }
      }))

    test('say that the guests fit only into several rooms (SRCH-4)', () =>
      visit(app, async (page) => {
        const from = language === 'en' ? 100 : 110
        const fittingRooms = await findFreeRooms(createSearchForm(3, from))
        assert.ok(fittingRooms.length > 0)
        const nights = [0, 1, 2].map((night) => parseDay(app.day(from))! + night)
        for (const { id, units } of fittingRooms) {
          await app.db
            .insertInto('inventory')
            .values(nights.map((night) => ({ room_id: id, night, sold: units, capacity: units })))
            .execute()
        }
        await openPage(page, inLanguage('/rooms' + queryString(createSearchForm(3, from)), language))
        const guestsText = count('rooms.guests', 3)
        await page
          .getByRole('heading', { level: 1, name: t('rooms.none_single_title', { guests: guestsText }) })
          .waitFor()
        await page.getByText(t('rooms.none_single', { guests: guestsText })).waitFor()
        await page.getByRole('heading', { level: 2, name: t('rooms.none_together') }).waitFor()
      }))
  })
}

/** The heights of the dates button with texts of different lengths. */
function measureButtonHeights(longestDate: string): number[] {
  const button = document.querySelector<HTMLElement>('form [aria-haspopup=dialog]')!
  const text = button.querySelector<HTMLElement>('svg + span')!
  return [text.innerText, longestDate].map((dateText) => {
    text.textContent = dateText
    return button.offsetHeight
  })
}
