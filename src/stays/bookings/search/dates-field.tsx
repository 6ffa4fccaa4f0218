import { useEffect, useId, useRef, useState } from 'react'
import { useGlobal } from '#content/global.ts'
import { currentDay, useToday } from '#content/today.ts'
import { parseDay } from '#platform/day.ts'
import { useTranslator } from '#platform/pages/page.tsx'
import { Field } from '#ui/form/field.tsx'
import field from '#ui/form/field.module.css'
import { Icon } from '#ui/icons.tsx'
import { useOnDemand } from '#ui/use-on-demand.ts'
import { formatShortDates } from '#locales/dates.ts'
import type { Translator } from '#locales/translator.ts'
import styles from './dates-field.module.css'
import type { Search } from './last-search.ts'

/**
 * One field for both dates of a stay, which opens the calendar. Two hidden date inputs hold the values that the form
 * sends: the calendar starts from them and writes to them. They are visible without scripts, and if the calendar cannot
 * be loaded.
 */
export function DatesField({
  names,
  chosen,
  slug,
  error,
  isWrong = Boolean(error),
  isNewError = false,
  className = '',
}: {
  names: { checkIn: string; checkOut: string }
  /** The current values of the inputs. */
  chosen: Pick<Search, 'checkIn' | 'checkOut'>
  /** The room whose nights are shown; without one, those of any room. */
  slug?: string
  error?: string | undefined
  isWrong?: boolean
  /** The error appeared while the visitor was on the page. */
  isNewError?: boolean
  className?: string | undefined
}) {
  const translator = useTranslator()
  const { t } = translator
  const global = useGlobal()
  const today = useToday()
  const id = useId()
  const inputsRef = useRef<HTMLDivElement>(null)
  const [initial] = useState(chosen)
  const [isOpen, setOpen] = useState(false)
  const [usesInputs, setUsesInputs] = useState(false)
  const [Calendar, fetchCalendar] = useOnDemand(async () => (await import('./dates-calendar.tsx')).DatesCalendar)
  useEffect(() => {
    if (usesInputs) inputsRef.current!.querySelector('input')!.focus()
  }, [usesInputs])

  const inputs = () => [...inputsRef.current!.querySelectorAll('input')]
  const [checkIn, checkOut] = [t('search.check_in'), t('search.check_out')]
  const bothNames = `${checkIn} – ${checkOut}`
  const errorReference = error && { 'aria-describedby': `${id}-error` }
  const inputAttributes = { type: 'date', min: today, ...errorReference, ...(isWrong && { 'aria-invalid': true }) }
  return (
    <div className={`${field.field} ${className}`.trimEnd()}>
      {!usesInputs && (
        <div className={`${field.field} needs-scripts`}>
          <label className={field.label} id={`${id}-label`} htmlFor={id}>
            {t('search.dates')}
            <span className="visually-hidden"> ({bothNames})</span>
          </label>
          <button
            type="button"
            id={id}
            className={`${field.control} ${styles.dates}`}
            aria-haspopup="dialog"
            aria-labelledby={`${id}-label ${id}-dates`}
            {...errorReference}
            data-refused={isWrong ? '' : undefined}
            onClick={async () => ((await fetchCalendar()) ? setOpen(true) : setUsesInputs(true))}
          >
            <Icon name="calendar" />
            {/* The server's current year can differ from the browser's, so the dates are rendered again. */}
            <span key={today} id={`${id}-dates`} suppressHydrationWarning>
              {shortStayText(translator, chosen, today ?? currentDay(global)) ?? t('search.choose_dates')}
            </span>
          </button>
        </div>
      )}
      <div ref={inputsRef} className={`${styles.typed} ${usesInputs ? '' : styles.behind}`.trimEnd()}>
        <Field label={checkIn} name={names.checkIn}>
          {(inputProps) => <input {...inputProps} {...inputAttributes} defaultValue={initial.checkIn} />}
        </Field>
        <Field label={checkOut} name={names.checkOut}>
          {(inputProps) => <input {...inputProps} {...inputAttributes} defaultValue={initial.checkOut} />}
        </Field>
      </div>
      {error && (
        <p id={`${id}-error`} className={field.error} role={isNewError ? 'alert' : undefined}>
          {error}
        </p>
      )}
      {Calendar && (
        <Calendar
          open={isOpen}
          chosen={chosen}
          slug={slug}
          onChange={(...days) => inputs().forEach((input, index) => typeInto(input, days[index]!))}
          onClose={() => setOpen(false)}
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

/** Formats a stay, such as "1 – 4 Dec · 3 nights". Undefined if a date is missing. */
function shortStayText(
  translator: Translator,
  { checkIn, checkOut }: Pick<Search, 'checkIn' | 'checkOut'>,
  today: string,
) {
  const [from, to] = [parseDay(checkIn), parseDay(checkOut)]
  if (from === undefined || to === undefined) return undefined
  const days = formatShortDates(translator, checkIn, checkOut, today.slice(0, 4))
  return to > from ? `${days}\u00a0· ${translator.count('rooms.nights', to - from).replace(' ', '\u00a0')}` : days
}
