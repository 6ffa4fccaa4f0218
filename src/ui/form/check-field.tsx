import { useId, type InputHTMLAttributes } from 'react'
import styles from './check-field.module.css'
import field from './field.module.css'

export function CheckField({
  label,
  name,
  hint,
  ...rest
}: { label: string; name: string; hint?: string } & InputHTMLAttributes<HTMLInputElement>) {
  const id = useId()
  return (
    <div className={styles.check}>
      <input type="checkbox" {...rest} id={id} name={name} aria-describedby={hint && `${id}-hint`} />
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
