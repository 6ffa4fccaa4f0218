import { calculateIncludedService } from '#stays/availability/price.ts'
import type { Bill, BilledCharge, BilledRoom } from '#stays/bills/bill.ts'
import { formatRoomWithPackage } from '#stays/bookings/preferences/preference-views.ts'

/** A billed item with the VAT and the service charge included in its price. */
export interface InvoiceLine {
  what: 'nights' | 'charge' | 'cancelling'
  booking_id: number
  charge_id: number | null
  name: { en: string; bn: string }
  /** For nights: the first night and the day of departure. For other items: the same day twice. */
  from: number
  to: number
  quantity: number
  total_poisha: number
  service_basis_points: number
  service_poisha: number
  vat_basis_points: number
  vat_poisha: number
}

export type RoomNames = ReadonlyMap<number, { en: string; bn: string }>

/**
 * Converts a bill to invoice lines: the nights of each room by price, cancellation fees, and charges that were not
 * voided. VAT and service charge are rounded once for all lines of a room, as in its booking and the ledger.
 */
export const toInvoiceLines = (
  { rooms, charges }: Pick<Bill, 'rooms' | 'charges'>,
  names: RoomNames,
): InvoiceLine[] => [
  ...rooms.flatMap((room) => (room.isOver ? [toFeeLine(room)] : toNightLines(room, names))),
  ...charges.filter(({ reversal }) => reversal === null).map(toChargeLine),
]

function toNightLines({ booking, nights }: BilledRoom, names: RoomNames): InvoiceLine[] {
  const bookedName = { en: formatRoomWithPackage(booking, 'en'), bn: formatRoomWithPackage(booking, 'bn') }
  const isOneRoomType = nights.every(({ roomId }) => roomId === nights[0]!.roomId)
  let [netSoFar, serviceSoFar] = [0, 0]
  return groupNights(nights).map((run) => {
    const [firstNight] = run as [Night]
    const total = run.reduce((sum, { pricePoisha }) => sum + pricePoisha, 0)
    const vat = run.reduce((sum, { vatPoisha }) => sum + vatPoisha, 0)
    netSoFar += total - vat
    const service = calculateIncludedService(netSoFar, 0, booking.service_basis_points) - serviceSoFar
    serviceSoFar += service
    return {
      what: 'nights',
      booking_id: booking.id,
      charge_id: null,
      name: isOneRoomType ? bookedName : (names.get(firstNight.roomId) ?? bookedName),
      from: firstNight.night,
      to: run.at(-1)!.night + 1,
      quantity: run.length,
      total_poisha: total,
      service_basis_points: booking.service_basis_points,
      service_poisha: service,
      vat_basis_points: booking.vat_basis_points,
      vat_poisha: vat,
    }
  })
}

type Night = BilledRoom['nights'][number]

/** Groups consecutive nights with the same room and price. */
function groupNights(nights: readonly Night[]): Night[][] {
  const runs: Night[][] = []
  for (const night of nights) {
    const lastNight = runs.at(-1)?.at(-1)
    const isNextNight = lastNight && lastNight.night + 1 === night.night && lastNight.roomId === night.roomId
    if (isNextNight && lastNight.pricePoisha === night.pricePoisha) runs.at(-1)!.push(night)
    else runs.push([night])
  }
  return runs
}

/**
 * Returns the invoice line of a cancellation fee. The fee compensates for a loss and is not a supply, so it bears no
 * VAT.
 */
const toFeeLine = ({ booking, totalPoisha }: BilledRoom): InvoiceLine => ({
  what: 'cancelling',
  booking_id: booking.id,
  charge_id: null,
  name: { en: booking.room_name_en, bn: booking.room_name_bn ?? booking.room_name_en },
  from: booking.check_in,
  to: booking.check_in,
  quantity: 1,
  total_poisha: totalPoisha,
  service_basis_points: 0,
  service_poisha: 0,
  vat_basis_points: 0,
  vat_poisha: 0,
})

const toChargeLine = (charge: BilledCharge): InvoiceLine => ({
  what: 'charge',
  booking_id: charge.bookingId,
  charge_id: charge.id,
  name: charge.name,
  from: charge.day,
  to: charge.day,
  quantity: charge.quantity,
  total_poisha: charge.totalPoisha,
  service_basis_points: charge.serviceBasisPoints,
  service_poisha: calculateIncludedService(charge.totalPoisha, charge.vatPoisha, charge.serviceBasisPoints),
  vat_basis_points: charge.vatBasisPoints,
  vat_poisha: charge.vatPoisha,
})

export interface Sums {
  net_poisha: number
  service_poisha: number
  vat_poisha: number
  total_poisha: number
}

export function sumLines(lines: readonly InvoiceLine[]): Sums {
  const sum = (readAmount: (line: InvoiceLine) => number) =>
    lines.reduce((runningTotal, line) => runningTotal + readAmount(line), 0)
  const [service_poisha, vat_poisha, total_poisha] = [
    sum((line) => line.service_poisha),
    sum((line) => line.vat_poisha),
    sum((line) => line.total_poisha),
  ]
  return { net_poisha: total_poisha - service_poisha - vat_poisha, service_poisha, vat_poisha, total_poisha }
}

/** Identifies a line by its item and amounts. The name is ignored. */
export const getLineKey = (line: InvoiceLine): string =>
  JSON.stringify([
    line.what,
    line.booking_id,
    line.charge_id,
    line.from,
    line.to,
    line.quantity,
    line.total_poisha,
    line.service_poisha,
    line.vat_basis_points,
    line.vat_poisha,
  ])
