import type { ReactNode } from 'react'
import { useTranslator } from '#platform/pages/page.tsx'
import { Button } from '../button.tsx'
import styles from './plain-form.module.css'
import type { Form } from './use-form.ts'

/** A form: the general error, the fields, and the button. */
export function PlainForm({
  sending: { form, failure, isBusy },
  submitLabel,
  className,
  children,
}: {
  sending: Form
  submitLabel: string
  className?: string | undefined
  children?: ReactNode
}) {
  const { t } = useTranslator()
  return (
    <form {...form} className={`stack-4 ${styles.form} needs-scripts ${className ?? ''}`.trimEnd()}>
      {failure && <Failure>{failure}</Failure>}
      {children}
      <Button type="submit" isBusy={isBusy}>
        {isBusy ? t('form.submitting') : submitLabel}
      </Button>
    </form>
  )
}

/** An error that screen readers announce at once. */
export const Failure = ({ children }: { children: string }) => (
  <p role="alert" className={styles.failure}>
    {children}
  </p>
)
