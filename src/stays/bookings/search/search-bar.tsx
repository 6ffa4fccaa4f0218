import { useEffect, useRef, useState, type FormEvent } from 'react'
import { useGlobal } from '#content/global.ts'
import { getCurrentDay } from '#content/today.ts'
import { useRoute, useTranslator } from '#platform/pages/page.tsx'
import type { FieldErrors } from '#platform/errors.ts'
import { Stepper } from '#ui/form/stepper.tsx'
import { href, inLanguage, searchDayFields } from '#routes/public.ts'
import { DatesField } from './dates-field.tsx'
import {
  saveSearch,
  readLastSearch,
  countRequestedNights,
  nightsParamName,
  searchParamNames,
  type Search,
} from './last-search.ts'
import { SearchButton, useSearching } from './search-button.tsx'
import styles from './search-bar.module.css'

/** Searches for free rooms. A plain form that submits to /rooms, with or without scripts. */
export function SearchBar({ initial, errors = noErrors }: { initial?: Search | null; errors?: FieldErrors }) {
  const { t, language } = useTranslator()
  const form = useRef<HTMLFormElement>(null)
  const global = useGlobal()
  const [selectedDates, setSelectedDates] = useState({
    checkIn: initial?.checkIn ?? '',
    checkOut: initial?.checkOut ?? '',
  })
  const packageNights = countRequestedNights(useRoute().query)
  const [isDateMissing, setDateMissing] = useState(false)
  const [isSearching, startSearch] = useSearching()

  useEffect(() => {
    if (initial) {
      if (errors === noErrors) saveSearch(initial)
    } else {
      const lastSearch = readLastSearch(getCurrentDay(global))
      for (const [name, value] of Object.entries(lastSearch)) {
        // The last dates may have a different length than the package.
        if (packageNights && name.startsWith('check')) continue
        const control = getControl(form.current!, name as keyof Search)
        if (control.value === control.defaultValue) control.value = String(value)
      }
    }
    setSelectedDates(readDates(form.current!))
  }, [initial, errors, global, packageNights])

  function onSubmit(event: FormEvent<HTMLFormElement>) {
    const { checkIn, checkOut } = readDates(event.currentTarget)
    if (checkIn && checkOut) return startSearch()
    event.preventDefault()
    setDateMissing(true)
    const fields = event.currentTarget.querySelectorAll<HTMLElement>('[aria-haspopup], [type=date]')
    fields[checkIn ? 1 : 0]!.focus()
  }

  return (
    <form
      ref={form}
      role="search"
      aria-label={t('search.label')}
      className={`on-paper ${styles.bar}`}
      action={inLanguage(href('rooms'), language)}
      noValidate
      onSubmit={onSubmit}
      onInput={(event) => {
        setDateMissing(false)
        setSelectedDates(readDates(event.currentTarget))
      }}
    >
      {packageNights > 0 && <input type="hidden" name={nightsParamName} value={packageNights} />}
      <DatesField
        names={searchDayFields}
        chosenDates={selectedDates}
        error={
          isDateMissing
            ? t('search.dates_required')
            : (errors[searchDayFields.checkIn] ?? errors[searchDayFields.checkOut])?.[0]
        }
        isNewError={isDateMissing}
      />
      <div className={styles.party}>
        <Stepper
          label={t('search.adult')}
          name="adult"
          min={0}
          max={100}
          defaultValue={initial?.adult ?? 1}
          error={errors['adult']?.[0]}
        />
        <Stepper
          label={t('search.child')}
          name="child"
          min={0}
          max={100}
          defaultValue={initial?.child ?? 0}
          error={errors['child']?.[0]}
        />
      </div>
      <SearchButton isSearching={isSearching} className={styles.submit} label={t('search.submit')} />
    </form>
  )
}

const noErrors: FieldErrors = {}

const getControl = (form: HTMLFormElement, name: keyof Search) =>
  form.elements.namedItem(searchParamNames[name]) as HTMLInputElement

const readDates = (form: HTMLFormElement) => ({
  checkIn: getControl(form, 'checkIn').value,
  checkOut: getControl(form, 'checkOut').value,
})
