import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { Page } from 'playwright-core'
import { waitForFocus, visit } from '#testing/browser.ts'
import { openDesk } from '#testing/desk.ts'
import { setUpTestApp } from '#testing/test-app.ts'
import { selectPairs } from '#testing/pairs.ts'
import { DAY_MS } from '#platform/durations.ts'
import { officePages } from '#routes/office.ts'
import { translatorFor } from '#locales/both.ts'
import { openOfficePage, checkPageState } from './open-office-page.ts'

for (const { engine, language, width } of selectPairs(import.meta.url)) {
  const { t, count, day } = translatorFor(language)
  const locale = language === 'bn' ? 'bn-BD' : 'en-GB'

  describe(`housekeeping, on ${engine.name}, in ${language}`, () => {
    const app = setUpTestApp(engine)

    const findButton = (scope: Pick<Page, 'getByRole'>, name: string) =>
      scope.getByRole('button', { name, exact: true })
    const findCard = (page: Page, unit: string) =>
      page.getByRole('listitem').filter({ has: page.getByRole('heading', { level: 3, name: unit, exact: true }) })

    test('marks a room by keyboard on a phone, undoes it, and shows changes by others (OFF-180)', () =>
      visit(
        app,
        async (page) => {
          await openOfficePage(page, app, language, officePages.housekeeping, 'staff')
          const firstHeading = page.getByRole('main').getByRole('heading', { level: 3 }).first()
          const unitName = (await firstHeading.textContent())!
          const card = findCard(page, unitName)
          const dirtyButton = findButton(card, t('housekeeping.dirty'))
          await dirtyButton.focus()
          await page.keyboard.press('Enter')
          await card
            .getByRole('status')
            .filter({ hasText: t('housekeeping.marked', { unit: unitName, condition: t('housekeeping.dirty') }) })
            .waitFor()
          assert.equal(await dirtyButton.getAttribute('aria-pressed'), 'true')
          assert.ok(await waitForFocus(dirtyButton), 'the pressed button keeps the focus and its place')
          assert.equal(await firstHeading.textContent(), unitName)
          await findButton(card, t('housekeeping.undo_of', { unit: unitName })).focus()
          await page.keyboard.press('Enter')
          await findButton(card, t('housekeeping.clean')).and(page.locator('[aria-pressed=true]')).waitFor()

          const { id } = await app.db
            .selectFrom('unit')
            .select('id')
            .where('name', '=', unitName)
            .executeTakeFirstOrThrow()
          const { body } = await app.call('getHousekeeping', {}, { token: await app.signIn('owner') })
          const { version } = body.data.find((row: { id: number }) => row.id === id)
          const mark = { unit: id, version, condition: 'inspected' }
          await app.call('markUnit', mark, { token: await app.signIn('owner') })
          await findButton(card, t('housekeeping.inspected')).and(page.locator('[aria-pressed=true]')).waitFor()
        },
        { locale, width: 390 },
      ))

    for (const [widthPx, maxHeight] of [
      [1440, 96],
      [390, 72],
    ] as const)
      test(`lists rooms to clean first, and needs at most ${maxHeight} px for each room, at ${widthPx} (OFF-180)`, () =>
        visit(
          app,
          async (page) => {
            await app.db.updateTable('unit_state').set({ condition: 'clean', note: '' }).execute()
            const token = await app.signIn('owner')
            const { id, version } = (await app.call('getHousekeeping', {}, { token })).body.data.at(-1)
            await app.call('markUnit', { unit: id, version, condition: 'dirty' }, { token })
            await openOfficePage(page, app, language, officePages.housekeeping, 'staff')
            const rooms = page.getByRole('main').getByRole('listitem')
            await findButton(rooms.first(), t('housekeeping.dirty')).and(page.locator('[aria-pressed=true]')).waitFor()
            await findButton(rooms.nth(1), t('housekeeping.clean')).and(page.locator('[aria-pressed=true]')).waitFor()
            const heights = await rooms.evaluateAll((items) => items.map((item) => item.getBoundingClientRect().height))
            assert.ok(Math.max(...heights) <= maxHeight, heights.join(', '))
            // After a change the undo button is in the row.
            await findButton(rooms.first(), t('housekeeping.clean')).click()
            await rooms
              .first()
              .getByRole('button', { name: t('housekeeping.undo') })
              .waitFor()
            const changedHeight = await rooms.first().evaluate((item) => item.getBoundingClientRect().height)
            assert.ok(changedHeight <= maxHeight, `${changedHeight}`)
            await checkPageState(page, widthPx)
          },
          { locale, width: widthPx, ...(widthPx < 700 && { isMobile: true, hasTouch: true }) },
        ))

    test('marks a room to clean only if a guest arrives in it today, and groups rooms by what must be done (OFF-356, OFF-365, OFF-374)', () =>
      visit(
        app,
        async (page) => {
          const desk = await openDesk(app, 'owner')
          await app.db.updateTable('unit_state').set({ condition: 'clean', note: '' }).execute()
          const [arrivalUnit, freeUnit, cleanUnit] = desk.kind('deluxe').units
          await desk.book('Mina', 0, 1, { slug: 'deluxe', at: [0] })
          for (const { id } of [arrivalUnit!, freeUnit!]) {
            const { data } = await desk.callOk('getHousekeeping')
            const { version } = data.find((unit: { id: number }) => unit.id === id)
            await desk.callOk('markUnit', { unit: id, version, condition: 'dirty' })
          }
          await openOfficePage(page, app, language, officePages.housekeeping, 'staff')
          const readBackground = ({ name }: { name: string }) =>
            findCard(page, name).evaluate((card) => getComputedStyle(card).backgroundColor)
          assert.notEqual(await readBackground(arrivalUnit!), await readBackground(cleanUnit!))
          assert.equal(await readBackground(freeUnit!), await readBackground(cleanUnit!))
          const groups = page.getByRole('main').getByRole('heading', { level: 2 })
          assert.deepEqual(
            (await groups.allTextContents()).map((text) => text.replace(/[\s\d০-৯]+$/, '')),
            (['arrival', 'vacant', 'ready'] as const).map((group) => t(`housekeeping.group_${group}`)),
          )
          assert.equal(t('desk.unit_dirty').toLowerCase(), t('housekeeping.dirty').toLowerCase())
          // The rooms of all groups have the same row.
          const lists = page.getByRole('main').getByRole('list')
          const [workBox, readyBox] = [(await lists.first().boundingBox())!, (await lists.last().boundingBox())!]
          assert.deepEqual([readyBox.x, readyBox.width], [workBox.x, workBox.width])
          await checkPageState(page, width)
        },
        { locale, width },
      ))

    test('takes a room out of service with a reason, adds a task and passes axe (OFF-180, OFF-181)', () =>
      visit(
        app,
        async (page) => {
          await openOfficePage(page, app, language, officePages.housekeeping, 'staff')
          const unitName = (await page.getByRole('main').getByRole('heading', { level: 3 }).first().textContent())!
          const card = findCard(page, unitName)
          await findButton(card, t('housekeeping.more_of', { unit: unitName })).click()
          const dialog = page.getByRole('dialog')
          const note = dialog.getByLabel(t('housekeeping.note'), { exact: true })
          await findButton(dialog, t('housekeeping.mark_out_of_service')).click()
          await dialog.getByText(t('error.out_of_service_note'), { exact: true }).waitFor()
          assert.ok(await waitForFocus(note), 'the field with the error has the focus')
          await checkPageState(page, width)
          const reason = language === 'bn' ? 'পানি আসছে না' : 'No water'
          await note.fill(reason)
          await findButton(dialog, t('housekeeping.mark_out_of_service')).click()
          await card.getByText(reason, { exact: true }).waitFor()
          await findButton(card, t('housekeeping.more_of', { unit: unitName })).click()
          const task = language === 'bn' ? 'কল সারানো' : 'Mend the tap'
          await dialog.getByLabel(t('housekeeping.task'), { exact: true }).fill(task)
          await page.keyboard.press('Enter')
          await findButton(card, t('housekeeping.task_done_of', { task })).click()
          await findButton(card, t('housekeeping.task_reopen_of', { task })).waitFor()
          await findButton(card, t('housekeeping.clean')).click()
          await card.getByText(reason, { exact: true }).waitFor({ state: 'detached' })
        },
        { locale, width: 390, expectedErrors: ['422 /api/office/markUnit'] },
      ))

    test('separates the rooms whose guests leave today, and names no later arrival if a guest arrives today (OFF-365, OFF-382)', () =>
      visit(
        app,
        async (page) => {
          const desk = await openDesk(app, 'owner')
          await app.db.updateTable('unit_state').set({ condition: 'clean', note: '' }).execute()
          const [leavingUnit, arrivalUnit] = desk.kind('twin').units
          const { booking, version } = await desk.book('Lena', 0, 1, { slug: 'twin', at: [0] })
          await desk.callOk('checkGuestIn', { booking, version, unit: null, anyway: true })
          await desk.book('Omar', 1, 2, { slug: 'twin', at: [1] })
          await desk.book('Nina', 3, 4, { slug: 'twin', at: [1] })
          app.clock.advance(DAY_MS)
          await openOfficePage(page, app, language, officePages.housekeeping, 'staff')
          const leavingGroup = page.getByRole('main').locator('section', {
            has: page.getByRole('heading', { level: 2, name: t('housekeeping.group_departure') }),
          })
          assert.deepEqual(await leavingGroup.getByRole('heading', { level: 3 }).allTextContents(), [leavingUnit!.name])
          const arrivalCard = findCard(page, arrivalUnit!.name)
          await arrivalCard.getByText(count('housekeeping.arrives', 1), { exact: true }).waitFor()
          assert.equal(await arrivalCard.getByText(day(app.day(2), 'short')).count(), 0)
          await checkPageState(page, width)
        },
        { locale, width },
      ))

    test('shows only housekeeping in the menu of staff with no other permission (OFF-180)', () =>
      visit(
        app,
        async (page) => {
          const roleQuery = app.db.selectFrom('staff_role').select('id').where('name_en', '=', 'Housekeeping')
          const { id } = await roleQuery.executeTakeFirstOrThrow()
          await app.db.updateTable('account').set({ staff_role_id: id }).where('username', '=', 'staff').execute()
          await openOfficePage(page, app, language, officePages.housekeeping, 'staff')
          const navigationLinks = page.getByRole('navigation', { name: t('office.menu') }).getByRole('link')
          assert.deepEqual(await navigationLinks.filter({ visible: true }).allTextContents(), [t('housekeeping.title')])
        },
        { locale },
      ))
  })
}
