import {
  useId,
  type InputHTMLAttributes,
  type ReactNode,
  type SelectHTMLAttributes,
  type TextareaHTMLAttributes,
} from 'react'
import styles from './field.module.css'

export interface FieldLabels {
  label: ReactNode
  name: string
  hint?: ReactNode
  error?: string | undefined
}
interface Control {
  id: string
  name: string
  className: string
  'aria-describedby': string | undefined
  'aria-invalid': true | undefined
}

/** A control with its label above, and its hint and error below. */
export function Field({
  label,
  name,
  hint,
  error,
  className,
  children,
}: FieldLabels & {
  className?: string | undefined
  children: (control: Control) => ReactNode
}) {
  const id = useId()
  const describedBy = [hint && `${id}-hint`, error && `${id}-error`].filter(Boolean).join(' ')
  return (
    <div className={`${styles.field} ${className ?? ''}`.trimEnd()}>
      <label className={styles.label} htmlFor={id}>
        {label}
      </label>
      {children({
        id,
        name,
        className: styles.control!,
        'aria-describedby': describedBy || undefined,
        'aria-invalid': error ? true : undefined,
      })}
      {hint && (
        <p className={styles.hint} id={`${id}-hint`}>
          {hint}
        </p>
      )}
      {error && (
        <p className={styles.error} id={`${id}-error`}>
          {error}
        </p>
      )}
    </div>
  )
}

export function TextField({
  label,
  name,
  hint,
  error,
  className,
  ...rest
}: FieldLabels & InputHTMLAttributes<HTMLInputElement>) {
  return (
    <Field {...{ label, name, hint, error, className }}>
      {(control) => <input type="text" {...rest} {...control} />}
    </Field>
  )
}

export function TextArea({
  label,
  name,
  hint,
  error,
  className,
  ...rest
}: FieldLabels & TextareaHTMLAttributes<HTMLTextAreaElement>) {
  return (
    <Field {...{ label, name, hint, error, className }}>
      {(control) => <textarea rows={5} {...rest} {...control} />}
    </Field>
  )
}

export function SelectField({
  label,
  name,
  hint,
  error,
  className,
  ...rest
}: FieldLabels & SelectHTMLAttributes<HTMLSelectElement>) {
  return <Field {...{ label, name, hint, error, className }}>{(control) => <select {...rest} {...control} />}</Field>
}
