import { useEffect, useId, useRef, useState, type FormEvent } from 'react'
import { useGlobal } from '../../content/global.ts'
import { todayAt, useToday } from '../../content/today.ts'
import { useWords } from '../../platform/pages/page.tsx'
import type { FieldErrors } from '../../platform/errors.ts'
import { Button } from '../../ui/button.tsx'
import { Field } from '../../ui/form/field.tsx'
import { Stepper } from '../../ui/form/stepper.tsx'
import { href, inLanguage, inSearch } from '../../urls.ts'
import { DatesCalendar } from './dates-calendar.tsx'
import { daysLater, keepSearch, lastSearch, searchNames, type Search } from './last-search.ts'
import styles from './search-bar.module.css'

/** Looks for free rooms. A plain form that ends at /rooms, with or without scripts. */
export function SearchBar({ initial, errors = noErrors }: { initial?: Search | null; errors?: FieldErrors }) {
  const { t, language } = useWords()
  const form = useRef<HTMLFormElement>(null)
  const missingId = useId()
  const global = useGlobal()
  const today = useToday()
  const [checkIn, setCheckIn] = useState(initial?.checkIn ?? '')
  const [missing, setMissing] = useState(false)

  useEffect(() => {
    if (initial) return errors === noErrors ? keepSearch(initial) : undefined
    const last = lastSearch(todayAt(global))
    for (const [name, value] of Object.entries(last)) {
      const control = controlOf(form.current!, name as keyof Search)
      if (control.value === control.defaultValue) control.value = String(value)
    }
    setCheckIn(controlOf(form.current!, 'checkIn').value)
  }, [initial, errors, global])

  function onCheckIn(arrival: string) {
    setCheckIn(arrival)
    const departure = controlOf(form.current!, 'checkOut')
    if (arrival && departure.value && departure.value <= arrival) departure.value = daysLater(arrival, 1) ?? ''
  }
  function onSubmit(event: FormEvent<HTMLFormElement>) {
    const empty = (['checkIn', 'checkOut'] as const).find((name) => !controlOf(event.currentTarget, name).value)
    setMissing(Boolean(empty))
    if (!empty) return
    event.preventDefault()
    controlOf(event.currentTarget, empty).focus()
  }
  const dateProps = missing ? { 'aria-invalid': true, 'aria-describedby': missingId } : {}

  return (
    <form
      ref={form}
      role="search"
      aria-label={t('search.label')}
      className={styles.bar}
      action={inLanguage(href('rooms'), language)}
      noValidate
      onSubmit={onSubmit}
      onInput={() => setMissing(false)}
    >
      <div className={styles.dates}>
        <Field label={t('search.check_in')} name={inSearch.checkIn} error={errors[inSearch.checkIn]?.[0]}>
          {(control) => (
            <input
              {...control}
              {...dateProps}
              type="date"
              min={today}
              defaultValue={initial?.checkIn}
              onChange={(event) => onCheckIn(event.target.value)}
            />
          )}
        </Field>
        <Field label={t('search.check_out')} name={inSearch.checkOut} error={errors[inSearch.checkOut]?.[0]}>
          {(control) => (
            <input
              {...control}
              {...dateProps}
              type="date"
              min={daysLater(checkIn, 1) ?? today}
              defaultValue={initial?.checkOut}
            />
          )}
        </Field>
        <DatesCalendar from={inSearch.checkIn} to={inSearch.checkOut} className={styles.calendar} />
        {missing && (
          <p id={missingId} role="alert" className={styles.missing}>
            {t('search.dates_required')}
          </p>
        )}
      </div>
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
      <Button type="submit" className={styles.submit}>
        {t('search.submit')}
      </Button>
    </form>
  )
}

const noErrors: FieldErrors = {}

const controlOf = (form: HTMLFormElement, name: keyof Search) =>
  form.elements.namedItem(searchNames[name]) as HTMLInputElement
