import assert from 'node:assert/strict'
import { before, describe, test } from 'node:test'
import { readDescriptions, waitUntil, visit } from '#testing/browser.ts'
import { openDesk } from '#testing/desk.ts'
import { setUpTestApp } from '#testing/test-app.ts'
import { selectPairs } from '#testing/pairs.ts'
import { getStatusKey } from '#stays/bookings/summary.ts'
import { officeHref } from '#routes/office.ts'
import { translatorFor } from '#locales/both.ts'
import { openOfficePage } from './open-office-page.ts'
import { createDeskActions } from './desk-actions.ts'

for (const { engine, language, width } of selectPairs(import.meta.url)) {
  const { t, count, money, digits, day } = translatorFor(language)
  const locale = language === 'bn' ? 'bn-BD' : 'en-GB'

  describe(`changing a stay at the desk, on ${engine.name}, in ${language}`, () => {
    const app = setUpTestApp(engine)
    let desk: Awaited<ReturnType<typeof openDesk>>
    before(async () => {
      desk = await openDesk(app, 'owner')
    })
    const readRooms = async (code: string): Promise<DeskRoom[]> => (await desk.callOk('getDeskStay', { code })).rooms
    interface DeskRoom {
      status: string
      adults: number
      parts: { from: string; to: string; unit: number | null }[]
    }

    const options = { width, locale, ...(width < 700 && { isMobile: true, hasTouch: true }) }
    const firstDay = 20

    test(`changes the nights with a room move during the stay, and shows errors at their fields, at ${width} (OFF-269, OFF-111)`, () =>
      visit(
        app,
        async (page) => {
          const { button, axe } = createDeskActions(page, language, width)
          const { code } = await desk.book('Mina Akter', firstDay, firstDay + 2)
          await desk.book('Wei Zhang', firstDay + 2, firstDay + 4, { at: [0] })
          await openOfficePage(page, app, language, officeHref('booking', code), 'staff')
          await button(t('desk.change_nights')).click()
          const lastDayField = page.getByLabel(t('desk.book_to'), { exact: true })
          await lastDayField.first().fill(app.day(firstDay - 1))
          assert.deepEqual(await readDescriptions(lastDayField.first()), [t('desk.invalid_dates')])
          await axe()
          await lastDayField.first().fill(app.day(firstDay + 3))
          await page.getByText(t('desk.price_more', { difference: money(4500) })).waitFor()
          await button(t('desk.split')).click()
          const unit = page.getByLabel(t('desk.book_unit'), { exact: true })
          await unit.nth(1).locator('option').nth(1).waitFor({ state: 'attached' })
          await unit.nth(1).selectOption({ index: 1 })
          await axe()
          await button(t('desk.join')).click()
          assert.equal(await unit.count(), 1)
          await button(t('desk.split')).click()
          await unit.nth(1).locator('option').nth(1).waitFor({ state: 'attached' })
          const previewResponse = page.waitForResponse((answer) => answer.url().includes('previewArrangement'))
          await unit.nth(1).selectOption({ index: 1 })
          await previewResponse
          // Meanwhile another guest gets that room.
          const chosenUnitId = Number(await unit.nth(1).inputValue())
          const otherStay = await desk.book('James', firstDay + 2, firstDay + 3)
          await page.getByText(t('desk.price_more', { difference: money(4500) })).waitFor()
          await desk.callOk('assignUnit', {
            booking: otherStay.booking,
            version: otherStay.version,
            unit: chosenUnitId,
          })
          await button(t('desk.change_nights')).click()
          await waitUntil(page, () => document.querySelector('select[name=unit][aria-invalid=true]'))
          const [unitError] = await readDescriptions(unit.nth(1))
          assert.match(unitError!, /James/)
          await unit.nth(1).selectOption({ index: 0 })
          await page.getByText(t('desk.price_more', { difference: money(4500) })).waitFor()
          await button(t('desk.change_nights')).click()
          await page.getByText(t('desk.departure_moved', { when: day(app.day(firstDay + 3), 'short') })).waitFor()
          const [room] = await readRooms(code)
          assert.deepEqual([room!.parts[0]!.from, room!.parts.at(-1)!.to], [app.day(firstDay), app.day(firstDay + 3)])
        },
        { ...options, expectedErrors: ['409 /api/office/arrangeStays'] },
      ))

    test(`changes the party, adds and cancels a room, and stores notes for the next shift, at ${width} (OFF-266, OFF-268, OFF-260)`, () =>
      visit(
        app,
        async (page) => {
          const { button, axe } = createDeskActions(page, language, width)
          const { code } = await desk.book('Lena Vogt', firstDay + 10, firstDay + 12, {
            slug: 'twin',
            email: 'lena@guest.example',
          })
          await openOfficePage(page, app, language, officeHref('booking', code), 'staff')
          await button(t('desk.change_party')).click()
          const adults = page.getByLabel(t('desk.book_adults'), { exact: true })
          await adults.fill(digits('9'))
          await button(t('desk.change_party')).click()
          await waitUntil(page, () => document.querySelector('[name=adults][aria-invalid=true]'))
          await axe()
          await adults.fill(digits('2'))
          await button(t('desk.change_party')).click()
          await page.getByText(t('desk.party_changed', { guests: count('summary.adults', 2) })).waitFor()
          assert.equal((await readRooms(code))[0]!.adults, 2)

          await button(t('desk.add_room')).click()
          await page.getByText(t('desk.book_total')).waitFor()
          await axe()
          await button(t('desk.add_room_submit')).click()
          await page
            .getByRole('button', { name: t('desk.cancel_room') })
            .nth(1)
            .waitFor()
          await page.getByText(count('desk.rooms_added', 1)).waitFor()
          assert.deepEqual(
            (await readRooms(code)).map(({ status, parts }) => [status, parts[0]!.from, parts[0]!.to]),
            [1, 2].map(() => ['confirmed', app.day(firstDay + 10), app.day(firstDay + 12)]),
          )
          await page
            .getByRole('button', { name: t('desk.cancel_room') })
            .nth(1)
            .click()
          await page.getByText(t('desk.cancel_room_text')).waitFor()
          await axe()
          await button(t('desk.cancel_room')).last().click()
          await page.getByText(t(getStatusKey('cancelled')), { exact: true }).waitFor()
          await button(t('desk.undo')).click()
          await page.getByText(t('desk.undone')).waitFor()
          assert.deepEqual(
            (await readRooms(code)).map(({ status }) => status),
            ['confirmed', 'confirmed'],
          )

          const noteText = language === 'bn' ? 'দেরিতে আসবেন' : 'Comes late'
          await page.getByLabel(t('desk.stay_note')).fill(noteText)
          await page.getByLabel(t('desk.note_arrival')).check()
          await page.getByLabel(t('desk.note_due_day')).fill(app.day(firstDay + 9))
          await page.getByLabel(t('desk.note_due_time')).fill('21:30')
          await button(t('desk.add_note')).click()
          await page.getByLabel(noteText).waitFor()
          const { notes } = await desk.callOk('getDeskStay', { code })
          assert.deepEqual(
            notes.map(({ show_at, due_day, due_time }: Record<string, string>) => [show_at, due_day, due_time]),
            [['arrival', app.day(firstDay + 9), '21:30']],
          )
        },
        { ...options, expectedErrors: ['422 /api/office/changeParty'] },
      ))

    test(`checks a guest in and out early on the stay page, at ${width} (OFF-263)`, () =>
      visit(
        app,
        async (page) => {
          const { button, axe } = createDeskActions(page, language, width)
          const { code } = await desk.book('Rafiq Islam', 0, 3)
          await app.db.updateTable('unit_state').set({ condition: 'clean', seen_at: app.clock.now }).execute()
          await openOfficePage(page, app, language, officeHref('booking', code), 'staff')
          await button(t('desk.check_in')).click()
          await page.getByRole('radio').first().waitFor()
          await axe()
          await button(t('desk.check_in')).click()
          await page.getByText(t('stays.status_here'), { exact: true }).waitFor()
          await button(t('desk.check_out')).click()
          await page.getByText(t('desk.unused', { nights: count('rooms.nights', 2), price: money(9000) })).waitFor()
          await button(t('desk.check_out_unpaid')).click()
          await page.getByLabel(t('desk.unpaid_reason')).fill(language === 'bn' ? 'কোম্পানি দেবে' : 'The company pays')
          await button(t('desk.check_out_unpaid')).click()
          await page.getByText(t(getStatusKey('checked_out')), { exact: true }).waitFor()
          const [room] = await readRooms(code)
          assert.deepEqual([room!.status, room!.parts.at(-1)!.to], ['checked_out', app.day(1)])
        },
        options,
      ))

    test(`undoes a cancellation made by mistake, at ${width} (OFF-267)`, () =>
      visit(
        app,
        async (page) => {
          const { button, axe } = createDeskActions(page, language, width)
          const { code } = await desk.book('Anna Keller', firstDay + 20, firstDay + 22, {
            email: 'anna@guest.example',
            at: [2],
          })
          await openOfficePage(page, app, language, officeHref('booking', code), 'staff')
          await button(t('request.cancel')).click()
          await button(t('request.cancel_submit')).click()
          await page.getByText(t('request.cancel_done', { email: 'anna@guest.example' })).waitFor()
          await axe()
          await button(t('office.undo')).click()
          await page.getByText(t('request.restored', { email: 'anna@guest.example' })).waitFor()
          await button(t('request.cancel')).waitFor()
          assert.equal((await readRooms(code))[0]!.status, 'confirmed')
        },
        options,
      ))

    test(`refunds a payment with a reason, at ${width} (OFF-272, OFF-191)`, () =>
      visit(
        app,
        async (page) => {
          const { button, axe } = createDeskActions(page, language, width)
          const { code } = await desk.book('Sadia Karim', firstDay + 30, firstDay + 31)
          await desk.callOk('takePayment', { code, amount: 4500, method: 'bank', reference: 'FT 12' })
          await openOfficePage(page, app, language, officeHref('bill', code))
          await button(t('bill.record_refund')).click()
          await page.getByLabel(t('bill.amount_bdt')).fill(digits('5000'))
          await button(t('bill.record_refund_submit')).click()
          await page.getByText(t('error.required')).first().waitFor()
          await page.getByLabel(t('bill.reason')).fill(language === 'bn' ? 'পানি ছিল না' : 'No water')
          await button(t('bill.record_refund_submit')).click()
          await page.getByText(t('bill.refund_too_large', { paid: digits('4,500') })).waitFor()
          await axe()
          await page.getByLabel(t('bill.amount_bdt')).fill(digits('500'))
          await button(t('bill.record_refund_submit')).click()
          await page.getByText(t('bill.refunded_amount', { amount: money(500) }), { exact: true }).waitFor()
          const bill = await desk.callOk('getBill', { code })
          assert.deepEqual([bill.paid, bill.payments.at(-1).amount], [4000, -500])
        },
        { ...options, expectedErrors: ['422 /api/office/recordRefund'] },
      ))
  })
}
