import type { Locator, Page } from 'playwright-core'
import type { TestApp } from '#testing/test-app.ts'
import type { Language } from '#routes/public.ts'
import { officePages } from '#routes/office.ts'
import { openOfficePage } from './open-office-page.ts'

/** Helpers for tests of the chart: they book stays, list where guests sleep, and open the chart. */
export function createChartActions(app: TestApp, language: Language, token: () => string) {
  const findUnit = (name: string) =>
    app.db.selectFrom('unit').select(['id', 'room_id']).where('name', '=', name).executeTakeFirstOrThrow()

  return {
    /** Books a stay. Each test uses its own guests and its own days. */
    async book(name: string, unit: string, from: number, to: number, overrides: object = {}) {
      const unitRow = await findUnit(unit)
      const form = {
        from: app.day(from),
        to: app.day(to),
        rooms: [{ room: unitRow.room_id, unit: unitRow.id, adults: 1 }],
        source: 'phone',
        name,
        phone: '+8801700000009',
        email: 'guest@guest.example',
        language,
        ...overrides,
      }
      const body = await app.callOk('bookAtDesk', form, { token: token() })
      return body as { booking: number; version: number; code: string }
    },

    /** The units in which a guest sleeps, night by night. */
    async unitsByNight(name: string): Promise<string[]> {
      const nights = await app.db
        .selectFrom('unit_night')
        .innerJoin('unit', 'unit.id', 'unit_night.unit_id')
        .innerJoin('booking', 'booking.id', 'unit_night.booking_id')
        .select('unit.name')
        .where('booking.name', '=', name)
        .orderBy('night')
        .execute()
      return nights.map((night) => night.name)
    },

    async open(page: Page, from: number, days = 14, more = ''): Promise<void> {
      await openOfficePage(page, app, language, `${officePages.chart}?from=${app.day(from)}&days=${days}${more}`)
      await page.getByRole('grid').waitFor()
    },
  }
}

export const findBar = (page: Page, name: string): Locator =>
  page.getByRole('gridcell', { name: new RegExp(name) }).first()

export const findRow = (page: Page, unit: string): Locator =>
  page.getByRole('row').filter({ has: page.getByRole('rowheader', { name: new RegExp(`^${unit}`) }) })

/** Returns the bar of a guest in the row of a unit. */
export const findInRow = (page: Page, unit: string, name: string): Locator =>
  findRow(page, unit).getByRole('gridcell', { name: new RegExp(name) })

export const findButton = (page: Page, name: string) => page.getByRole('button', { name, exact: true })

const readColumnWidth = async (page: Page) => (await page.getByRole('columnheader').nth(1).boundingBox())!.width

/** Drags an element with the mouse by a number of columns and holds it over a row. */
export async function dragAndHold(
  page: Page,
  draggedElement: Locator,
  grip: 'middle' | 'start' | 'end',
  to: Locator,
  columns = 0,
): Promise<void> {
  await draggedElement.scrollIntoViewIfNeeded()
  const [box, row, column] = [
    (await draggedElement.boundingBox())!,
    (await to.boundingBox())!,
    await readColumnWidth(page),
  ]
  const x = grip === 'end' ? box.x + box.width - 4 : grip === 'start' ? box.x + 4 : box.x + Math.min(20, box.width / 2)
  await page.mouse.move(x, box.y + box.height / 2)
  await page.mouse.down()
  await page.mouse.move(x + 8, box.y + box.height / 2 + 4, { steps: 3 })
  await page.mouse.move(x + columns * column, row.y + row.height / 2, { steps: 6 })
}

/** Drags an element and drops it. */
export async function drag(...args: Parameters<typeof dragAndHold>): Promise<void> {
  await dragAndHold(...args)
  await args[0].mouse.up()
}

/** Touches a point, waits for `beforeMove`, moves to another point and lifts the finger. */
export async function swipe(
  page: Page,
  from: { x: number; y: number },
  to: { x: number; y: number },
  beforeMove: () => Promise<unknown> = async () => {},
): Promise<void> {
  const session = await page.context().newCDPSession(page)
  const touch = (type: 'touchStart' | 'touchMove' | 'touchEnd', x: number, y: number) =>
    session.send('Input.dispatchTouchEvent', { type, touchPoints: type === 'touchEnd' ? [] : [{ x, y }] })
  await touch('touchStart', from.x, from.y)
  await beforeMove()
  const steps = 4
  for (let step = 1; step <= steps; step++)
    await touch('touchMove', from.x + ((to.x - from.x) * step) / steps, from.y + ((to.y - from.y) * step) / steps)
  await touch('touchEnd', 0, 0)
  await session.detach()
}

export async function findMiddle(draggedElement: Locator): Promise<{ x: number; y: number }> {
  const { x, y, width, height } = (await draggedElement.boundingBox())!
  return { x: x + width / 2, y: y + height / 2 }
}

/** The copy of the bar that the chart draws while a stay is dragged. */
export const findDragCopy = (page: Page, name: string): Locator =>
  page.locator('[aria-hidden=true]:not([hidden])', { hasText: name })

export { readColumnWidth as columnOf }
