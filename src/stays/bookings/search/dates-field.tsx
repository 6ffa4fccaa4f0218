import { useEffect, useId, useRef, useState } from 'react'
import { useGlobal } from '#content/global.ts'
import { getCurrentDay, useToday } from '#content/today.ts'
import { parseDay } from '#platform/day.ts'
import { useTranslator } from '#platform/pages/page.tsx'
import { Field } from '#ui/form/field.tsx'
import field from '#ui/form/field.module.css'
import { Icon } from '#ui/icons.tsx'
import { useOnDemand } from '#ui/use-on-demand.ts'
import { formatShortDay } from '#locales/dates.ts'
import styles from './dates-field.module.css'
import type { Search } from './last-search.ts'
import type { NightRange } from './terms-loader.ts'

export type DateName = 'checkIn' | 'checkOut'
const dateNames = ['checkIn', 'checkOut'] as const
const labels = { checkIn: 'search.check_in', checkOut: 'search.check_out' } as const

/**
 * The fields for the dates of a stay. Each opens the calendar that they share. Two hidden date inputs hold the values
 * that the form sends: the calendar starts from them and writes to them. They are visible without scripts, and if the
 * calendar cannot be loaded.
 */
export function DatesField({
  names,
  chosenDates,
  slug,
  bookedNights,
  error,
  isInvalid = Boolean(error),
  isNewError = false,
  className = '',
}: {
  names: { checkIn: string; checkOut: string }
  /** The current values of the inputs. */
  chosenDates: Pick<Search, 'checkIn' | 'checkOut'>
  /** The room whose nights are shown; without one, those of any room. */
  slug?: string | undefined
  /** The nights that the guest has booked, if the stay moves to other dates. */
  bookedNights?: NightRange | undefined
  error?: string | undefined
  isInvalid?: boolean
  /** Whether the error appeared while the visitor was on the page. */
  isNewError?: boolean
  className?: string | undefined
}) {
  const translator = useTranslator()
  const { t } = translator
  const global = useGlobal()
  const today = useToday()
  const id = useId()
  const inputsRef = useRef<HTMLDivElement>(null)
  const [initialDates] = useState(chosenDates)
  const [openDateName, setOpenedFor] = useState<DateName | null>(null)
  const [usesInputs, setUsesInputs] = useState(false)
  const [Calendar, fetchCalendar] = useOnDemand(async () => (await import('./dates-calendar.tsx')).DatesCalendar)
  useEffect(() => {
    if (usesInputs) inputsRef.current!.querySelector('input')!.focus()
  }, [usesInputs])

  const listInputs = () => [...inputsRef.current!.querySelectorAll('input')]
  const errorReference = error && { 'aria-describedby': `${id}-error` }
  const inputAttributes = { type: 'date', min: today, ...errorReference, ...(isInvalid && { 'aria-invalid': true }) }
  return (
    <div className={`${field.field} ${className}`.trimEnd()}>
      {!usesInputs && (
        <div className={`${styles.pair} needs-scripts`}>
          {dateNames.map((name) => (
            <button
              key={name}
              type="button"
              className={`${field.field} ${styles.date}`}
              aria-haspopup="dialog"
              {...errorReference}
              data-refused={isInvalid ? '' : undefined}
              onClick={async () => ((await fetchCalendar()) ? setOpenedFor(name) : setUsesInputs(true))}
            >
              <span className={field.label}>{t(labels[name])}</span>
              <span className={`${field.control} ${styles.value}`}>
                <Icon name="calendar" />
                {/* The server's current year can differ from the browser's, so the dates are rendered again. */}
                <span key={today} suppressHydrationWarning>
                  {parseDay(chosenDates[name]) === undefined
                    ? t('search.choose_date')
                    : formatShortDay(translator, chosenDates[name], (today ?? getCurrentDay(global)).slice(0, 4))}
                </span>
              </span>
            </button>
          ))}
        </div>
      )}
      <div ref={inputsRef} className={`${styles.pair} ${usesInputs ? '' : styles.behind}`.trimEnd()}>
        {dateNames.map((name) => (
          <Field key={name} label={t(labels[name])} name={names[name]}>
            {(inputProps) => <input {...inputProps} {...inputAttributes} defaultValue={initialDates[name]} />}
          </Field>
        ))}
      </div>
      {error && (
        <p id={`${id}-error`} className={field.error} role={isNewError ? 'alert' : undefined}>
          {error}
        </p>
      )}
      {Calendar && (
        <Calendar
          openedFor={openDateName}
          chosenDates={chosenDates}
          slug={slug}
          bookedNights={bookedNights}
          onChange={(...days) => listInputs().forEach((input, index) => typeInto(input, days[index]!))}
          onClose={() => setOpenedFor(null)}
        />
      )}
    </div>
  )
}

/** Changes the value like a user would, so that input listeners run. */
function typeInto(input: HTMLInputElement, iso: string): void {
  input.valueAsDate = new Date(iso)
  input.dispatchEvent(new Event('input', { bubbles: true }))
}
