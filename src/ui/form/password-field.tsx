import { useState, type InputHTMLAttributes } from 'react'
import { useTranslator } from '#platform/pages/page.tsx'
import { Field, type FieldLabels } from './field.tsx'
import styles from './password-field.module.css'

/** A password field whose text can be shown. */
export function PasswordField({
  label,
  name,
  hint,
  error,
  className,
  ...rest
}: FieldLabels & InputHTMLAttributes<HTMLInputElement>) {
  const { t } = useTranslator()
  const [isShown, setIsShown] = useState(false)
  return (
    <Field {...{ label, name, hint, error, className }}>
      {(control) => (
        <span className={styles.withButton}>
          <input autoCapitalize="none" spellCheck={false} {...rest} {...control} type={isShown ? 'text' : 'password'} />
          <button
            type="button"
            className={`${styles.inside} needs-scripts`}
            aria-label={t(isShown ? 'login.hide_password' : 'login.show_password')}
            aria-controls={control.id}
            onClick={() => setIsShown(!isShown)}
          >
            {t(isShown ? 'field.hide' : 'field.show')}
          </button>
        </span>
      )}
    </Field>
  )
}
