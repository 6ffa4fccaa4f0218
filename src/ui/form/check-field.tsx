import { useId, type InputHTMLAttributes, type ReactNode } from 'react'
import styles from './check-field.module.css'
import field from './field.module.css'

export function CheckField({
  label,
  name,
  hint,
  ...rest
}: { label: string; name: string; hint?: ReactNode } & InputHTMLAttributes<HTMLInputElement>) {
  const id = useId()
  return (
    <div className={styles.check}>
      <input type="checkbox" {...rest} id={id} name={name} aria-describedby={hint ? `${id}-hint` : undefined} />
      <label className={field.label} htmlFor={id}>
        {label}
      </label>
      {hint && (
        <p className={field.hint} id={`${id}-hint`}>
          {hint}
        </p>
      )}
    </div>
  )
}
