import { writeCompany } from '#content/company.ts'
import type { Language } from '#routes/public.ts'
import type { TestHouse } from './house.ts'
import { backIn } from './simulator.ts'
import { stayForm } from './stay.ts'

interface InDemo {
  language?: Language
  /** Of the gateway's page, beside the button. */
  choices?: Record<string, string>
  /** What happens while the guest is at the gateway. */
  meanwhile?(stay: { code: string; token: string }): Promise<unknown>
}

/** A guest books and pays at the gateway of the demo, in whatever way; says which stay that is. */
export async function payInDemo(
  house: TestHouse,
  act: string,
  more: object = {},
  { language = 'en', choices = {}, meanwhile }: InDemo = {},
): Promise<string> {
  await writeCompany(house.db, { takesOnlinePayments: true })
  const token = await house.newGuest()
  const options = { token, language }
  const { body } = await house.call('requestGuestBooking', stayForm(house, { paymenttype: 1, ...more }), options)
  const opened = await house.call('startPayment', { id: body.booking_id }, options)
  await meanwhile?.({ code: body.booking_id, token })
  const post = (url: string, form: URLSearchParams) =>
    house.fetch(new URL(url).pathname, {
      method: 'POST',
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      body: form.toString(),
    })
  const paid = await post(opened.body.url, new URLSearchParams({ act, notice: 'first', ...choices }))
  const back = backIn(await paid.text())
  if (back) await post(back.url, back.fields)
  await house.worker.runDue()
  return body.booking_id
}

/** A file of a settlement is read, one line of which matches nothing; says under which number. */
export async function readSettlementIn(house: TestHouse, token: string): Promise<number> {
  const receipts = await house.db
    .selectFrom('payment_receipt')
    .innerJoin('payment_attempt', 'payment_attempt.id', 'attempt_id')
    .select(['payment_attempt.tran_id', 'amount_minor', 'kept_poisha'])
    .execute()
  const bdt = (poisha: number) => (poisha / 100).toFixed(2)
  const lines = receipts.map(({ tran_id, amount_minor: amount, kept_poisha: kept }) =>
    [tran_id, bdt(amount), bdt(amount - kept)].join(','),
  )
  const text = ['tran_id,amount,store_amount', ...lines, 'NOSUCHTRANSACTION,10.00,9.75'].join('\r\n')
  const { body } = await house.call('readSettlement', { name: 'settlement-2027-01.csv', text }, { token })
  return body.id
}
