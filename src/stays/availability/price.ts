import type { MessageRef } from '#locales/translator.ts'
import { isoDay, listDays } from '#platform/day.ts'
import { poishaToBdt } from '#platform/money.ts'
import { countNights, type Stay } from './stay.ts'

/** The differences from a room's own price and rules on one day. */
export interface DatedRate {
  day: number
  price_poisha: number | null
  min_nights: number | null
  max_nights: number | null
  closed: number
  closed_to_arrival: number
  closed_to_departure: number
}

export interface PricedNight {
  night: number
  pricePoisha: number
}

export interface Offer {
  nights: PricedNight[]
  totalPoisha: number
}

interface RoomPrices {
  /** The price of the room on days without a rate. */
  basePricePoisha: number
  ratesByDay: ReadonlyMap<number, DatedRate>
  /** The agreed price of a night, which takes precedence. */
  getAgreedPrice?: (night: number) => number | undefined
}

/** Returns the price of each night: the agreed price, else the rate of the day, else the price of the room. */
export function priceNights(
  nights: readonly number[],
  { basePricePoisha, ratesByDay, getAgreedPrice }: RoomPrices,
): PricedNight[] {
  return nights.map((night) => ({
    night,
    pricePoisha: getAgreedPrice?.(night) ?? ratesByDay.get(night)?.price_poisha ?? basePricePoisha,
  }))
}

export const sumNightPrices = (nights: readonly { pricePoisha: number }[]): number =>
  nights.reduce((sum, { pricePoisha }) => sum + pricePoisha, 0)

/** Returns the price of a stay, night by night, or the rule of the room that rejects the stay. */
export function createOffer(basePricePoisha: number, rates: readonly DatedRate[], stay: Stay): Offer | RuleViolation {
  const ratesByDay = indexByDay(rates)
  const violation = findViolation(ratesByDay, stay)
  if (violation) return violation
  const nights = priceNights(listDays(stay.checkIn, stay.checkOut), { basePricePoisha, ratesByDay })
  return { nights, totalPoisha: sumNightPrices(nights) }
}

export const indexByDay = (rates: readonly DatedRate[] = []): Map<number, DatedRate> =>
  new Map(rates.map((rate) => [rate.day, rate]))

/** Returns the average price of a night in BDT, rounded to the poisha. */
export const getPricePerNight = (totalPoisha: number, nightCount: number): number =>
  poishaToBdt(Math.round(totalPoisha / nightCount))

export interface RuleViolation {
  date: keyof Stay
  message: MessageRef
}

export const isRuleViolation = (offer: object): offer is RuleViolation => 'message' in offer

/** Returns the first rule that rejects a stay. */
export function findViolation(ratesByDay: ReadonlyMap<number, DatedRate>, stay: Stay): RuleViolation | null {
  const arrival = ratesByDay.get(stay.checkIn)
  const departure = ratesByDay.get(stay.checkOut)
  const nightCount = countNights(stay)
  for (let night = stay.checkIn; night < stay.checkOut; night++) {
    if (ratesByDay.get(night)?.closed)
      return { date: 'checkIn', message: { key: 'error.stay_closed', values: { day: isoDay(night) } } }
  }
  if (arrival?.closed_to_arrival)
    return { date: 'checkIn', message: { key: 'error.stay_closed_to_arrival', values: { day: isoDay(stay.checkIn) } } }
  if (departure?.closed_to_departure)
    return {
      date: 'checkOut',
      message: { key: 'error.stay_closed_to_departure', values: { day: isoDay(stay.checkOut) } },
    }
  if (arrival?.min_nights && nightCount < arrival.min_nights)
    return {
      date: 'checkOut',
      message: { key: 'error.stay_min_nights', values: { day: isoDay(stay.checkIn), min: arrival.min_nights } },
    }
  if (arrival?.max_nights && nightCount > arrival.max_nights)
    return {
      date: 'checkOut',
      message: { key: 'error.stay_max_nights', count: arrival.max_nights, values: { day: isoDay(stay.checkIn) } },
    }
  return null
}

/** The VAT inside a price. The price without VAT is rounded half up. */
export const calculateIncludedVat = (totalPoisha: number, basisPoints: number): number =>
  totalPoisha - Math.round((totalPoisha * 10_000) / (10_000 + basisPoints))

/** The service charge inside a price, computed from the price without VAT and rounded in the same way. */
export const calculateIncludedService = (totalPoisha: number, vatPoisha: number, basisPoints: number): number =>
  calculateIncludedVat(totalPoisha - vatPoisha, basisPoints)

/**
 * Splits the VAT over the nights of a stay so that the parts add up to the VAT of the total. Each night gets the VAT of
 * the running total minus the VAT of the nights before.
 */
export function splitVatByNight<Night extends { pricePoisha: number }>(
  nights: readonly Night[],
  basisPoints: number,
): (Night & { vatPoisha: number })[] {
  let [runningTotal, vatSoFar] = [0, 0]
  return nights.map((night) => {
    runningTotal += night.pricePoisha
    const vatPoisha = calculateIncludedVat(runningTotal, basisPoints) - vatSoFar
    vatSoFar += vatPoisha
    return { ...night, vatPoisha }
  })
}
