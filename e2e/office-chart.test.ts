import assert from 'node:assert/strict'
import { before, describe, test } from 'node:test'
import { waitUntil, visit, waitUntilAbsent } from '#testing/browser.ts'
import { setUpTestApp } from '#testing/test-app.ts'
import { selectPairs } from '#testing/pairs.ts'
import { officeEndpoints } from '#routes/office.ts'
import { translatorFor } from '#locales/both.ts'
import { findBar, findButton, dragAndHold, createChartActions, drag, findInRow, findRow } from './chart-actions.ts'

for (const { engine, language } of selectPairs(import.meta.url)) {
  const { t, day, money } = translatorFor(language)
  const locale = language === 'bn' ? 'bn-BD' : 'en-GB'

  describe(`the room chart, on ${engine.name}, in ${language}`, () => {
    const app = setUpTestApp(engine)
    let token: string
    before(async () => {
      token = await app.signIn('owner')
    })

    const createActions = () => createChartActions(app, language, () => token)
    const book = (...args: Parameters<ReturnType<typeof createActions>['book']>) => createActions().book(...args)
    const readUnitsByNight = (name: string) => createActions().unitsByNight(name)
    const open = (...args: Parameters<ReturnType<typeof createActions>['open']>) => createActions().open(...args)

    test('moves a stay to another unit by mouse without confirmation, and undoes the move (OFF-116)', () =>
      visit(
        app,
        async (page) => {
          await book('Mina', '101', 20, 23)
          await open(page, 19)
          await drag(page, findBar(page, 'Mina'), 'middle', findRow(page, '102'))
          await page.getByText(t('desk.moved_to', { unit: '102' })).waitFor()
          await findInRow(page, '102', 'Mina').waitFor()
          assert.deepEqual(await readUnitsByNight('Mina'), ['102', '102', '102'])
          await findButton(page, t('desk.undo')).click()
          await findInRow(page, '101', 'Mina').waitFor()
          assert.deepEqual(await readUnitsByNight('Mina'), ['101', '101', '101'])
        },
        { width: 1440, locale },
      ))

    test('shows the new price and the email recipient before it extends a stay by dragging its end (OFF-116)', () =>
      visit(
        app,
        async (page) => {
          await book('Tasnim', '103', 40, 42)
          await open(page, 39)
          await drag(page, findBar(page, 'Tasnim'), 'end', findRow(page, '103'), 2)
          await page.getByText(t('desk.price_before_after', { before: money(9_000), after: money(18_000) })).waitFor()
          assert.ok(await page.getByLabel(t('desk.notify')).isChecked())
          assert.deepEqual(await readUnitsByNight('Tasnim'), ['103', '103'])
          const dateText = day(app.day(44), 'short')
          await findButton(page, `${t('desk.extend_to', { when: dateText })}, + ${money(9_000)}`).click()
          await page.getByText(t('desk.departure_moved', { when: dateText })).waitFor()
          assert.deepEqual(await readUnitsByNight('Tasnim'), Array(4).fill('103'))
          const emails = await app.deliverEmails()
          assert.ok(emails.some((email) => email.includes('guest@guest.example')))
        },
        { width: 1440, locale },
      ))

    test('moves no stay if the unit is occupied, and swaps both stays on request (OFF-116)', () =>
      visit(
        app,
        async (page) => {
          await book('Anna', '201', 60, 63)
          await book('Rafiq', '202', 61, 63)
          await open(page, 59)
          await drag(page, findBar(page, 'Anna'), 'middle', findRow(page, '202'))
          await page.getByRole('alert').filter({ hasText: 'Rafiq' }).waitFor()
          assert.deepEqual(
            [await readUnitsByNight('Anna'), await readUnitsByNight('Rafiq')],
            [Array(3).fill('201'), ['202', '202']],
          )
          await findButton(page, t('desk.swap', { name: 'Rafiq' })).click()
          await findInRow(page, '202', 'Anna').waitFor()
          await findInRow(page, '201', 'Rafiq').waitFor()
          assert.deepEqual(
            [await readUnitsByNight('Anna'), await readUnitsByNight('Rafiq')],
            [Array(3).fill('202'), ['201', '201']],
          )
        },
        { width: 1440, locale, expectedErrors: ['409 /api/office/arrangeStays'] },
      ))

    test('does not offer to swap stays if a party does not fit into the other room (LIVE-4)', () =>
      visit(
        app,
        async (page) => {
          await book('Anna', '101', 160, 162)
          const twinUnit = await app.db
            .selectFrom('unit')
            .selectAll()
            .where('name', '=', '201')
            .executeTakeFirstOrThrow()
          await book('Rafiq', '201', 160, 162, { rooms: [{ room: twinUnit.room_id, unit: twinUnit.id, adults: 2 }] })
          await open(page, 159)
          const swapPreview = page.waitForResponse(
            (response) =>
              response.url().includes(officeEndpoints.previewArrangement[1]) &&
              (JSON.parse(response.request().postData()!) as { changes: unknown[] }).changes.length === 2,
          )
          await drag(page, findBar(page, 'Anna'), 'middle', findRow(page, '201'))
          await page.getByRole('alert').filter({ hasText: 'Rafiq' }).waitFor()
          const { refused: refusalText } = (await (await swapPreview).json()) as { refused: string }
          assert.match(refusalText, /Rafiq.*101|101.*Rafiq/)
          await page.getByText(refusalText).waitFor()
          await waitUntilAbsent(findButton(page, t('desk.swap', { name: 'Rafiq' })))
        },
        { width: 1440, locale },
      ))

    test('picks up, moves and drops a stay by keyboard, or cancels the move (OFF-116)', () =>
      visit(
        app,
        async (page) => {
          await book('Lena', '101', 80, 82)
          await open(page, 79)
          await findBar(page, 'Lena').focus()
          await page.keyboard.press('m')
          await page.getByRole('status').filter({ hasText: 'Lena' }).first().waitFor({ state: 'attached' })
          await page.keyboard.press('ArrowDown')
          await page.keyboard.press('Escape')
          assert.deepEqual(await readUnitsByNight('Lena'), ['101', '101'])
          await page.keyboard.press('m')
          await page.keyboard.press('ArrowDown')
          await page.keyboard.press('ArrowDown')
          await page.keyboard.press('Enter')
          await findInRow(page, '103', 'Lena').waitFor()
          await waitUntil(page, () => document.activeElement?.getAttribute('aria-label')?.includes('Lena'))
          assert.deepEqual(await readUnitsByNight('Lena'), ['103', '103'])
          await page.keyboard.press('m')
          await page.keyboard.press('Shift+ArrowRight')
          await page.keyboard.press('Enter')
          await page.getByText(t('desk.price_before_after', { before: money(9_000), after: money(13_500) })).waitFor()
          await page.keyboard.press('Escape')
          await waitUntil(page, () => document.activeElement?.getAttribute('aria-label')?.includes('Lena'))
          await page.keyboard.press('Enter')
          await page.getByRole('dialog', { name: 'Lena' }).waitFor()
        },
        { width: 1440, locale },
      ))

    test('moves only one of two stays that are dropped on the same free nights concurrently, and shows the other user why (OFF-109, OFF-116)', () =>
      visit(
        app,
        async (page) => {
          await book('Giulia', '201', 120, 122)
          await book('James', '202', 120, 122)
          const otherPage = await page.context().newPage()
          const draggedStays = [
            { page, name: 'Giulia', was: '201' },
            { page: otherPage, name: 'James', was: '202' },
          ]
          // Holds back the updates, so that neither user sees the other's change before dropping the stay.
          const watchPath = `**${officeEndpoints.watchChanges[1]}*`
          for (const desk of draggedStays) {
            await desk.page.route(watchPath, () => {})
            await open(desk.page, 119)
          }
          for (const desk of draggedStays)
            await dragAndHold(desk.page, findBar(desk.page, desk.name), 'middle', findRow(desk.page, '203'))
          await Promise.all(draggedStays.map((desk) => desk.page.mouse.up()))
          const wasMoved = async (name: string) => (await readUnitsByNight(name))[0] === '203'
          await Promise.race(draggedStays.map((desk) => desk.page.getByRole('alert').waitFor()))
          const movedFlags = await Promise.all(draggedStays.map(({ name }) => wasMoved(name)))
          assert.equal(movedFlags.filter(Boolean).length, 1)
          const [winner, loser] = movedFlags[0] ? draggedStays : draggedStays.toReversed()
          await loser!.page.getByRole('alert').filter({ hasText: winner!.name }).waitFor()
          await findButton(loser!.page, t('desk.move_cancel')).click()
          await findInRow(loser!.page, loser!.was, loser!.name).waitFor()
          assert.deepEqual(
            [await readUnitsByNight(winner!.name), await readUnitsByNight(loser!.name)],
            [Array(2).fill('203'), Array(2).fill(loser!.was)],
          )
          // The change appears once the connection is back.
          await loser!.page.unroute(watchPath)
          await loser!.page.reload()
          await findInRow(loser!.page, '203', winner!.name).waitFor()
        },
        { width: 1440, locale, expectedErrors: ['409 /api/office/arrangeStays'] },
      ))

    test('keeps the stays of a row at the height of the row, however long a name is (OFF-350)', () =>
      visit(
        app,
        async (page) => {
          await book('Anastasia-Konstantina Papadopoulou', '104', 80, 81)
          await book('Olga', '104', 82, 85)
          await open(page, 79)
          const readHeight = (name: string) =>
            findBar(page, name).evaluate((element) => element.getBoundingClientRect().height)
          const rowHeight = await findRow(page, '104').evaluate((element) => element.getBoundingClientRect().height)
          const heights = [await readHeight('Anastasia'), await readHeight('Olga')]
          assert.equal(heights[0], heights[1])
          assert.ok(heights[0]! <= rowHeight, `${heights[0]} px in ${rowHeight} px`)
        },
        { width: 1440, locale },
      ))

    test('never breaks a name within a word: a narrow bar shows the initials (DES-71)', () =>
      visit(
        app,
        async (page) => {
          await book('Arjun Mehta', '103', 220, 221)
          await book('রুমানা পারভীন', '102', 220, 221)
          await book('Harriet Osborne', '101', 220, 222)
          await open(page, 219, 28)
          const readLines = (name: string) =>
            findBar(page, name).evaluate((cell) => {
              const [words, initials] = cell.querySelectorAll<HTMLElement>('[title] > span:not([data-edge])')
              const text = words!.firstChild!
              const brokenLetters = [...text.textContent!].flatMap((letter, index) => {
                if (index === 0) return []
                const range = document.createRange()
                range.setStart(text, index)
                range.setEnd(text, index + 1)
                const previousRange = document.createRange()
                previousRange.setStart(text, index - 1)
                previousRange.setEnd(text, index)
                const isNewLine = range.getBoundingClientRect().top > previousRange.getBoundingClientRect().top + 4
                return isNewLine && text.textContent![index - 1] !== ' ' ? [letter] : []
              })
              return {
                areWordsShown: words!.getClientRects().length > 0,
                initials: initials!.getClientRects().length > 0 ? initials!.dataset['initials'] : null,
                breaks: brokenLetters,
              }
            })
          assert.deepEqual(await readLines('Arjun'), { areWordsShown: false, initials: 'AM', breaks: [] })
          assert.deepEqual(await readLines('রুমানা'), { areWordsShown: false, initials: 'রু\u00a0পা', breaks: [] })
          assert.deepEqual(await readLines('Harriet'), { areWordsShown: true, initials: null, breaks: [] })
        },
        { width: 1440, locale },
      ))

    test('books free nights, or closes and reopens them (OFF-116)', () =>
      visit(
        app,
        async (page) => {
          await open(page, 140)
          const freeCell = findRow(page, '104').getByRole('gridcell').nth(2)
          await drag(page, freeCell, 'middle', findRow(page, '104'), 2)
          await page.getByLabel(t('desk.close_reason')).fill('New carpet')
          await findButton(page, t('desk.close_nights')).click()
          await findInRow(page, '104', 'New carpet').waitFor()
          await findInRow(page, '104', 'New carpet').click()
          await findButton(page, t('desk.reopen_nights')).click()
          await findInRow(page, '104', 'New carpet').waitFor({ state: 'detached' })
          await findRow(page, '104').getByRole('gridcell').nth(5).focus()
          await page.keyboard.press('Enter')
          await findButton(page, t('desk.book_nights')).click()
          await page.getByRole('heading', { level: 1, name: t('desk.book_title') }).waitFor()
          assert.match(page.url(), /unit=\d+/)
        },
        { width: 1440, locale },
      ))
  })
}
