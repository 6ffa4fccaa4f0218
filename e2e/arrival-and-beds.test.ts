import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { before, describe, test } from 'node:test'
import type { Page } from 'playwright-core'
import { writeCompany } from '#content/company.ts'
import { findAccessibilityViolations } from '#testing/axe.ts'
import { openPage, visit, waitForFocus, waitUntilAbsent } from '#testing/browser.ts'
import { openDesk } from '#testing/desk.ts'
import { readEmailsTo } from '#testing/emails.ts'
import { selectPairs } from '#testing/pairs.ts'
import { createStayForm } from '#testing/stay-form.ts'
import { setUpTestApp } from '#testing/test-app.ts'
import { officeHref, officePages } from '#routes/office.ts'
import { inLanguage, queryString } from '#routes/public.ts'
import { translatorFor } from '#locales/both.ts'
import { formatArrivalTime } from '#stays/bookings/preferences/arrival-time.ts'
import { fillBookingForm, pressBookNow, rafiq } from './booking-form.ts'
import { createDeskActions } from './desk-actions.ts'
import { openOfficePage, waitUntilSaved } from './open-office-page.ts'
import { openSignedIn } from './open-signed-in.ts'

for (const { engine, language, width } of selectPairs(import.meta.url)) {
  const translator = translatorFor(language)
  const { t } = translator
  const locale = language === 'bn' ? 'bn-BD' : 'en-GB'
  const eveningText = formatArrivalTime('21:00', translator)

  describe(`arrival times and bed preferences, on ${engine.name}, in ${language}`, () => {
    const app = setUpTestApp(engine)
    before(async () => {
      await writeCompany(app.db, { offlineNeedsApproval: false })
    })

    const localizePath = (to: string) => inLanguage(to, language)
    const createQuery = () => queryString({ check_in: app.day(60), check_out: app.day(61), adult: 1, child: 0 })
    const findArrivalField = (page: Page) => page.getByRole('combobox', { name: t('booking.arrival_time') })
    const findBedField = (page: Page) => page.getByLabel(t('booking.beds'), { exact: true })
    const readNewestBooking = () =>
      app.db.selectFrom('booking').selectAll().orderBy('id', 'desc').limit(1).executeTakeFirstOrThrow()
    const readArrival = async (code: string) =>
      (await app.db.selectFrom('booking').select('arrival_time').where('code', '=', code).executeTakeFirstOrThrow())
        .arrival_time
    /** Books a stay as a guest and returns the link from the email. */
    async function book(from: number) {
      const form = createStayForm(app, { slug: 'twin', checkin: app.day(from), checkout: app.day(from + 2) })
      const options = { token: await app.newGuest(), key: randomUUID(), language }
      const { body } = await app.call('requestGuestBooking', form, options)
      const email = (await readEmailsTo(app, rafiq.email)).findLast(({ text }) => text.includes(body.booking_id))!
      return { code: body.booking_id as string, link: /\/(?:bn\/)?booking-success\?stay=\S+/.exec(email.text)![0] }
    }

    test('are chosen in a collapsed part of the booking form and shown after the booking (BOOK-9, BOOK-10)', () =>
      visit(
        app,
        async (page) => {
          const search = { check_in: app.day(20), check_out: app.day(22), adult: 1, child: 0 }
          await openPage(page, localizePath('/booking-details/twin' + queryString(search)))
          await fillBookingForm(page, translator, { ...rafiq, paymenttype: 2 })
          assert.equal(await findArrivalField(page).isVisible(), false)
          await page.getByText(t('booking.preferences')).click()
          await findArrivalField(page).selectOption(eveningText)
          await findBedField(page).selectOption(t('room.bed_double'))
          assert.deepEqual(await findAccessibilityViolations(page), [])
          await pressBookNow(page, translator)
          await page.getByRole('heading', { level: 1, name: t('booking.success_title') }).waitFor()
          const { arrival_time, bed_preference } = await readNewestBooking()
          assert.deepEqual([arrival_time, bed_preference], ['21:00', 'double'])
          const pageText = await page.getByRole('main').innerText()
          for (const expected of [eveningText, t('booking.beds_request', { beds: t('room.bed_double') })])
            assert.ok(pageText.includes(expected), `${expected} in ${pageText}`)
        },
        { width },
      ))

    test('offer beds for each room of a party, but not for rooms with only one bed set-up (BOOK-10)', () =>
      visit(app, async (page) => {
        const days = { check_in: app.day(24), check_out: app.day(26) }
        await openPage(
          page,
          localizePath('/rooms/together' + queryString({ ...days, rooms: 'twin.2.0_single.1.0_twin.1.0' })),
        )
        await page.getByText(t('booking.preferences')).click()
        await findArrivalField(page).selectOption(eveningText)
        const beds = page.getByLabel(t('booking.beds'))
        assert.equal(await beds.count(), 2)
        await beds.last().selectOption(t('room.bed_singles'))
        await fillBookingForm(page, translator, { ...rafiq, paymenttype: 2 })
        await pressBookNow(page, translator)
        await page.getByRole('heading', { level: 1, name: t('booking.success_title') }).waitFor()
        const { stay_code } = await readNewestBooking()
        const rows = await app.db
          .selectFrom('booking')
          .selectAll()
          .where('stay_code', '=', stay_code)
          .orderBy('id')
          .execute()
        assert.deepEqual(
          rows.map(({ bed_preference, arrival_time }) => [bed_preference, arrival_time]),
          [
            ['', '21:00'],
            ['', '21:00'],
            ['singles', '21:00'],
          ],
        )
        await openPage(page, localizePath('/booking-details/single' + createQuery()))
        await page.getByText(t('booking.preferences')).click()
        await findArrivalField(page).waitFor()
        await waitUntilAbsent(findBedField(page))
      }))

    for (const hasScripts of [true, false])
      test(`let the guest change the arrival time with the link in the email${hasScripts ? '' : ', without scripts'} (BOOK-9)`, () =>
        visit(
          app,
          async (page) => {
            const { code, link } = await book(hasScripts ? 30 : 34)
            await (hasScripts ? openPage(page, link) : page.goto(link))
            const section = page.getByRole('region', { name: t('booking.arrival_time') })
            await section.getByText(t('summary.arrival_text')).waitFor()
            const openButton = section.getByRole('button', { name: t('summary.arrival_change') })
            if (hasScripts) await openButton.click()
            await findArrivalField(page).selectOption(eveningText)
            if (hasScripts) assert.deepEqual(await findAccessibilityViolations(page), [])
            await section.getByRole('button', { name: t('summary.arrival_save') }).click()
            await section.getByText(eveningText).first().waitFor()
            if (hasScripts) assert.ok(await waitForFocus(openButton))
            assert.equal(await readArrival(code), '21:00')
          },
          { javaScriptEnabled: hasScripts, width: 390 },
        ))

    test('let a member change the arrival time on the stay page until arrival (BOOK-9)', () =>
      visit(app, async (page) => {
        const form = createStayForm(app, {
          slug: 'twin',
          checkin: app.day(40),
          checkout: app.day(41),
          arrival_time: '06:00',
        })
        const { body } = await app.call('requestBooking', form, { token: await app.signIn('anna'), key: randomUUID() })
        const code = body.booking_id as string
        await openSignedIn(page, app, localizePath(`/booking-history-details/${code}`))
        const section = page.getByRole('region', { name: t('booking.arrival_time') })
        await section.getByText(formatArrivalTime('06:00', translator)).waitFor()
        await section.getByRole('button', { name: t('summary.arrival_change') }).click()
        await findArrivalField(page).selectOption('')
        await section.getByRole('button', { name: t('summary.arrival_save') }).click()
        await section.getByText(t('summary.arrival_text')).waitFor()
        assert.equal(await readArrival(code), '')
        await app.db.updateTable('booking').set({ status: 'checked_in' }).where('code', '=', code).execute()
        await page.reload()
        await page.getByRole('heading', { level: 1 }).waitFor()
        await waitUntilAbsent(section)
      }))

    test('are shown on the day sheet and to housekeeping, and staff can set the arrival time (BOOK-9, BOOK-10, OFF-112)', () =>
      visit(
        app,
        async (page) => {
          const desk = await openDesk(app, 'owner')
          const { code, booking } = await desk.book('Mina', 0, 2, { slug: 'twin', at: [0] })
          await app.db.updateTable('booking').set({ bed_preference: 'double' }).where('id', '=', booking).execute()
          const { row, axe } = createDeskActions(page, language, width)
          await openOfficePage(page, app, language, officeHref('booking', code))
          await page.getByText(t('room.bed_double')).waitFor()
          await page.getByRole('button', { name: t('desk.set_arrival') }).click()
          await findArrivalField(page).selectOption(eveningText)
          await axe()
          await page.getByRole('button', { name: t('desk.set_arrival') }).click()
          await page.getByText(eveningText).and(page.locator('dd')).waitFor()
          assert.equal((await desk.readRow({ booking })).arrival_time, '21:00')
          await page.goto(localizePath(officePages.today))
          await row('Mina', 'arrivals')
            .getByText(t('desk.arrives_at', { when: eveningText }))
            .waitFor()
          await row('Mina', 'arrivals')
            .getByText(t('desk.bed_wish', { bed: t('room.bed_double') }))
            .waitFor()
          await axe()
          await page.goto(localizePath(officePages.housekeeping))
          const unit = page.getByRole('listitem').filter({ hasText: '201' })
          await unit.getByText(t('desk.arrives_at', { when: eveningText })).waitFor()
          await unit.getByText(t('desk.bed_wish', { bed: t('room.bed_double') })).waitFor()
          await axe()
        },
        { width, locale },
      ))

    test('depend on the bed set-ups that the office allows (BOOK-10, OFF-51)', () =>
      visit(
        app,
        async (page) => {
          const { id } = await app.db
            .selectFrom('room')
            .select('id')
            .where('slug', '=', 'deluxe')
            .executeTakeFirstOrThrow()
          await openOfficePage(page, app, language, officeHref('room', id))
          for (const setup of ['double', 'triple'] as const)
            await page.getByRole('checkbox', { name: t(`room.bed_${setup}`), exact: true }).check()
          await page.getByRole('button', { name: t('edit.save'), exact: true }).click()
          await waitUntilSaved(page, language)
          await openPage(page, localizePath('/booking-details/deluxe' + createQuery()))
          await page.getByText(t('booking.preferences')).click()
          await findBedField(page).waitFor()
          assert.deepEqual(await findBedField(page).getByRole('option').allInnerTexts(), [
            t('booking.beds_any'),
            t('room.bed_double'),
            t('room.bed_triple'),
          ])
        },
        { width, locale },
      ))
  })
}
