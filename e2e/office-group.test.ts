import assert from 'node:assert/strict'
import { before, describe, test } from 'node:test'
import type { Page } from 'playwright-core'
import { findAccessibilityViolations } from '#testing/axe.ts'
import { visit } from '#testing/browser.ts'
import { setUpTestApp } from '#testing/test-app.ts'
import { selectPairs } from '#testing/pairs.ts'
import { getStatusKey } from '#stays/bookings/summary.ts'
import { officeHref, officePages } from '#routes/office.ts'
import { translatorFor } from '#locales/both.ts'
import { openOfficePage } from './open-office-page.ts'

for (const { engine, language, width } of selectPairs(import.meta.url)) {
  const translator = translatorFor(language)
  const { t, money, count, number } = translator
  const locale = language === 'bn' ? 'bn-BD' : 'en-GB'

  describe(`a stay of several rooms at the desk, on ${engine.name}, in ${language}`, () => {
    const app = setUpTestApp(engine)
    let token: string
    let units: { id: number; name: string; room_id: number; slug: string }[]
    before(async () => {
      token = await app.signIn('owner')
      units = await app.db
        .selectFrom('unit')
        .innerJoin('room', 'room.id', 'unit.room_id')
        .select(['unit.id', 'unit.name', 'room_id', 'slug'])
        .orderBy('unit.name')
        .execute()
    })

    /** Books the first units of a room type. */
    async function book(name: string, from: number, to: number, roomCount = 2, roomSlug = 'twin'): Promise<string> {
      const unitsOfKind = units.filter(({ slug }) => slug === roomSlug)
      const { body, status } = await app.call(
        'bookAtDesk',
        {
          from: app.day(from),
          to: app.day(to),
          rooms: unitsOfKind.slice(0, roomCount).map(({ id, room_id }) => ({ room: room_id, unit: id, adults: 1 })),
          source: 'phone',
          name,
          phone: '+8801700000009',
          email: 'group@guest.example',
          language,
        },
        { token },
      )
      assert.equal(status, 200, JSON.stringify(body))
      return body.code
    }
    const readRooms = async (code: string): Promise<{ status: string; parts: { from: string; to: string }[] }[]> =>
      (await app.call('getDeskStay', { code }, { token })).body.rooms
    const readArrivals = async (code: string) => (await readRooms(code)).map(({ parts }) => parts[0]!.from)
    const findButton = (page: Page, name: string) => page.getByRole('button', { name, exact: true })

    const options = { width, locale, ...(width < 700 && { isMobile: true, hasTouch: true }) }
    const firstDay = 20
    const roomSlug = width < 700 ? 'twin' : 'single'

    test(`is moved from its page, and moved back by undo, at ${width} (OFF-117)`, () =>
      visit(
        app,
        async (page) => {
          const code = await book('Lena', firstDay, firstDay + 2)
          await openOfficePage(page, app, language, officeHref('booking', code))
          await findButton(page, t('desk.all_rooms_dates')).click()
          await page.getByLabel(t('desk.book_from')).fill(app.day(firstDay + 3))
          await page.getByLabel(t('desk.book_to')).fill(app.day(firstDay + 6))
          await page.getByText(t('desk.price_more', { difference: money(12_400) })).waitFor()
          assert.ok(await page.getByLabel(t('desk.notify')).isChecked())
          assert.deepEqual(await findAccessibilityViolations(page), [])
          await findButton(page, t('desk.all_rooms_submit')).click()
          await page.getByText(count('desk.rooms_changed', 2, { name: 'Lena' })).waitFor()
          assert.deepEqual(await readArrivals(code), [app.day(firstDay + 3), app.day(firstDay + 3)])
          await findButton(page, t('desk.undo')).click()
          await page.getByText(t('desk.undone')).waitFor()
          assert.deepEqual(await readArrivals(code), [app.day(firstDay), app.day(firstDay)])
        },
        options,
      ))

    test(`is checked in and out together, at ${width} (OFF-118)`, () =>
      visit(
        app,
        async (page) => {
          const code = await book('Mina', 0, 1, 3, roomSlug)
          await app.db.updateTable('unit_state').set({ condition: 'clean', seen_at: app.clock.now }).execute()
          await app.db
            .updateTable('unit_state')
            .set({ condition: 'dirty' })
            .where('unit_id', '=', units.filter(({ slug }) => slug === roomSlug)[2]!.id)
            .execute()
          await openOfficePage(page, app, language, officeHref('booking', code))
          await findButton(page, t('desk.together_in')).click()
          await page.getByText(t('desk.together_can_in', { can: number(2), all: number(3) })).waitFor()
          await page.getByText(t('desk.unit_not_clean')).waitFor()
          assert.deepEqual(await findAccessibilityViolations(page), [])
          await findButton(page, count('desk.together_submit_in', 2)).click()
          const occupiedUnits = units.filter(({ slug }) => slug === roomSlug).slice(0, 2)
          const unitNames = occupiedUnits.map((unit) => unit.name).join(', ')
          await page.getByText(t('desk.checked_in', { name: 'Mina', units: unitNames })).waitFor()
          const readStatuses = async () => (await readRooms(code)).map(({ status }) => status)
          assert.deepEqual(await readStatuses(), ['checked_in', 'checked_in', 'confirmed'])
          await app.db.updateTable('unit_state').set({ condition: 'clean' }).execute()
          await findButton(page, t('desk.together_in')).click()
          await findButton(page, count('desk.together_submit_in', 1)).click()
          await page
            .getByText(t(getStatusKey('checked_in')))
            .nth(2)
            .waitFor()
          await findButton(page, t('desk.together_out')).click()
          await page.getByText(t('desk.together_can_out', { can: number(3), all: number(3) })).waitFor()
          await findButton(page, t('desk.check_out_unpaid')).click()
          await page.getByLabel(t('desk.unpaid_reason')).fill('The company pays')
          await findButton(page, t('desk.check_out_unpaid')).click()
          await page
            .getByText(t(getStatusKey('checked_out')))
            .nth(2)
            .waitFor()
          assert.deepEqual(await readStatuses(), Array(3).fill('checked_out'))
        },
        options,
      ))

    test(`offers to move one room or all rooms on the chart, and moves all of them, at ${width} (OFF-117)`, () =>
      visit(
        app,
        async (page) => {
          const code = await book('Giulia', firstDay + 21, firstDay + 22)
          await openOfficePage(page, app, language, `${officePages.chart}?from=${app.day(firstDay + 20)}&days=7`)
          await page
            .getByRole('gridcell', { name: /Giulia/ })
            .first()
            .focus()
          await page.keyboard.press('m')
          await page.keyboard.press('ArrowRight')
          await page.keyboard.press('Enter')
          await page.getByLabel(t('desk.only_this_room')).waitFor()
          await page.getByLabel(count('desk.all_of_the_rooms', 2)).check()
          // On a phone the panel covers some of the cells until it is closed.
          if (width >= 700) assert.deepEqual(await findAccessibilityViolations(page), [])
          await findButton(page, t('desk.move_stay')).click()
          await page.getByText(count('desk.rooms_changed', 2, { name: 'Giulia' })).waitFor()
          assert.deepEqual(await readArrivals(code), [app.day(firstDay + 22), app.day(firstDay + 22)])
          await findButton(page, t('desk.undo')).click()
          await page.getByText(t('desk.undone')).waitFor()
          assert.deepEqual(await readArrivals(code), [app.day(firstDay + 21), app.day(firstDay + 21)])
        },
        options,
      ))
  })
}
