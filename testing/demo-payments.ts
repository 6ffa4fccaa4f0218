import { writeCompany } from '#content/company.ts'
import type { Language } from '#routes/public.ts'
import type { TestApp } from './test-app.ts'
import { readReturnForm } from './gateway-simulator.ts'
import { createStayForm } from './stay-form.ts'

interface DemoPaymentOptions {
  language?: Language
  /** Further fields of the gateway's page. */
  choices?: Record<string, string>
  /** Runs while the guest is at the gateway. */
  whilePaying?(stay: { code: string; token: string }): Promise<unknown>
}

/** Books as a guest, presses a button at the demo gateway, and returns the reference of the stay. */
export async function payInDemo(
  app: TestApp,
  button: string,
  overrides: object = {},
  { language = 'en', choices = {}, whilePaying }: DemoPaymentOptions = {},
): Promise<string> {
  await writeCompany(app.db, { takesOnlinePayments: true })
  const token = await app.newGuest()
  const options = { token, language }
  const { body } = await app.call('requestGuestBooking', createStayForm(app, { paymenttype: 1, ...overrides }), options)
  const startResponse = await app.call('startPayment', { id: body.booking_id }, options)
  await whilePaying?.({ code: body.booking_id, token })
  const postForm = (url: string, form: URLSearchParams) =>
    app.fetch(new URL(url).pathname, {
      method: 'POST',
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      body: form.toString(),
    })
  const response = await postForm(
    startResponse.body.url,
    new URLSearchParams({ act: button, notice: 'first', ...choices }),
  )
  const returnForm = readReturnForm(await response.text())
  if (returnForm) await postForm(returnForm.url, returnForm.fields)
  await app.worker.runDue()
  return body.booking_id
}

/** Imports a settlement file with one unmatched line and returns the id of the settlement. */
export async function loadSettlement(app: TestApp, token: string): Promise<number> {
  const receipts = await app.db
    .selectFrom('payment_receipt')
    .innerJoin('payment_attempt', 'payment_attempt.id', 'attempt_id')
    .select(['payment_attempt.tran_id', 'amount_minor', 'fee_poisha'])
    .execute()
  const formatBdt = (poisha: number) => (poisha / 100).toFixed(2)
  const lines = receipts.map(({ tran_id, amount_minor: amount, fee_poisha: feePoisha }) =>
    [tran_id, formatBdt(amount), formatBdt(amount - feePoisha)].join(','),
  )
  const csv = ['tran_id,amount,store_amount', ...lines, 'NOSUCHTRANSACTION,10.00,9.75'].join('\r\n')
  const { body } = await app.call('importSettlement', { name: 'settlement-2027-01.csv', text: csv }, { token })
  return body.id
}
