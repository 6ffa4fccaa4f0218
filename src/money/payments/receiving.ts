import type { Insertable } from 'kysely'
import { confirmPaid, keepWhilePaid, takeAgain } from '#stays/bookings/hold.ts'
import { keepMoneyAt, owedFor, stillOwed } from '#stays/bookings/owed.ts'
import { lifeOf } from '#stays/bookings/status.ts'
import { bookingByCode, type BookedRow } from '#stays/bookings/store.ts'
import { wholeStay } from '#stays/bookings/whole-stay.ts'
import { readCompany, type Company } from '#content/company.ts'
import { writePayment } from '#ledger/documents.ts'
import { momentIn, post, type Moment } from '#ledger/posting.ts'
import type { Transaction } from '#platform/database/database.ts'
import { statement } from '#platform/database/statement.ts'
import { bdtOf } from '#platform/money.ts'
import { recordAudit } from '#platform/work/audit.ts'
import type { ReviewReason } from '#schema/payments.ts'
import type { Tables } from '#schema/tables.ts'
import type { Paid } from './gateway.ts'
import { paymentReceived, paymentSetAside } from './telling.ts'
import { proposeRefund } from './refunds.ts'
import type { Attempt, Collecting, Receipt } from './store.ts'

/** The nights of a late-paid stay are sold to others. The caller repeats the operation without taking them. */
export class NightsGone extends Error {}

/** The attempt and the rooms of its stay. The caller must have locked both. */
interface Meeting {
  attempt: Attempt
  rooms: readonly BookedRow[]
  company: Company
  /** Whether released nights can be booked again. */
  mayTakeAgain: boolean
}

/**
 * Records a payment exactly once, however often it is reported. The exact amount goes on the bill. Any other payment is
 * held for review.
 */
export async function receive(
  db: Transaction,
  doors: Collecting,
  { paid, ...coming }: Omit<Meeting, 'company'> & { paid: Paid },
): Promise<void> {
  const { attempt } = coming
  const meeting = { ...coming, company: await readCompany(db) }
  const moment = momentIn(meeting.company, doors.context.clock())
  const all = [paid, ...paid.besides.map((beside) => ({ ...paid, ...beside, storeAmountPoisha: beside.amountPoisha }))]
  for (const [at, each] of all.entries()) {
    const reason = at > 0 ? 'again' : reasonToLook(attempt, each)
    const known = await receiptNamed(db, each.valId)
    if (known && known.attempt_id !== attempt.id) await markForReview(db, moment, attempt, 'other order')
    if (known) continue
    const receipt = await keepReceipt(db, moment, attempt, each, reason)
    if (reason === '') await takeOn(db, doors, moment, { ...meeting, receipt })
    else await setAside(db, doors, moment, { ...meeting, receipt })
  }
}

function reasonToLook(attempt: Attempt, paid: Paid): ReviewReason | '' {
  const { amountPoisha, storeAmountPoisha, currency, isRisky } = paid
  if (currency !== 'BDT') return 'currency'
  if (amountPoisha !== attempt.amount_poisha || storeAmountPoisha > amountPoisha) return 'amount'
  return isRisky ? 'risk' : ''
}

const receiptNamed = async (db: Transaction, valId: string): Promise<Receipt | undefined> =>
  (await named(db, { valId })).rows[0]

const named = statement((db, { valId }: { valId: string }) =>
  db.selectFrom('payment_receipt').selectAll().where('val_id', '=', valId).compile(),
)

/**
 * A concurrent insert of the same receipt violates the unique index. The transaction is then repeated and finds the
 * receipt.
 */
async function keepReceipt(
  db: Transaction,
  moment: Moment,
  attempt: Attempt,
  paid: Paid,
  reason: ReviewReason | '',
): Promise<Receipt> {
  const { valId, bankTranId, amountPoisha, currency, storeAmountPoisha, means, riskTitle } = paid
  // A negative fee is impossible, so such a reply is wrong.
  const kept_poisha = currency === 'BDT' ? Math.max(0, amountPoisha - storeAmountPoisha) : 0
  const { rows } = await receiptIn(db, {
    attempt_id: attempt.id,
    val_id: valId,
    bank_tran_id: bankTranId,
    amount_minor: amountPoisha,
    currency,
    kept_poisha,
    means: means.type,
    brand: means.brand,
    issuer: means.issuer,
    issuer_country: means.issuerCountry,
    state: 'review',
    reason,
    risk_title: riskTitle,
    received_at: moment.at,
  })
  const receipt = rows[0]!
  const fee = { debit: 'gateway fees', credit: 'gateway', amount_poisha: kept_poisha, why: 'fee' } as const
  await post(db, moment, [{ ...fee, stay_code: attempt.stay_code, receipt_id: receipt.id }])
  return receipt
}

const receiptIn = statement((db, row: Insertable<Tables['payment_receipt']>) =>
  db.insertInto('payment_receipt').values(row).returningAll().compile(),
)

/**
 * Holds a payment for review: posts it as unapplied, holds the room for the company's response time and notifies the
 * company.
 */
async function setAside(
  db: Transaction,
  doors: Collecting,
  moment: Moment,
  { attempt, rooms, company, receipt }: Meeting & { receipt: Receipt },
): Promise<void> {
  await keepApart(db, moment, attempt, receipt, 1)
  await markForReview(db, moment, attempt, receipt.reason)
  await keepWhilePaid(db, moment.at, rooms, moment.at + company.answerHours * HOUR_MS)
  await recordAudit(db, {
    at: moment.at,
    accountId: null,
    action: 'payment set aside',
    subject: `booking ${attempt.stay_code}`,
    details: { amount: receipt.amount_minor / 100, currency: receipt.currency, reason: receipt.reason },
  })
  await paymentSetAside(db, doors, { rooms, receipt, company })
}

const HOUR_MS = 3_600_000

/** Posts an unapplied payment to the ledger, or removes it with -1. The ledger has only taka. */
export async function keepApart(
  db: Transaction,
  moment: Moment,
  attempt: Attempt,
  receipt: Receipt,
  by: 1 | -1,
): Promise<void> {
  if (receipt.currency !== 'BDT') return
  const held = { debit: 'gateway', credit: 'unapplied', amount_poisha: by * receipt.amount_minor, why: 'held' } as const
  await post(db, moment, [{ ...held, stay_code: attempt.stay_code, receipt_id: receipt.id }])
}

/** A paid attempt stays paid. */
const markForReview = (db: Transaction, { at }: Moment, { id }: Attempt, reason: ReviewReason | '') =>
  db
    .updateTable('payment_attempt')
    .set({ state: 'review', reason, closed_at: at })
    .where('id', '=', id)
    .where('state', '<>', 'paid')
    .execute()

/**
 * Applies a payment to the bill and confirms a stay that waits for it. A late payment also confirms if the nights are
 * still free. An overpaid amount becomes a refund to approve. The guest and the company are notified.
 */
export async function takeOn(
  db: Transaction,
  doors: Collecting,
  moment: Moment,
  { attempt, rooms, company, receipt, mayTakeAgain }: Meeting & { receipt: Receipt },
): Promise<void> {
  const { stay_code: code } = attempt
  const isConfirmed = await haveStay(db, moment, rooms, mayTakeAgain)
  const payment_id = await writePayment(db, moment, code, {
    booking_id: rooms[0]!.id,
    amount_poisha: receipt.amount_minor,
    method: 'online',
    reference: receipt.bank_tran_id,
    account_id: null,
  })
  await takenIn(db, { payment_id, id: receipt.id })
  await paidIn(db, { closed_at: moment.at, id: attempt.id })
  await keepMoneyAt(db, moment, [code])
  const over = -stillOwed(await owedFor(db, code))
  const stay = await wholeStay(db, await bookingByCode(db, code))
  const isLate = over > 0 && lifeOf(stay.status).cameToNothing === true
  if (over > 0) await proposeRefund(db, moment.at, { code, receipt, atMost: over, why: isLate ? 'late' : 'twice' })
  await recordAudit(db, {
    at: moment.at,
    accountId: null,
    action: 'payment received',
    subject: `booking ${code}`,
    details: { amount: bdtOf(receipt.amount_minor), by: receipt.means },
  })
  await paymentReceived(db, doors, { stay, company, receipt, isConfirmed, overPoisha: over, isLate })
}

const takenIn = statement((db, { payment_id, id }: { payment_id: number; id: number }) =>
  db.updateTable('payment_receipt').set({ state: 'taken', payment_id }).where('id', '=', id).compile(),
)
const paidIn = statement((db, { closed_at, id }: { closed_at: number; id: number }) =>
  db.updateTable('payment_attempt').set({ state: 'paid', reason: '', closed_at }).where('id', '=', id).compile(),
)

/** Confirms the stay and returns whether it is confirmed. Released nights are booked again, all or none. */
async function haveStay(
  db: Transaction,
  moment: Moment,
  rooms: readonly BookedRow[],
  mayTakeAgain: boolean,
): Promise<boolean> {
  const isExpired = rooms.every(({ status }) => status === 'expired')
  if (isExpired) {
    const isOver = rooms.every(({ check_out }) => check_out <= moment.day)
    if (isOver || !mayTakeAgain) return false
    if (!(await takeAgain(db, rooms))) throw new NightsGone()
  } else if (!rooms.some(({ status }) => status === 'pending_payment')) return false
  await confirmPaid(db, rooms)
  return true
}
