import { parseDay } from '#platform/day.ts'
import type { Terms } from '#ui/calendar/range-rules.ts'
import type { AskTerms } from '#ui/calendar/use-terms.ts'
import type { Translator } from '#locales/translator.ts'
import type { AvailabilityApi } from '../../availability/contract.ts'

/** Asks what the nights of a room cost, and why they cannot be had; without a room, what any of them would cost at least. */
export const askTermsOf =
  (api: AvailabilityApi, { t }: Translator, slug: string | undefined): AskTerms =>
  async (first, last) => {
    const { data } = await api.getRoomNights({ slug, from: first, nights: parseDay(last)! - parseDay(first)! + 1 })
    return new Map(
      data.map(({ date, state, price, arrival, departure, min_nights, max_nights }): [string, Terms] => [
        date,
        {
          free: state === 'free',
          why: state === 'closed' ? t('calendar.closed') : undefined,
          price,
          arrival,
          departure,
          minNights: min_nights,
          maxNights: max_nights,
        },
      ]),
    )
  }
