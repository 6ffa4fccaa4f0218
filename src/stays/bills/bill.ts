import type { Selectable } from 'kysely'
import { calculateIncludedService } from '../availability/price.ts'
import { loadBalance, type Balance } from '../bookings/balance.ts'
import { getStatusTraits } from '../bookings/status.ts'
import { findFirstRoom, loadRoomsOfStay, type BookedRow } from '../bookings/store.ts'
import type { Database } from '#platform/database/database.ts'
import type { PaymentMethod } from '#schema/bills.ts'
import type { Tables } from '#schema/tables.ts'

/** The costs and payments of a stay, line by line. The sums equal the sums of the lines. */
export interface Bill extends Balance {
  /** The first room of the stay, which has the booking reference of the stay. */
  stay: BookedRow
  rooms: BilledRoom[]
  charges: BilledCharge[]
  payments: BilledPayment[]
  /** The VAT inside the prices of rooms and charges. */
  vatPoisha: number
  /** The service charge inside the prices, computed from the price without VAT. */
  servicePoisha: number
}

/** The nights of a room, or the cancellation fee if the room was cancelled. */
export interface BilledRoom {
  booking: BookedRow
  isOver: boolean
  nights: { night: number; roomId: number; pricePoisha: number; vatPoisha: number }[]
  totalPoisha: number
}

interface RecordedLine {
  id: number
  at: number
  day: number
  authorName: string | null
  reversal: { at: number; authorName: string | null; reason: string } | null
}

export interface BilledCharge extends RecordedLine {
  bookingId: number
  name: { en: string; bn: string }
  quantity: number
  totalPoisha: number
  vatPoisha: number
  vatBasisPoints: number
  serviceBasisPoints: number
}

interface BilledPayment extends RecordedLine {
  amountPoisha: number
  method: PaymentMethod
  reference: string
  reason: string
  /** The payment as it was recorded, including the account and the till number. */
  recorded: Pick<Selectable<Tables['payment']>, 'account_id' | 'at' | 'amount_poisha' | 'till_no'>
}

export async function loadBill(db: Database, code: string): Promise<Bill> {
  const stay = await findFirstRoom(db, code)
  const rows = await loadRoomsOfStay(db, stay)
  const bookingIds = rows.map(({ id }) => id)
  const [nights, charges, payments] = [
    await loadNights(db, bookingIds),
    await loadCharges(db, bookingIds),
    await loadPayments(db, bookingIds),
  ]
  const rooms = rows.map((booking): BilledRoom => {
    const isOver = getStatusTraits(booking.status).releasedNights === true
    return {
      booking,
      isOver,
      nights: isOver ? [] : (nights.get(booking.id) ?? []),
      totalPoisha: isOver ? (booking.cancel_fee_poisha ?? 0) : booking.total_poisha,
    }
  })
  const balance = await loadBalance(db, code)
  // A booking request shows its expected cost.
  const requestedRooms = rooms.filter(({ booking }) => getStatusTraits(booking.status).awaitsAnswer)
  const roomVat = rooms.reduce((sum, { booking, isOver }) => sum + (isOver ? 0 : booking.vat_poisha), 0)
  // The free extras of a package are left out once their room is cancelled.
  const activeBookingIds = rooms.filter(({ isOver }) => !isOver).map(({ booking }) => booking.id)
  const billedCharges = charges.filter((line) => line.total_poisha !== 0 || activeBookingIds.includes(line.booking_id))
  return {
    stay,
    rooms: rooms.filter(({ isOver, totalPoisha }) => !isOver || totalPoisha > 0),
    charges: mergeReversals(billedCharges).map(({ booking_id, name, name_bn, quantity, total_poisha, ...line }) => ({
      ...toRecordedLine(line),
      bookingId: booking_id,
      name: { en: name, bn: name_bn ?? name },
      quantity,
      totalPoisha: total_poisha,
      vatPoisha: line.vat_poisha,
      vatBasisPoints: line.vat_basis_points,
      serviceBasisPoints: line.service_basis_points,
    })),
    payments: mergeReversals(payments).map(({ method, reference, reason, ...line }) => ({
      ...toRecordedLine(line),
      recorded: line,
      amountPoisha: line.amount_poisha,
      method,
      reference,
      reason,
    })),
    vatPoisha: roomVat + charges.reduce((sum, { vat_poisha }) => sum + vat_poisha, 0),
    servicePoisha:
      rooms.reduce((sum, { booking, isOver }) => sum + (isOver ? 0 : calculateService(booking)), 0) +
      charges.reduce((sum, charge) => sum + calculateService(charge), 0),
    ...balance,
    costsPoisha: balance.costsPoisha + requestedRooms.reduce((sum, { totalPoisha }) => sum + totalPoisha, 0),
  }
}

type TaxedAmount = Pick<Selectable<Tables['charge']>, 'total_poisha' | 'vat_poisha' | 'service_basis_points'>
/** Calculates the service charge in an amount. A reversal has negative amounts. */
const calculateService = ({ total_poisha: total, vat_poisha: vat, service_basis_points }: TaxedAmount): number =>
  Math.sign(total) * calculateIncludedService(Math.abs(total), Math.abs(vat), service_basis_points)

async function loadNights(db: Database, ids: readonly number[]) {
  const rows = await db
    .selectFrom('booking_night')
    .select(['booking_id', 'night', 'room_id as roomId', 'price_poisha as pricePoisha', 'vat_poisha as vatPoisha'])
    .where('booking_id', 'in', ids)
    .orderBy('night')
    .execute()
  return Map.groupBy(rows, ({ booking_id }) => booking_id)
}

const loadCharges = (db: Database, ids: readonly number[]) =>
  db
    .selectFrom('charge')
    .leftJoin('account', 'account.id', 'charge.account_id')
    .selectAll('charge')
    .select('account.name as authorName')
    .where('booking_id', 'in', ids)
    .orderBy('charge.id')
    .execute()

const loadPayments = (db: Database, ids: readonly number[]) =>
  db
    .selectFrom('payment')
    .leftJoin('account', 'account.id', 'payment.account_id')
    .selectAll('payment')
    .select('account.name as authorName')
    .where('booking_id', 'in', ids)
    .orderBy('payment.id')
    .execute()

type ReversibleRow = { id: number; reverses_id: number | null; at: number; authorName: string | null; reason: string }

/** Merges each line with its reversal. The reversal is not a separate line. */
function mergeReversals<Line extends ReversibleRow>(lines: readonly Line[]): (Line & Pick<RecordedLine, 'reversal'>)[] {
  const reversals = new Map(lines.map((line) => [line.reverses_id, line]))
  return lines
    .filter(({ reverses_id }) => reverses_id === null)
    .map((line) => {
      const reversal = reversals.get(line.id)
      return {
        ...line,
        reversal: reversal ? { at: reversal.at, authorName: reversal.authorName, reason: reversal.reason } : null,
      }
    })
}

const toRecordedLine = ({ id, at, day, authorName, ...line }: RecordedLine): RecordedLine => ({
  id,
  at,
  day,
  authorName,
  reversal: line.reversal,
})
