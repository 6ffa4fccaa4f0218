import { useId, useLayoutEffect, useRef, useState } from 'react'
import type { FieldErrors } from '#platform/errors.ts'
import { useTranslator } from '#platform/pages/page.tsx'
import { SelectField } from '#ui/form/field.tsx'
import { bookingDayFields } from '#routes/public.ts'
import { DatesField } from '../search/dates-field.tsx'
import type { Search } from '../search/last-search.ts'
import type { RequestedStay } from './quote.ts'
import styles from './booking-fields.module.css'

/**
 * The fields for dates and guests. The inputs are uncontrolled; `currentSearch` has their current values and determines
 * the price.
 */
export function StayFields({
  slug,
  partyLimits,
  currentSearch,
  maxGuests,
  errors,
  areDatesInvalid,
}: {
  slug: string
  partyLimits: string
  currentSearch: Search
  maxGuests: number
  errors: FieldErrors
  /** Whether the room is not available on these dates. */
  areDatesInvalid: boolean
}) {
  const { t, number } = useTranslator()
  const limitsId = useId()
  const partyElement = useRef<HTMLDivElement>(null)
  const [initialSearch] = useState(currentSearch)
  const countOptions = Array.from({ length: maxGuests + 1 }, (_, count) => (
    <option key={count} value={count}>
      {number(count)}
    </option>
  ))
  const { adult, child } = currentSearch
  useLayoutEffect(() => {
    const [adultField, childField] = partyElement.current!.querySelectorAll('select')
    adultField!.value = String(adult)
    childField!.value = String(child)
  }, [adult, child, maxGuests])

  const getError = (name: string) => errors[name]?.[0]
  return (
    <>
      <DatesField
        names={bookingDayFields}
        chosenDates={currentSearch}
        slug={slug}
        error={getError(bookingDayFields.checkIn) ?? getError(bookingDayFields.checkOut)}
        isInvalid={areDatesInvalid || undefined}
      />
      <div className={styles.pair} ref={partyElement} role="group" aria-describedby={limitsId}>
        <SelectField
          label={t('booking.adult')}
          name="adult"
          defaultValue={initialSearch.adult}
          error={getError('adult')}
        >
          {countOptions}
        </SelectField>
        <SelectField
          label={t('booking.child')}
          name="child"
          defaultValue={initialSearch.child}
          error={getError('child')}
        >
          {countOptions}
        </SelectField>
        <p id={limitsId} className={styles.limits}>
          {t('booking.party_limits', { limits: partyLimits })}
        </p>
      </div>
    </>
  )
}

/** Converts a search to the field names of this form. */
export const toFormFields = ({ checkIn, checkOut, adult, child }: Search) => ({
  [bookingDayFields.checkIn]: checkIn,
  [bookingDayFields.checkOut]: checkOut,
  adult,
  child,
})

export function readStay(form: HTMLFormElement): RequestedStay {
  const data = new FormData(form)
  const readText = (name: string) => String(data.get(name) ?? '')
  return {
    checkIn: readText(bookingDayFields.checkIn),
    checkOut: readText(bookingDayFields.checkOut),
    adult: Number(readText('adult')),
    child: Number(readText('child')),
    package: readText('package') || undefined,
  }
}
