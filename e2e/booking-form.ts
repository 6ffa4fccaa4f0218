import assert from 'node:assert/strict'
import type { Page } from 'playwright-core'
import type { ServerTranslator } from '#locales/translator.ts'
import { setDates } from './dates.ts'

export const rafiq = { name: 'Rafiq Islam', email: 'rafiq@guest.example', phone: '+880 1700 000004' }

export interface BookingFormValues {
  checkin?: string
  checkout?: string
  name?: string
  email?: string
  phone?: string
  message?: string
  paymenttype?: 0 | 1 | 2
  adult?: number
}

/** Fills in fields by their labels. The dates are set as the calendar sets them. */
export async function fillBookingForm(
  page: Page,
  { t, number }: ServerTranslator,
  values: BookingFormValues,
): Promise<void> {
  const { paymenttype, adult, checkin, checkout, ...textValues } = values
  const createLabel = (name: string) =>
    name === 'message' ? `${t('booking.message')} ${t('field.optional')}` : t(`booking.${name as 'name'}`)
  const findField = (name: string) => page.locator('#booking').getByLabel(createLabel(name), { exact: true })
  await setDates(page.locator('#booking form').first(), { ...(checkin && { checkin }), ...(checkout && { checkout }) })
  for (const [name, value] of Object.entries(textValues)) await findField(name).fill(value)
  if (paymenttype !== undefined) await findField('paymenttype').selectOption(t(`booking.payment_${paymenttype}`))
  if (adult !== undefined) await findField('adult').selectOption(number(adult))
}

/** The current values of the booking form, by field name. */
export const readBookingFormValues = (page: Page): Promise<Record<string, string>> =>
  page
    .locator('#booking form')
    .first()
    .evaluate((form) => {
      return Object.fromEntries(new FormData(form as HTMLFormElement)) as Record<string, string>
    })

export const chooseMemberTab = (page: Page, { t }: ServerTranslator): Promise<void> =>
  page.getByRole('tab', { name: t('booking.tab_account') }).click()

export const chooseGuestTab = (page: Page, { t }: ServerTranslator): Promise<void> =>
  page.getByRole('tab', { name: t('booking.tab_guest') }).click()

export const pressBookNow = (page: Page, { t }: ServerTranslator): Promise<void> =>
  page.getByRole('button', { name: t('booking.submit') }).click()

export async function readFieldError(page: Page, name: string): Promise<string> {
  const field = page.locator(`#booking [name=${name}]`)
  assert.equal(await field.getAttribute('aria-invalid'), 'true', name)
  const id = (await field.getAttribute('aria-describedby'))!.split(' ').at(-1)!
  return page.locator(`[id="${id}"]`).innerText()
}
