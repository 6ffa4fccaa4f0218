import type { Insertable } from 'kysely'
import type { Database } from '#platform/database/database.ts'
import { statement } from '#platform/database/statement.ts'
import type { LedgerAccount } from '#schema/ledger.ts'
import type { Tables } from '#schema/tables.ts'
import { postEntries, type PostingTime } from './posting.ts'

/* Writes the documents of a bill (payments and charges), each together with its ledger entries. */

type NewRow<Table extends 'payment' | 'charge'> = Omit<Insertable<Tables[Table]>, 'id' | 'at' | 'day'>

/** Records a payment for a stay and returns its ID. A negative amount is a refund, or reverses a payment. */
export async function postPayment(
  db: Database,
  time: PostingTime,
  stay_code: string,
  payment: NewRow<'payment'>,
): Promise<number> {
  const { id } = (await insertPayment(db, { ...payment, ...time })).rows[0]!
  const { amount_poisha, method, reverses_id = null } = payment
  // The reversal of a refund has the reason "refund", and the reversal of a payment has the reason "payment".
  const reason = amount_poisha < 0 === (reverses_id === null) ? 'refund' : 'payment'
  await postEntries(db, time, [
    { stay_code, debit: getMoneyAccount(method, reason), credit: 'guest', amount_poisha, reason, payment_id: id },
  ])
  return id
}

const insertPayment = statement((db, row: Insertable<Tables['payment']>) =>
  db.insertInto('payment').values(row).returning('id').compile(),
)

/** The account that holds the money. An online refund stays in `refunds` until the gateway confirms it. */
function getMoneyAccount(method: Tables['payment']['method'], reason: 'payment' | 'refund'): LedgerAccount {
  if (method !== 'online') return method
  return reason === 'refund' ? 'refunds' : 'gateway'
}

/** Records an extra charge on a stay and returns its ID. Its tax goes to the VAT account. */
export async function recordCharge(
  db: Database,
  time: PostingTime,
  stay_code: string,
  charge: NewRow<'charge'>,
): Promise<number> {
  const { id } = await db
    .insertInto('charge')
    .values({ ...charge, ...time })
    .returning('id')
    .executeTakeFirstOrThrow()
  const { total_poisha, vat_poisha } = charge
  const posting = { stay_code, debit: 'guest', reason: 'charge', charge_id: id } as const
  await postEntries(db, time, [
    { ...posting, credit: 'extras', amount_poisha: total_poisha - vat_poisha },
    { ...posting, credit: 'vat', amount_poisha: vat_poisha },
  ])
  return id
}
