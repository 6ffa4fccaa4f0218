import { parseDay } from '#platform/day.ts'
import type { Terms } from '#ui/calendar/range-rules.ts'
import type { FetchTerms } from '#ui/calendar/use-terms.ts'
import type { Translator } from '#locales/translator.ts'
import type { AvailabilityApi } from '../../availability/contract.ts'

/** The nights of a stay that is already booked. The guest may keep them. */
export interface NightRange {
  checkin: string
  checkout: string
}

/** Loads prices and restrictions for the nights of a room. Without a room, returns the lowest price of any room. */
export const createTermsLoader =
  (api: AvailabilityApi, { t }: Translator, slug: string | undefined, bookedNights?: NightRange): FetchTerms =>
  async (firstDay, lastDay) => {
    const isBooked = (date: string) =>
      bookedNights !== undefined && date >= bookedNights.checkin && date < bookedNights.checkout
    const { data } = await api.getRoomNights({
      slug,
      from: firstDay,
      nights: parseDay(lastDay)! - parseDay(firstDay)! + 1,
    })
    return new Map(
      data.map(({ date, state, price, arrival, departure, min_nights, max_nights }): [string, Terms] => [
        date,
        {
          free: state === 'free' || isBooked(date),
          closedReason: state === 'closed' ? t('calendar.closed') : undefined,
          price,
          arrival: arrival || (state !== 'free' && isBooked(date)),
          departure,
          minNights: min_nights,
          maxNights: max_nights,
        },
      ]),
    )
  }
