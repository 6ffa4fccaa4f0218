import { sql } from 'kysely'
import type { Database } from '../platform/database/database.ts'
import type { PaymentStatus } from '../tables/bookings.ts'
import { statusesThat } from './status.ts'

/** How it stands with the money of a stay: all that it costs, what was received for it, and what of that was given back. */
export interface Owed {
  costsPoisha: number
  paidPoisha: number
  backPoisha: number
  /** One of its rooms at least is still let to them, or was. */
  isStay: boolean
}

/**
 * Of some stays, by their references: the nights of the rooms that they have, what it cost to give others back, what was
 * charged beside, and what was received for any of them.
 */
export async function owedOf(db: Database, codes: readonly string[]): Promise<Map<string, Owed>> {
  if (codes.length === 0) return new Map()
  const over = sql.join(statusesThat('cameToNothing').map((status) => sql.lit(status)))
  const of = sql.join(codes)
  const { rows } = await sql<{ code: string } & Record<'costs' | 'paid' | 'back' | 'rooms', number | string | null>>`
    select coalesce(stay_code, code) as code,
      sum(case when status in (${over}) then coalesce(cancel_fee_poisha, 0) else total_poisha end
        + coalesce((select sum(total_poisha) from charge where booking_id = booking.id), 0)) as costs,
      sum((select sum(amount_poisha) from payment where booking_id = booking.id)) as paid,
      sum((select -sum(amount_poisha) from payment
        where booking_id = booking.id and (amount_poisha < 0) = (reverses_id is null))) as back,
      sum(case when status in (${over}) then 0 else 1 end) as rooms
    from booking where code in (${of}) or stay_code in (${of})
    group by coalesce(stay_code, code)`.execute(db)
  return new Map(
    rows.map(({ code, costs, paid, back, rooms }) => [
      code,
      {
        costsPoisha: Number(costs),
        paidPoisha: Number(paid ?? 0),
        backPoisha: Number(back ?? 0),
        isStay: Number(rooms) > 0,
      },
    ]),
  )
}

/** What is still to be paid; below zero, to be given back. */
export const stillOwed = (owed: Owed | undefined): number => (owed ? owed.costsPoisha - owed.paidPoisha : 0)

/** Says on each room of some stays how it stands with the money, after whatever has changed that. */
export async function keepPaymentStatus(db: Database, codes: readonly string[]): Promise<void> {
  for (const [code, owed] of await owedOf(db, codes)) {
    const payment_status = statusOfMoney(owed)
    await db
      .updateTable('booking')
      .set({ payment_status })
      .where((row) => row.or([row('code', '=', code), row('stay_code', '=', code)]))
      .where('payment_status', 'in', reckoned)
      .where('payment_status', '<>', payment_status)
      .execute()
  }
}

/** Others come from whoever takes money online, and are theirs to change. */
const reckoned: readonly PaymentStatus[] = [
  'unpaid',
  'partially_paid',
  'paid',
  'refund_pending',
  'partially_refunded',
  'refunded',
]

function statusOfMoney({ costsPoisha, paidPoisha, backPoisha, isStay }: Owed): PaymentStatus {
  if (paidPoisha > costsPoisha) return 'refund_pending'
  if (!isStay && backPoisha > 0 && paidPoisha === costsPoisha) return paidPoisha > 0 ? 'partially_refunded' : 'refunded'
  if (paidPoisha <= 0) return 'unpaid'
  return paidPoisha < costsPoisha ? 'partially_paid' : 'paid'
}
