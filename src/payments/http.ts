import { bookingByCode, linkedStay, ownBooking } from '../bookings/store.ts'
import { payableOf } from '../bookings/owed.ts'
import { statusOf } from '../bookings/status.ts'
import { roomNameOf, whatIsNext } from '../bookings/told.ts'
import { wholeStay } from '../bookings/whole-stay.ts'
import { companyOf, takesPaymentsOnline } from '../content/company.ts'
import type { Asker } from '../platform/contract.ts'
import type { Database } from '../platform/database/database.ts'
import { isoDay } from '../platform/day.ts'
import { notFound } from '../platform/errors.ts'
import type { Handlers } from '../platform/http/handlers.ts'
import { bdtOf } from '../platform/money.ts'
import type { paymentsContract, PaymentTold } from './contract.ts'
import { openPayment } from './opening.ts'
import { attemptOfToken, type Attempt, type Gateways } from './store.ts'

export const paymentsHandlers = (gateways: Gateways) =>
  ({
    async startPayment(db, asker, form) {
      const code = await stayMeant(db, asker, form)
      if (code === undefined) throw notFound()
      return openPayment(db, asker, gateways, code)
    },

    async getPayment(db, asker, { payment: token }) {
      const attempt = await attemptOfToken(db, token)
      if (!attempt) throw notFound()
      return told(db, asker, attempt)
    },
  }) satisfies Handlers<typeof paymentsContract>

/** Whoever has a link may pay, and so may whoever came back from the gateway: nobody is paid for against their will. */
async function stayMeant(
  db: Database,
  { account, now }: Asker,
  { id, token, payment }: { id?: string | undefined; token?: string | undefined; payment?: string | undefined },
): Promise<string | undefined> {
  if (token) return (await linkedStay(db, now, token))?.code
  if (payment) return (await attemptOfToken(db, payment))?.stay_code
  return id && account ? (await ownBooking(db, account.id, id))?.code : undefined
}

async function told(db: Database, asker: Asker, attempt: Attempt): Promise<PaymentTold> {
  const { language, now, context } = asker
  const stay = await wholeStay(db, await bookingByCode(db, attempt.stay_code))
  const isTaken = takesPaymentsOnline(await companyOf(db, asker), context)
  const payable = isTaken ? await payableOf(db, stay.rooms, now) : 0
  return {
    outcome: outcomeOf(attempt, await cameTooLate(db, attempt)),
    amount: bdtOf(attempt.amount_poisha),
    booking_id: stay.code,
    room_name: roomNameOf(stay, language),
    checkin: isoDay(stay.check_in),
    checkout: isoDay(stay.check_out),
    status: statusOf(stay, now),
    next: whatIsNext(stay, { language, now }),
    to_pay: payable > 0 ? bdtOf(payable) : null,
    is_demo: context.isDemo,
  }
}

/** What somebody has said that it happened is not known before the gateway was asked. */
function outcomeOf({ state, told: isTold }: Attempt, isLate: boolean): PaymentTold['outcome'] {
  if (state === 'opened' || (isTold === 1 && state !== 'paid' && state !== 'review')) return 'asking'
  return state === 'paid' && isLate ? 'late' : state
}

async function cameTooLate(db: Database, { id, state }: Attempt): Promise<boolean> {
  if (state !== 'paid') return false
  const refund = await db
    .selectFrom('refund')
    .innerJoin('payment_receipt', 'payment_receipt.id', 'refund.receipt_id')
    .select('refund.id')
    .where('attempt_id', '=', id)
    .where('why', '=', 'late')
    .executeTakeFirst()
  return refund !== undefined
}
