import { useState } from 'react'
import { useGlobal } from '#content/global.ts'
import { getCurrentDay } from '#content/today.ts'
import { useApi, useRoute, useTranslator } from '#platform/pages/page.tsx'
import { RangeCalendar } from '#ui/calendar/range-calendar.tsx'
import type { AvailabilityApi } from '../../availability/contract.ts'
import type { DateName } from './dates-field.tsx'
import { addDays, countRequestedNights, type Search } from './last-search.ts'
import { createTermsLoader, type NightRange } from './terms-loader.ts'

/** The calendar that the date fields open. */
export function DatesCalendar({
  openedFor,
  chosenDates: { checkIn, checkOut },
  slug,
  bookedNights,
  onChange,
  onClose,
}: {
  /** The field that opened the calendar. Null: it is closed. */
  openedFor: DateName | null
  chosenDates: Pick<Search, 'checkIn' | 'checkOut'>
  slug: string | undefined
  bookedNights: NightRange | undefined
  onChange: (from: string, to: string) => void
  onClose: () => void
}) {
  const translator = useTranslator()
  const { t } = translator
  const api = useApi<AvailabilityApi>()
  const global = useGlobal()
  const today = getCurrentDay(global)
  const nightCount = countRequestedNights(useRoute().query)
  const [loadTerms] = useState(() => createTermsLoader(api, translator, slug, bookedNights))
  return (
    <RangeCalendar
      open={openedFor !== null}
      title={`${t('search.check_in')} – ${t('search.check_out')}`}
      from={checkIn}
      to={openedFor === 'checkOut' ? '' : checkOut}
      today={today}
      lastDay={addDays(today, global.horizonDays)!}
      maxNights={global.maxNights}
      nights={nightCount}
      fetchTerms={loadTerms}
      areMinPrices={slug === undefined}
      onChange={onChange}
      onClose={onClose}
    />
  )
}
