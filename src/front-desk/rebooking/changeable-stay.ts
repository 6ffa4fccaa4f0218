import { findViolation, indexByDay, type DatedRate, type RuleViolation } from '#stays/availability/price.ts'
import { countNights, validateStay, type Stay } from '#stays/availability/stay.ts'
import { getAllowedChanges, getLockedMessage } from '#stays/bookings/cancelling/cancelling.ts'
import type { BookedRow } from '#stays/bookings/store.ts'
import { mergeRooms, type StayWithRooms } from '#stays/bookings/stay-with-rooms.ts'
import { loadCompany, type Company } from '#content/company.ts'
import type { RequestContext } from '#platform/contract.ts'
import type { Database } from '#platform/database/database.ts'
import { conflict, notFound, type FieldMessages } from '#platform/errors.ts'
import type { MessageRef } from '#locales/translator.ts'
import { readStays, type DeskStay } from '../desk/stays.ts'

/** A stay that the guest may change online. All of its rooms have the same dates. */
export interface ChangeableStay {
  currentStay: StayWithRooms
  rooms: readonly DeskStay[]
  /** Any change, or only changes that do not lower the price. */
  allowed: 'any' | 'more'
  company: Company
}

/** Loads a stay from its rows. Throws if only the company can change it. */
export async function loadChangeableStay(
  db: Database,
  ctx: RequestContext,
  rows: readonly BookedRow[],
): Promise<ChangeableStay> {
  if (rows.length === 0) throw notFound()
  const booking = mergeRooms(rows)
  const company = await loadCompany(db, ctx)
  const allowedChanges = getAllowedChanges(booking, company, ctx.now)
  if (allowedChanges === null) throw conflict(getLockedMessage(booking, ctx.now))
  const ids = booking.rooms.map(({ id }) => id)
  const rooms = await readStays(db, ids)
  // Only the desk can change a stay whose guests change rooms during the stay.
  if (rooms.some(movesBetweenNights)) throw conflict('change.not_here')
  return { currentStay: booking, rooms, allowed: allowedChanges, company }
}

const movesBetweenNights = ({ nights }: DeskStay): boolean =>
  nights.some(({ roomId, unitId }) => roomId !== nights[0]!.roomId || unitId !== nights[0]!.unitId)

export const keepsDates = ({ check_in, check_out }: Pick<DeskStay, 'check_in' | 'check_out'>, stay: Stay): boolean =>
  check_in === stay.checkIn && check_out === stay.checkOut

/** Validates the new dates, but not whether rooms are available. */
export function validateDates(
  { currentStay: bookedStay, allowed: allowedChanges, company }: ChangeableStay,
  stay: Stay,
  now: number,
): FieldMessages {
  if (keepsDates(bookedStay, stay)) return {}
  const dateError = validateStay(stay, company, now)
  if (dateError) return { [dateError.date]: [dateError.message] }
  if (allowedChanges === 'any') return {}
  const onlyMoreNightsErrors: MessageRef[] = [{ key: 'change.only_more_nights' }]
  return {
    ...(stay.checkIn > bookedStay.check_in && { checkIn: onlyMoreNightsErrors }),
    ...(stay.checkOut < bookedStay.check_out && { checkOut: onlyMoreNightsErrors }),
  }
}

/**
 * Finds the rate rule of the booked room type that rejects other dates. A rule set since the booking does not apply to
 * the nights, the arrival and the departure that stay the same.
 */
export function findRuleForDates(
  rates: readonly DatedRate[],
  { check_in, check_out }: Pick<DeskStay, 'check_in' | 'check_out'>,
  stay: Stay,
): RuleViolation | null {
  const addedNights = countNights(stay) - (check_out - check_in)
  const changedRules = rates.map((rate) => ({
    ...rate,
    ...(check_in <= rate.day && rate.day < check_out && { closed: 0 }),
    ...(rate.day === check_in && {
      closed_to_arrival: 0,
      ...(addedNights >= 0 && { min_nights: null }),
      ...(addedNights <= 0 && { max_nights: null }),
    }),
    ...(rate.day === check_out && { closed_to_departure: 0 }),
  }))
  return findViolation(indexByDay(changedRules), stay)
}
