import { useState } from 'react'
import { useGlobal } from '#content/global.ts'
import { currentDay } from '#content/today.ts'
import { useApi, usePlace, useTranslator } from '#platform/pages/page.tsx'
import { RangeCalendar } from '#ui/calendar/range-calendar.tsx'
import type { AvailabilityApi } from '../../availability/contract.ts'
import { daysLater, requestedNights, type Search } from './last-search.ts'
import { createTermsLoader } from './terms-loader.ts'

/** The calendar that the date field opens. */
export function DatesCalendar({
  open,
  chosen: { checkIn, checkOut },
  slug,
  onChange,
  onClose,
}: {
  open: boolean
  chosen: Pick<Search, 'checkIn' | 'checkOut'>
  slug: string | undefined
  onChange: (from: string, to: string) => void
  onClose: () => void
}) {
  const translator = useTranslator()
  const { t } = translator
  const api = useApi<AvailabilityApi>()
  const global = useGlobal()
  const today = currentDay(global)
  const nights = requestedNights(usePlace().query)
  const [loadTerms] = useState(() => createTermsLoader(api, translator, slug))
  return (
    <RangeCalendar
      open={open}
      title={`${t('search.check_in')} – ${t('search.check_out')}`}
      from={checkIn}
      to={checkOut}
      today={today}
      lastDay={daysLater(today, global.horizonDays)!}
      maxNights={global.maxNights}
      nights={nights}
      askTerms={loadTerms}
      least={slug === undefined}
      onChange={onChange}
      onClose={onClose}
    />
  )
}
