import type { Locator, Page } from 'playwright-core'
import { parseDay } from '#platform/day.ts'
import type { ServerTranslator } from '#locales/translator.ts'
import { pressTabUntil } from './tab-to.ts'

/** Returns the Check In field, which opens the calendar. */
export const findCheckInField = (container: Page | Locator, translator: ServerTranslator): Locator =>
  findDateField(container, translator, 'search.check_in')

export const findCheckOutField = (container: Page | Locator, translator: ServerTranslator): Locator =>
  findDateField(container, translator, 'search.check_out')

const findDateField = (container: Page | Locator, { t }: ServerTranslator, label: DateLabel) =>
  container.getByRole('button', { name: new RegExp(`^${t(label)}`) })

/** The date input with the label, for visitors without scripts. */
export const findDateInput = (container: Page | Locator, { t }: ServerTranslator, label: DateLabel): Locator =>
  container.getByLabel(t(label), { exact: true }).and(container.locator('input'))

type DateLabel = 'search.check_in' | 'search.check_out'

/** A day of the open calendar. */
export const findCalendarDay = (page: Page, { day }: ServerTranslator, iso: string): Locator =>
  page.getByRole('grid').getByRole('button', { name: new RegExp(`^${day(iso, 'weekday')}(,|$)`) })

/** Chooses dates in the calendar with the mouse. */
export async function chooseDates(
  field: Locator,
  translator: ServerTranslator,
  days: readonly [string, string],
): Promise<void> {
  const page = field.page()
  await field.click()
  await page.getByRole('grid').first().waitFor()
  for (const iso of days) {
    const day = findCalendarDay(page, translator, iso)
    while ((await day.count()) === 0) await page.getByRole('button', { name: translator.t('calendar.next') }).click()
    await day.click()
  }
  await page.getByRole('button', { name: translator.t('calendar.done') }).click()
  await page.getByRole('dialog').waitFor({ state: 'hidden' })
}

/**
 * Chooses dates in the calendar with the keyboard alone. The field must be empty: then the calendar starts at today.
 */
export async function chooseDatesByKeys(
  field: Locator,
  translator: ServerTranslator,
  today: string,
  days: readonly [string, string],
): Promise<void> {
  const page = field.page()
  await pressTabUntil(page, field)
  await page.keyboard.press('Enter')
  let [focusedDayNumber, focusedDay] = [parseDay(today)!, today]
  for (const iso of days) {
    await waitForFocusOnDay(page, translator, focusedDay)
    const daysAhead = parseDay(iso)! - focusedDayNumber
    for (let week = 0; week < Math.floor(daysAhead / 7); week += 1) await page.keyboard.press('ArrowDown')
    for (let step = 0; step < daysAhead % 7; step += 1) await page.keyboard.press('ArrowRight')
    ;[focusedDayNumber, focusedDay] = [focusedDayNumber + daysAhead, iso]
    await waitForFocusOnDay(page, translator, focusedDay)
    await page.keyboard.press('Enter')
  }
  await page.keyboard.press('Escape')
  await page.getByRole('dialog').waitFor({ state: 'hidden' })
}

export async function waitForFocusOnDay(page: Page, translator: ServerTranslator, iso: string): Promise<void> {
  await findCalendarDay(page, translator, iso).waitFor()
  await page.waitForFunction(
    (label) => document.activeElement!.ariaLabel?.startsWith(label),
    translator.day(iso, 'weekday'),
  )
}

/** Reads the dates that the form will send. */
export const readDates = (form: Locator): Promise<string[]> =>
  form.locator('input[type=date]').evaluateAll((fields) => fields.map((field) => (field as HTMLInputElement).value))

/** Sets dates as the calendar does: in the hidden date inputs behind the fields. */
export async function setDates(form: Locator, days: Readonly<Record<string, string>>): Promise<void> {
  for (const [name, iso] of Object.entries(days)) {
    await form.locator(`[name=${name}]`).evaluate((field, value) => {
      ;(field as HTMLInputElement).value = value
      field.dispatchEvent(new Event('input', { bubbles: true }))
    }, iso)
  }
}

/** Opens the search at the end of a page, where it is folded. */
export async function unfoldSearch(page: Page): Promise<void> {
  const summary = page.locator('details:has([role=search]) > summary')
  if ((await summary.count()) > 0) await summary.click()
}
