import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { Page } from 'playwright-core'
import { findAccessibilityViolations } from '#testing/axe.ts'
import { openPage, readDescriptions, visit, waitForFocus, waitUntilAbsent } from '#testing/browser.ts'
import { setUpTestApp } from '#testing/test-app.ts'
import { selectPairs } from '#testing/pairs.ts'
import { freeCancellation, setDefaultPolicy, createNightRules } from '#testing/policies.ts'
import { writeCompany } from '#content/company.ts'
import { endpoints, inLanguage, queryString } from '#routes/public.ts'
import { translatorFor } from '#locales/both.ts'
import { setDates } from './dates.ts'

for (const { engine, language } of selectPairs(import.meta.url)) {
  describe(`a room, on ${engine.name}, in ${language}`, () => {
    const app = setUpTestApp(engine)

    const { t, day, money, count } = translatorFor(language)

    test('shows pictures, beds, the price, facilities, payment methods and other rooms (ROOM-1, ROOM-2, ROOM-3)', () =>
      visit(app, async (page) => {
        const { body } = await app.call('getRoomDetails', { slug: 'executive' }, { language })
        const room = body.roomParticular
        const { body: facilities } = await app.call('checkSelectedFacilities', { id: room.id }, { language })
        await openPage(page, inLanguage('/booking-details/executive', language))

        await page.getByRole('heading', { level: 1, name: room.name, exact: true }).waitFor()
        const pageText = await page.locator('main').innerText()
        const paragraphs = room.roomDescription.split('\n\n')
        const expectedTexts = [room.roomType, room.bed_name, money(room.roomPrice), ...paragraphs]
        for (const entry of expectedTexts) assert.ok(pageText.includes(entry), entry)

        const gallery = page.getByRole('region', { name: t('gallery.label', { name: room.name }) })
        const pictureCount = body.activeRoomImg.length
        assert.equal(await gallery.getByRole('img').count(), pictureCount)
        await gallery.getByRole('button', { name: t('gallery.next') }).click()
        await gallery.getByText(t('gallery.picture', { number: 2, total: pictureCount })).waitFor({ state: 'attached' })

        const groupNames: string[] = facilities.data.map(
          (entry: Record<string, string>) => entry['facility_group_name'],
        )
        const facilitiesSection = page.locator('section', { has: findHeading(page, t('room.facilities')) })
        assert.deepEqual(await facilitiesSection.getByRole('heading', { level: 3 }).allInnerTexts(), [
          ...new Set(groupNames),
        ])
        assert.equal(await facilitiesSection.getByRole('listitem').count(), groupNames.length)
        const paymentSection = page.locator('section', { has: findHeading(page, t('room.payment')) })
        const pictures = await paymentSection
          .getByRole('listitem')
          .evaluateAll((items) => items.map((item) => getComputedStyle(item, '::before').backgroundImage))
        assert.deepEqual(
          [pictures.length, pictures.every((entry) => entry.startsWith('url("data:image/svg'))],
          [4, true],
        )

        const exploreSection = page.getByRole('region', { name: t('room.explore') })
        const { body: rooms } = await app.call('activeRooms', {}, { language })
        const names = rooms.data
          .map((entry: { name: string }) => entry.name)
          .filter((name: string) => name !== room.name)
        assert.deepEqual(await exploreSection.getByRole('heading', { level: 3 }).allInnerTexts(), names)
        await exploreSection.getByRole('link', { name: names[0], exact: true }).click()
        await page.getByRole('heading', { level: 1, name: names[0], exact: true }).waitFor()
      }))

    test('shows its pictures in full screen, by buttons, keys and touch (ROOM-1)', () =>
      visit(
        app,
        async (page) => {
          const { body } = await app.call('getRoomDetails', { slug: 'executive' }, { language })
          const pictures: { picture: { alt: string } }[] = body.activeRoomImg
          const pictureCount = pictures.length
          assert.ok(pictureCount > 1)
          await openPage(page, inLanguage('/booking-details/executive', language))
          await page.getByRole('button', { name: t('gallery.next') }).click()
          const enlargeButton = page.getByRole('button', { name: t('gallery.enlarge') })
          await page.getByText(t('gallery.picture', { number: 2, total: pictureCount })).waitFor({ state: 'attached' })
          await enlargeButton.focus()
          await page.keyboard.press('Enter')
          const dialog = page.getByRole('dialog', { name: t('gallery.label', { name: body.roomParticular.name }) })
          const waitForPicture = async (number: number) => {
            await dialog
              .getByRole('status')
              .getByText(t('gallery.picture', { number, total: pictureCount }))
              .waitFor()
            await dialog
              .locator('figcaption')
              .getByText(pictures[number - 1]!.picture.alt)
              .waitFor()
            assert.equal(await dialog.getByRole('img').getAttribute('alt'), pictures[number - 1]!.picture.alt)
          }
          await waitForPicture(2)
          assert.deepEqual(await findAccessibilityViolations(page), [])
          await page.keyboard.press('ArrowLeft')
          await waitForPicture(1)
          await dialog.getByRole('button', { name: t('gallery.previous') }).tap()
          await waitForPicture(pictureCount)
          await page.keyboard.press('ArrowRight')
          await waitForPicture(1)
          const overhangPx = await dialog.evaluate(({ scrollHeight, clientHeight }) => scrollHeight - clientHeight)
          assert.equal(overhangPx, 0)
          await page.keyboard.press('Escape')
          await dialog.waitFor({ state: 'hidden' })
          assert.ok(await waitForFocus(enlargeButton))
        },
        { width: 390, hasTouch: true },
      ))

    test('shows the rules of a stay, and the price of each night with VAT (ROOM-1, BOOK-8)', () =>
      visit(app, async (page) => {
        const { body: globalData } = await app.call('getGlobalData')
        const search = { check_in: app.day(29), check_out: app.day(32), adult: 2, child: 0 }
        const { body: price } = await app.call('getStayPrice', { slug: 'deluxe', ...search })
        assert.equal(new Set(price.nights.map((entry: { price: number }) => entry.price)).size, 2)
        await openPage(page, inLanguage('/booking-details/deluxe' + queryString(search), language))
        const pageText = await page.locator('section', { has: findHeading(page, t('room.rules')) }).innerText()
        const timeTexts = [
          t('room.arrive_from', { time: globalData.checkInFrom }),
          t('room.leave_until', { time: globalData.checkOutUntil }),
        ]
        for (const entry of [...timeTexts, count('rooms.nights', globalData.maxNights), t('room.payment_rule')])
          assert.ok(pageText.includes(entry), entry)
        const lateTerms = t('policy.free_then', {
          moment: count('policy.hours_before', 48),
          fee: count('policy.fee_nights', 1),
        })
        assert.ok(pageText.includes(lateTerms), pageText)
        await setDefaultPolicy(app.db, freeCancellation)
        await page.reload()
        await page.getByText(t('policy.free')).first().waitFor()
        await waitUntilAbsent(page.getByText(lateTerms))
        await setDefaultPolicy(app.db, createNightRules(48, 1))

        const panel = page.locator('#booking')
        await panel.locator('summary').getByText(t('booking.price_nights')).click()
        for (const { night, price: nightPrice } of price.nights) {
          const row = panel.locator('dl > div').filter({ hasText: day(night) })
          assert.ok((await row.innerText()).includes(money(nightPrice)))
        }
        assert.ok((await panel.locator('dl').innerText()).includes(money(price.vat)))
        assert.deepEqual(await findAccessibilityViolations(page), [])
        await panel.getByRole('tab', { name: t('booking.tab_guest') }).click()
        await setDates(panel, { checkout: app.day(31) })
        await panel
          .locator('dl')
          .getByText(day(app.day(31)))
          .waitFor({ state: 'detached' })
        assert.equal(await panel.locator('dl > div').count(), 3)
      }))

    describe('in English', () => {
      test('states the largest party of the room and marks the optional field (BOOK-3)', () =>
        visit(app, async (page) => {
          for (const [slug, limitText] of [
            ['single', 'This room sleeps 1 adult.'],
            ['family', 'This room sleeps up to 3 adults, up to 2 children, 4 guests in total.'],
          ] as const) {
            await openPage(page, `/booking-details/${slug}`)
            const group = page
              .locator('#booking')
              .getByRole('group')
              .filter({ has: page.getByLabel('Adult') })
            assert.deepEqual(await readDescriptions(group), [limitText])
          }
          await setDates(page.locator('#booking'), { checkin: app.day(29), checkout: app.day(32) })
          await page.getByRole('textbox', { name: 'Message (optional)' }).waitFor()
        }))

      test('offers 0 to 18 adults and children to members, 0 to 10 to guests, and online payment only if the company takes it (BOOK-3)', () =>
        visit(app, async (page) => {
          await openPage(page, '/booking-details/family')
          const findField = (label: string) => page.locator('#booking').getByLabel(label, { exact: true })
          const readOptions = async (label: string) =>
            (await findField(label).locator('option').allInnerTexts()).map(Number)
          const listRangeTo = (max: number) => Array.from({ length: max + 1 }, (_, at) => at)
          for (const label of ['Adult', 'Child']) assert.deepEqual(await readOptions(label), listRangeTo(10))
          await page.getByRole('tab', { name: 'Register Account' }).click()
          for (const label of ['Adult', 'Child']) assert.deepEqual(await readOptions(label), listRangeTo(18))
          await page.getByRole('tab', { name: 'Guest' }).click()
          const readPayments = () => findField('Payment').locator('option').evaluateAll(listValuesAndTexts)
          assert.deepEqual(
            await readPayments(),
            [['2', 'Offline Payment']],
            'the company does not take online payments',
          )
          await writeCompany(app.db, { takesOnlinePayments: true })
          await page.reload()
          assert.deepEqual(await readPayments(), [
            ['0', 'Please select'],
            ['1', 'Online Payment'],
            ['2', 'Offline Payment'],
          ])
          await writeCompany(app.db, { takesOnlinePayments: false })
        }))

      test('shows the price of the chosen dates, and an error for too many adults (BOOK-8)', () =>
        visit(
          app,
          async (page) => {
            await openPage(page, '/booking-details/deluxe')
            await page.getByRole('tab', { name: 'Guest' }).click()
            await page.getByText('Choose your dates to see the price of the stay.').waitFor()
            const form = page.locator('#booking')
            await setDates(form, { checkin: app.day(29), checkout: app.day(32) })
            await form.getByText('BDT 24,500', { exact: true }).waitFor()
            await form.getByLabel('Adult').selectOption('3')
            await page.getByText('This room sleeps at most 2 adults.').waitFor()
          },
          { expectedErrors: [`422 ${endpoints.getStayPrice[1]}`] },
        ))

      test('renders the price of the searched stay with the page (BOOK-8)', () =>
        visit(
          app,
          async (page) => {
            const requests: string[] = []
            const [, path] = endpoints.getStayPrice
            page.on('request', (request) => void (request.url().includes(path) && requests.push(request.url())))
            await openPage(
              page,
              `/booking-details/deluxe?check_in=${app.day(29)}&check_out=${app.day(32)}&adult=2&child=0`,
            )
            assert.ok(await page.locator('#booking').getByText('BDT 24,500', { exact: true }).isVisible())
            await page.waitForLoadState('networkidle')
            assert.deepEqual(requests, [])
            await page.getByRole('tab', { name: 'Guest' }).click()
            await page.locator('#booking').getByLabel('Adult').selectOption('3')
            await page.getByText('This room sleeps at most 2 adults.').waitFor()
            assert.equal(requests.length, 1)
          },
          { expectedErrors: [`422 ${endpoints.getStayPrice[1]}`] },
        ))

      test('omits the facilities if they cannot load, and does not say that there are none (ROOM-2, APP-12)', () =>
        visit(
          app,
          async (page) => {
            await openPage(page, '/rooms')
            const failure = { status: 500, json: { message: 'no' } }
            await page.route('**/api/public/checkselectedfacilities*', (route) => route.fulfill(failure))
            await page.getByRole('link', { name: 'Twin Room', exact: true }).click()
            await page.getByRole('heading', { level: 2, name: 'Payment methods' }).waitFor()
            await waitUntilAbsent(page.getByText('No facilities found'))
            assert.ok(await page.getByRole('tab', { name: 'Guest' }).isVisible())
          },
          { expectedErrors: ['500 /api/public/checkselectedfacilities', 'error: Error fetching data'] },
        ))

      test('says if the room has no facilities (ROOM-2)', () =>
        visit(app, async (page) => {
          await openPage(page, '/rooms')
          await page.route('**/api/public/checkselectedfacilities*', (route) => route.fulfill({ json: { data: [] } }))
          await page.getByRole('link', { name: 'Twin Room', exact: true }).click()
          await page.getByText('No facilities found').waitFor()
        }))

      test('retries a failed request for the other rooms by itself, and shows that they are loading (ROOM-3, APP-12)', () =>
        visit(
          app,
          async (page) => {
            await openPage(page, '/rooms')
            let requestCount = 0
            await page.route('**/api/public/activeRooms', async (route) => {
              requestCount += 1
              if (requestCount === 1) return route.fulfill({ status: 503, json: { message: 'no' } })
              await findOtherRooms(page).getByText('Loading…').waitFor()
              return route.continue()
            })
            await page.getByRole('link', { name: 'Twin Room', exact: true }).click()
            await findOtherRooms(page).getByRole('link', { name: 'Deluxe Double' }).waitFor()
            assert.equal(requestCount, 2)
          },
          { expectedErrors: ['503 /api/public/activeRooms', 'error: Error fetching data'] },
        ))
    })
  })
}

const findHeading = (page: Page, name: string) => page.getByRole('heading', { level: 2, name })

const findOtherRooms = (page: Page) => page.getByRole('region', { name: 'Explore Our Rooms' })

const listValuesAndTexts = (options: Element[]) =>
  options.map((option) => [(option as HTMLOptionElement).value, option.textContent])
