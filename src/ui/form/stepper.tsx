import { useRef, type InputHTMLAttributes } from 'react'
import { useTranslator } from '#platform/pages/page.tsx'
import { Field } from './field.tsx'
import { Icon } from '../icons.tsx'
import styles from './stepper.module.css'

/** A field for a small number, with buttons for less and more. */
export function Stepper({
  label,
  name,
  hint,
  error,
  className,
  ...rest
}: { label: string; name: string; hint?: string; error?: string | undefined } & InputHTMLAttributes<HTMLInputElement>) {
  const { t } = useTranslator()
  const input = useRef<HTMLInputElement>(null)

  function step(direction: 1 | -1) {
    const control = input.current!
    if (direction === 1) control.stepUp()
    else control.stepDown()
    control.dispatchEvent(new Event('input', { bubbles: true }))
  }

  return (
    <Field {...{ label, name, hint, error, className }}>
      {(control) => (
        <span className={styles.stepper}>
          <button
            type="button"
            className={`${styles.step} needs-scripts`}
            aria-label={t('search.fewer', { label })}
            onClick={() => step(-1)}
          >
            <Icon name="less" />
          </button>
          <input
            {...rest}
            {...control}
            ref={input}
            type="number"
            inputMode="numeric"
            className={`${control.className} ${styles.number}`}
          />
          <button
            type="button"
            className={`${styles.step} needs-scripts`}
            aria-label={t('search.more', { label })}
            onClick={() => step(1)}
          >
            <Icon name="more" />
          </button>
        </span>
      )}
    </Field>
  )
}
