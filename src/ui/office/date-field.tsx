import { useEffect, useRef, useState, type InputHTMLAttributes } from 'react'
import { useTranslator } from '#platform/pages/page.tsx'
import type { Translator } from '#locales/translator.ts'
import { Field, type FieldLabels } from '../form/field.tsx'
import styles from './date-field.module.css'

/**
 * A date, month or time input of the browser that shows its value in the format of the page. The browser writes values
 * in its own language and order, so that text appears only while the user edits it.
 */
export function DateField({
  label,
  name,
  hint,
  error,
  className,
  type = 'date',
  ...rest
}: FieldLabels & Omit<InputHTMLAttributes<HTMLInputElement>, 'type'> & { type?: 'date' | 'month' | 'time' }) {
  const translator = useTranslator()
  const inputRef = useRef<HTMLInputElement>(null)
  const [value, setValue] = useState(String(rest.value ?? rest.defaultValue ?? ''))
  // The value can change without an event of the user: with a new value from the page, a restored draft or a reset form.
  useEffect(() => {
    const input = inputRef.current!
    const readValue = () => setValue(input.value)
    const readResetValue = () => setTimeout(readValue)
    const { form } = input
    readValue()
    input.addEventListener('input', readValue)
    form?.addEventListener('reset', readResetValue)
    return () => {
      input.removeEventListener('input', readValue)
      form?.removeEventListener('reset', readResetValue)
    }
  })
  return (
    <Field {...{ label, name, hint, error, className }}>
      {(control) => (
        <span className={styles.date}>
          <input {...rest} {...control} ref={inputRef} type={type} />
          <span className={styles.text} data-empty={!value || undefined} aria-hidden="true">
            {value ? formatValue(value, translator) : translator.t(`edit.no_${type}`)}
          </span>
        </span>
      )}
    </Field>
  )
}

/** Formats a day as 29 Nov 2026, a month as November 2026, and a time with 24 hours. */
function formatValue(value: string, { day, digits }: Translator): string {
  if (value.includes(':')) return digits(value)
  // A browser accepts years of more than four digits while the user types.
  const [year, month, dayOfMonth] = value.split('-')
  const dayText = dayOfMonth ? day(value, 'short') : day(`${year}-${month}-01`, 'month')
  return `${dayText} ${digits(year!)}`
}
