import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import type { Locator, Page } from 'playwright-core'
import { axeFindings } from '../testing/axe.ts'
import { visit } from '../testing/browser.ts'
import { openHouse, type TestHouse } from '../testing/house.ts'
import { pairsOf } from '../testing/pairs.ts'
import { officePages } from '../src/urls-office.ts'
import { wordsIn } from '../src/words/both.ts'
import { comeIn } from './come-in.ts'

for (const { engine, language } of pairsOf('office-chart')) {
  const { t, money } = wordsIn(language)
  const locale = language === 'bn' ? 'bn-BD' : 'en-GB'

  describe(`the chart of the house, on ${engine.name}, in ${language}`, () => {
    let house: TestHouse
    let token: string
    before(async () => {
      house = await openHouse(engine)
      token = await house.signIn('owner')
    })
    after(() => house.close())

    /** Each test has guests of its own, from a day on that nobody else uses. */
    async function book(name: string, unit: string, from: number, to: number): Promise<void> {
      const door = await house.db
        .selectFrom('unit')
        .select(['id', 'room_id'])
        .where('name', '=', unit)
        .executeTakeFirstOrThrow()
      const form = {
        from: house.day(from),
        to: house.day(to),
        rooms: [{ room: door.room_id, unit: door.id, adults: 1 }],
        source: 'phone',
        name,
        phone: '+8801700000009',
        email: 'guest@guest.example',
        language,
      }
      const { status, body } = await house.call('bookAtDesk', form, { token })
      assert.equal(status, 200, JSON.stringify(body))
    }
    /** In which units a guest sleeps, night by night. */
    async function sleeps(name: string): Promise<string[]> {
      const nights = await house.db
        .selectFrom('unit_night')
        .innerJoin('unit', 'unit.id', 'unit_night.unit_id')
        .innerJoin('booking', 'booking.id', 'unit_night.booking_id')
        .select('unit.name')
        .where('booking.name', '=', name)
        .orderBy('night')
        .execute()
      return nights.map((night) => night.name)
    }
    async function open(page: Page, from: number, days = 14): Promise<void> {
      await comeIn(page, house, language, `${officePages.chart}?from=${house.day(from)}&days=${days}`)
      await page.getByRole('grid').waitFor()
    }
    const bar = (page: Page, name: string): Locator => page.getByRole('gridcell', { name: new RegExp(name) }).first()
    /** The bar of a guest once it lies in the row of a unit. */
    const inRow = (page: Page, unit: string, name: string): Locator =>
      page
        .getByRole('row')
        .filter({ has: page.getByRole('rowheader', { name: new RegExp(`^${unit}`) }) })
        .getByRole('gridcell', { name: new RegExp(name) })
    const rowOf = (page: Page, unit: string): Locator =>
      page.getByRole('row').filter({ has: page.getByRole('rowheader', { name: new RegExp(`^${unit}`) }) })
    const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true })
    /** By mouse, from somewhere within it to a row and so many columns on. */
    async function drag(page: Page, what: Locator, at: 'middle' | 'end', to: Locator, columns = 0): Promise<void> {
      const box = (await what.boundingBox())!
      const row = (await to.boundingBox())!
      const column = (await page.getByRole('columnheader').nth(1).boundingBox())!.width
      const x = at === 'end' ? box.x + box.width - 4 : box.x + Math.min(20, box.width / 2)
      await page.mouse.move(x, box.y + box.height / 2)
      await page.mouse.down()
      await page.mouse.move(x + 8, box.y + box.height / 2 + 4, { steps: 3 })
      await page.mouse.move(x + columns * column, row.y + row.height / 2, { steps: 6 })
      await page.mouse.up()
    }

    test('a stay is moved to another unit by the mouse at once, and taken back (OFF-116)', () =>
      visit(
        house,
        async (page) => {
          await book('Mina', '101', 20, 23)
          await open(page, 19)
          assert.deepEqual(await axeFindings(page), [])
          await drag(page, bar(page, 'Mina'), 'middle', rowOf(page, '102'))
          await inRow(page, '102', 'Mina').waitFor()
          assert.deepEqual(await sleeps('Mina'), ['102', '102', '102'])
          await button(page, t('desk.undo')).click()
          await inRow(page, '101', 'Mina').waitFor()
          assert.deepEqual(await sleeps('Mina'), ['101', '101', '101'])
        },
        { width: 1440, locale },
      ))

    test('longer by its end, with the new price and who is told said before (OFF-116)', () =>
      visit(
        house,
        async (page) => {
          await book('Tasnim', '103', 40, 42)
          await open(page, 39)
          await drag(page, bar(page, 'Tasnim'), 'end', rowOf(page, '103'), 2)
          await page.getByText(t('desk.price_before_after', { before: money(9_000), after: money(18_000) })).waitFor()
          assert.ok(await page.getByLabel(t('desk.tell')).isChecked())
          assert.deepEqual(await axeFindings(page), [])
          assert.deepEqual(await sleeps('Tasnim'), ['103', '103'])
          await button(page, t('desk.move_it')).click()
          await page.getByText(t('desk.arranged')).waitFor()
          assert.deepEqual(await sleeps('Tasnim'), Array(4).fill('103'))
          const letters = await house.letters()
          assert.ok(letters.some((letter) => letter.includes('guest@guest.example')))
        },
        { width: 1440, locale },
      ))

    test('into a unit that somebody has: both lie as they did, and change places when that is wanted (OFF-116)', () =>
      visit(
        house,
        async (page) => {
          await book('Anna', '201', 60, 63)
          await book('Rafiq', '202', 61, 63)
          await open(page, 59)
          await drag(page, bar(page, 'Anna'), 'middle', rowOf(page, '202'))
          await page.getByRole('alert').filter({ hasText: 'Rafiq' }).waitFor()
          assert.deepEqual([await sleeps('Anna'), await sleeps('Rafiq')], [Array(3).fill('201'), ['202', '202']])
          await button(page, t('desk.swap', { name: 'Rafiq' })).click()
          await inRow(page, '202', 'Anna').waitFor()
          await inRow(page, '201', 'Rafiq').waitFor()
          assert.deepEqual([await sleeps('Anna'), await sleeps('Rafiq')], [Array(3).fill('202'), ['201', '201']])
        },
        { width: 1440, locale, troubles: ['409 /api/office/arrangeStays'] },
      ))

    test('by the keys alone: taken up, carried, put down, and put back (OFF-116)', () =>
      visit(
        house,
        async (page) => {
          await book('Lena', '101', 80, 82)
          await open(page, 79)
          await bar(page, 'Lena').focus()
          await page.keyboard.press('m')
          await page.getByRole('status').filter({ hasText: 'Lena' }).first().waitFor({ state: 'attached' })
          await page.keyboard.press('ArrowDown')
          await page.keyboard.press('Escape')
          assert.deepEqual(await sleeps('Lena'), ['101', '101'])
          await page.keyboard.press('m')
          await page.keyboard.press('ArrowDown')
          await page.keyboard.press('ArrowDown')
          await page.keyboard.press('Enter')
          await inRow(page, '103', 'Lena').waitFor()
          await page.waitForFunction(() => document.activeElement?.getAttribute('aria-label')?.includes('Lena'))
          assert.deepEqual(await sleeps('Lena'), ['103', '103'])
          await page.keyboard.press('m')
          await page.keyboard.press('Shift+ArrowRight')
          await page.keyboard.press('Enter')
          await page.getByText(t('desk.price_before_after', { before: money(9_000), after: money(13_500) })).waitFor()
          await page.keyboard.press('Escape')
          await page.waitForFunction(() => document.activeElement?.getAttribute('aria-label')?.includes('Lena'))
          await page.keyboard.press('Enter')
          await page.waitForURL(/\/office\/bookings\/\w+\/stay$/)
        },
        { width: 1440, locale },
      ))

    test('by touch: a long press takes it up, and a plain drag scrolls (OFF-116)', () =>
      visit(
        house,
        async (page) => {
          await book('Wei', '101', 100, 102)
          await open(page, 100, 4)
          const from = (await bar(page, 'Wei').boundingBox())!
          const to = (await rowOf(page, '102').boundingBox())!
          const finger = await page.context().newCDPSession(page)
          const touch = (type: 'touchStart' | 'touchMove' | 'touchEnd', x: number, y: number) =>
            finger.send('Input.dispatchTouchEvent', { type, touchPoints: type === 'touchEnd' ? [] : [{ x, y }] })
          const [x, y] = [from.x + 20, from.y + from.height / 2]
          await touch('touchStart', x, y)
          await page.locator('[aria-hidden=true]:not([hidden])', { hasText: 'Wei' }).waitFor()
          await touch('touchMove', x, y + 10)
          await touch('touchMove', x, to.y + to.height / 2)
          await touch('touchEnd', 0, 0)
          await inRow(page, '102', 'Wei').waitFor()
          assert.deepEqual(await sleeps('Wei'), ['102', '102'])
          assert.deepEqual(await axeFindings(page), [])
        },
        { width: 390, locale, isMobile: true, hasTouch: true },
      ))

    test('of two desks that move into the same gap one is told, and sees what the other has done (OFF-109, OFF-116)', () =>
      visit(
        house,
        async (page) => {
          await book('Giulia', '201', 120, 122)
          await book('James', '202', 120, 122)
          await open(page, 119)
          await visit(
            house,
            async (other) => {
              await open(other, 119)
              await drag(other, bar(other, 'James'), 'middle', rowOf(other, '203'))
              await inRow(other, '203', 'James').waitFor()
            },
            { width: 1440, locale },
          )
          await inRow(page, '203', 'James').waitFor({ timeout: 2_000 })
          await drag(page, bar(page, 'Giulia'), 'middle', rowOf(page, '203'))
          await page.getByRole('alert').filter({ hasText: 'James' }).waitFor()
          await button(page, t('desk.leave_it')).click()
          assert.deepEqual(
            [await sleeps('Giulia'), await sleeps('James')],
            [
              ['201', '201'],
              ['203', '203'],
            ],
          )
        },
        { width: 1440, locale, troubles: ['409 /api/office/arrangeStays'] },
      ))

    test('nights that nobody has are booked from here, or closed and opened again (OFF-116)', () =>
      visit(
        house,
        async (page) => {
          await open(page, 140)
          const free = rowOf(page, '104').getByRole('gridcell').nth(2)
          await drag(page, free, 'middle', rowOf(page, '104'), 2)
          await page.getByLabel(t('desk.close_reason')).fill('New carpet')
          await button(page, t('desk.close_nights')).click()
          await inRow(page, '104', 'New carpet').waitFor()
          await inRow(page, '104', 'New carpet').click()
          await button(page, t('desk.reopen_nights')).click()
          await inRow(page, '104', 'New carpet').waitFor({ state: 'detached' })
          await rowOf(page, '104').getByRole('gridcell').nth(5).focus()
          await page.keyboard.press('Enter')
          await button(page, t('desk.book_nights')).click()
          await page.getByRole('heading', { level: 1, name: t('desk.book_title') }).waitFor()
          assert.match(page.url(), /unit=\d+/)
        },
        { width: 1440, locale },
      ))
  })
}
