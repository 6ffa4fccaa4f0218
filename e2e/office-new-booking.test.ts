import assert from 'node:assert/strict'
import { before, describe, test } from 'node:test'
import { waitForFocus, waitUntil, waitUntilAbsent, visit } from '#testing/browser.ts'
import { openDesk } from '#testing/desk.ts'
import { setUpTestApp } from '#testing/test-app.ts'
import { selectPairs } from '#testing/pairs.ts'
import { officeHref, officePages } from '#routes/office.ts'
import { inLanguage } from '#routes/public.ts'
import { translatorFor } from '#locales/both.ts'
import { openOfficePage } from './open-office-page.ts'
import { createDeskActions } from './desk-actions.ts'
import { HOUR_MS } from '#platform/durations.ts'

for (const { engine, language, width } of selectPairs(import.meta.url)) {
  const { t, day } = translatorFor(language)
  const locale = language === 'bn' ? 'bn-BD' : 'en-GB'

  describe(`booking at the desk, on ${engine.name}, in ${language}`, () => {
    const app = setUpTestApp(engine)
    let desk: Awaited<ReturnType<typeof openDesk>>
    before(async () => {
      desk = await openDesk(app, 'owner')
    })
    const readLastBooking = () =>
      app.db.selectFrom('booking').selectAll().orderBy('id', 'desc').executeTakeFirstOrThrow()
    const readCodeFromUrl = (url: string) => url.split('/').at(-1)!

    const options = { width, locale, ...(width < 700 && { isMobile: true, hasTouch: true }) }
    const firstDay = 20

    test(`books by phone for a returning guest and shows errors at their fields, at ${width} (OFF-270)`, () =>
      visit(
        app,
        async (page) => {
          const { button, axe } = createDeskActions(page, language, width)
          const knownStay = await desk.book('Giulia Conti', firstDay + 10, firstDay + 11, {
            email: `giulia-${width}@guest.example`,
          })
          const findField = (label: Parameters<typeof t>[0]) => page.getByLabel(t(label), { exact: true })
          await openOfficePage(page, app, language, officePages.today, 'staff')
          await page.getByRole('link', { name: t('desk.new_booking') }).click()
          await findField('desk.book_from').fill(app.day(firstDay))
          await findField('desk.book_to').fill(app.day(firstDay + 3))
          await findField('desk.book_adults').fill('9')
          await button(t('desk.book_submit')).click()
          await page.getByText(t('error.required')).first().waitFor()
          assert.ok(await waitForFocus(findField('desk.book_adults')), 'the first field with an error has the focus')
          await axe()
          const search = findField('desk.book_known')
          await search.fill(language === 'bn' ? 'কেউ নন' : 'Nobody at all')
          await search.press('Enter')
          await page.getByText(t('desk.book_found_none')).waitFor()
          await search.fill('Giulia')
          await search.press('Enter')
          await page
            .getByRole('button', { name: /Giulia Conti/ })
            .first()
            .click()
          await page.getByText(t('desk.book_is_known')).waitFor()
          assert.equal(await findField('booking.phone').inputValue(), '+8801700000009')
          await findField('desk.book_source').selectOption('phone')
          await page.getByLabel(t('desk.book_notify')).check()
          await button(t('desk.book_submit')).click()
          await waitUntil(page, () => document.querySelector('[name="rooms.0.adults"][aria-invalid=true]'))
          await findField('desk.book_adults').fill(language === 'bn' ? '১' : '1')
          // A later arrival keeps the number of nights.
          await findField('desk.book_from').fill(app.day(firstDay + 2))
          await page.waitForFunction(
            ([name, to]) => document.querySelector<HTMLInputElement>(`input[name=${name}]`)!.value === to,
            ['to', app.day(firstDay + 5)],
          )
          await button(t('desk.book_submit')).click()
          await page.getByRole('heading', { level: 1, name: 'Giulia Conti' }).waitFor()
          const row = await readLastBooking()
          assert.deepEqual([row.source, row.check_out - row.check_in, row.adults], ['phone', 3, 1])
          assert.equal(
            row.guest_id,
            (await desk.readRow(knownStay)).guest_id,
            'the same guest, not another of that name',
          )
          assert.equal(readCodeFromUrl(page.url()), row.code)
        },
        { ...options, expectedErrors: ['422 /api/office/bookAtDesk'] },
      ))

    test(`books a walk-in and checks the guest in with one press after a room is chosen, at ${width} (OFF-347)`, () =>
      visit(
        app,
        async (page) => {
          const { button, axe } = createDeskActions(page, language, width)
          await app.db.updateTable('unit_state').set({ condition: 'clean', seen_at: app.clock.now }).execute()
          await openOfficePage(page, app, language, officePages.newBooking, 'staff')
          await page.getByLabel(t('booking.name'), { exact: true }).fill('Wei Zhang')
          await page.getByLabel(t('booking.phone'), { exact: true }).fill('01700000008')
          await button(t('desk.book_and_check_in')).click()
          const units = page.getByLabel(t('desk.book_unit'), { exact: true })
          assert.ok(await waitForFocus(units), 'the room without a choice has the focus')
          await axe()
          await units.selectOption({ index: 1 })
          await button(t('desk.book_and_check_in')).click()
          await page.getByRole('heading', { level: 1, name: 'Wei Zhang' }).waitFor()
          await page.getByText(t('stays.status_here'), { exact: true }).waitFor()
          const { unit: unitName } = await app.db
            .selectFrom('unit_night')
            .innerJoin('unit', 'unit.id', 'unit_id')
            .innerJoin('booking', 'booking.id', 'booking_id')
            .select('unit.name as unit')
            .where('booking.name', '=', 'Wei Zhang')
            .orderBy('booking.id', 'desc')
            .executeTakeFirstOrThrow()
          await page.getByText(t('desk.checked_in', { name: 'Wei Zhang', units: unitName })).waitFor()
          await button(t('desk.undo')).click()
          await page.getByText(t('stays.status_arrives'), { exact: true }).waitFor()
          // A booking for a later day cannot be checked in.
          await page.goto(new URL(page.url()).origin + inLanguage(officePages.newBooking, language))
          await button(t('desk.book_and_check_in')).waitFor()
          await page.getByLabel(t('desk.book_from'), { exact: true }).fill(app.day(firstDay))
          await waitUntilAbsent(button(t('desk.book_and_check_in')))
        },
        { ...options, expectedErrors: ['422 /api/office/bookAtDesk'] },
      ))

    test(`copies the guest, rooms, party and nights of a stay to new dates, at ${width} (OFF-265)`, () =>
      visit(
        app,
        async (page) => {
          const { button } = createDeskActions(page, language, width)
          const { code } = await desk.book('Lena Vogt', firstDay + 20, firstDay + 23, {
            slug: 'twin',
            at: [0, 1],
            source: 'agent',
          })
          const { rooms } = await desk.callOk('getDeskStay', { code })
          await desk.callOk('changeParty', {
            booking: rooms[1].booking,
            version: rooms[1].version,
            adults: 2,
            children: 0,
          })
          await openOfficePage(page, app, language, officeHref('booking', code), 'staff')
          await page.getByRole('link', { name: t('desk.stay_copy') }).click()
          await page.getByText(t('desk.book_copy', { name: 'Lena Vogt' })).waitFor()
          await page.getByLabel(t('desk.book_from'), { exact: true }).fill(app.day(firstDay + 30))
          await page.waitForFunction(
            (to) => document.querySelector<HTMLInputElement>('input[name=to]')!.value === to,
            app.day(firstDay + 33),
          )
          await button(t('desk.book_submit')).click()
          await page.waitForURL((url) => !url.pathname.endsWith('/new'))
          await page.getByRole('heading', { level: 1, name: 'Lena Vogt' }).waitFor()
          const copy = await desk.callOk('getDeskStay', { code: readCodeFromUrl(page.url()) })
          assert.equal(copy.source, 'agent')
          assert.deepEqual(
            copy.rooms.map(({ adults, parts }: DeskRoom) => [adults, parts[0]!.from, parts[0]!.to, parts[0]!.room]),
            [1, 2].map((adults) => [adults, app.day(firstDay + 30), app.day(firstDay + 33), desk.kind('twin').id]),
          )
        },
        options,
      ))
    interface DeskRoom {
      adults: number
      parts: { from: string; to: string; room: number }[]
    }

    test(`asks at two in the morning whether the stay begins last night or tonight, at ${width} (OFF-270, OFF-120)`, async () => {
      const timeBefore = app.clock.now
      // Moves the clock from 09:00 to 02:00 in Dhaka.
      app.clock.now += 17 * HOUR_MS
      try {
        await visit(
          app,
          async (page) => {
            const { button, axe } = createDeskActions(page, language, width)
            await openOfficePage(page, app, language, officePages.newBooking, 'staff')
            const nightChoice = page.getByRole('group', { name: t('desk.first_night') })
            assert.ok(await nightChoice.getByLabel(t('desk.tonight')).isChecked())
            await axe()
            await nightChoice.getByLabel(t('desk.last_night', { when: day(app.day(0), 'short') })).check()
            await page.waitForFunction(
              (from) => document.querySelector<HTMLInputElement>('input[name=from]')!.value === from,
              app.day(-1),
            )
            await page.getByLabel(t('booking.name'), { exact: true }).fill('Comes late')
            await page.getByLabel(t('booking.phone'), { exact: true }).fill('01700000008')
            await button(t('desk.book_submit')).click()
            await page.getByRole('heading', { level: 1, name: 'Comes late' }).waitFor()
            const row = await readLastBooking()
            assert.deepEqual([row.source, row.email, row.check_out - row.check_in], ['walk_in', '', 1])
            const { arrivals } = await desk.callOk('getToday')
            assert.ok(arrivals.some(({ code, late }: { code: string; late: boolean }) => code === row.code && late))
          },
          { width, locale, ...(width < 700 && { isMobile: true, hasTouch: true }) },
        )
      } finally {
        app.clock.now = timeBefore
      }
    })
  })
}
