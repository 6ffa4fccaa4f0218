import { useEffect, useId, useRef, useState, type FormEvent } from 'react'
import { useGlobal } from '../../content/global.ts'
import { todayAt, useToday } from '../../content/today.ts'
import { useWords } from '../../platform/pages/page.tsx'
import type { FieldErrors } from '../../platform/errors.ts'
import { Button } from '../../ui/button.tsx'
import { Field } from '../../ui/field.tsx'
import { Stepper } from '../../ui/stepper.tsx'
import { href, inLanguage } from '../../urls.ts'
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
  const [checkIn, setCheckIn] = useState(initial?.check_in ?? '')
  const [missing, setMissing] = useState(false)

  useEffect(() => {
    if (initial) return errors === noErrors ? keepSearch(initial) : undefined
    const last = lastSearch(todayAt(global))
    for (const name of searchNames) {
      const control = controlOf(form.current!, name)
      if (control.value === control.defaultValue && last[name] !== undefined) control.value = String(last[name])
    }
    setCheckIn(controlOf(form.current!, 'check_in').value)
  }, [initial, errors, global])

  function onCheckIn(arrival: string) {
    setCheckIn(arrival)
    const departure = controlOf(form.current!, 'check_out')
    if (arrival && departure.value && departure.value <= arrival) departure.value = daysLater(arrival, 1) ?? ''
  }
  function onSubmit(event: FormEvent<HTMLFormElement>) {
    const empty = (['check_in', 'check_out'] as const).find((name) => !controlOf(event.currentTarget, name).value)
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
        <Field label={t('search.check_in')} name="check_in" error={errors['check_in']?.[0]}>
          {(control) => (
            <input
              {...control}
              {...dateProps}
              type="date"
              min={today}
              defaultValue={initial?.check_in}
              onChange={(event) => onCheckIn(event.target.value)}
            />
          )}
        </Field>
        <Field label={t('search.check_out')} name="check_out" error={errors['check_out']?.[0]}>
          {(control) => (
            <input
              {...control}
              {...dateProps}
              type="date"
              min={daysLater(checkIn, 1) ?? today}
              defaultValue={initial?.check_out}
            />
          )}
        </Field>
        <DatesCalendar from="check_in" to="check_out" className={styles.calendar} />
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

const controlOf = (form: HTMLFormElement, name: string) => form.elements.namedItem(name) as HTMLInputElement
