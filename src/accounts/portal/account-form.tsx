import type { ReactNode } from 'react'
import { useWords } from '../../platform/pages/page.tsx'
import { Button } from '../../ui/button.tsx'
import styles from './account-form.module.css'
import type { Form } from '../../ui/use-form.ts'

/** Fields, what failed that is about none of them, and the button. */
export function AccountForm({
  sending: { form, failure, busy },
  submitLabel,
  className,
  children,
}: {
  sending: Form
  submitLabel: string
  className?: string | undefined
  children?: ReactNode
}) {
  const { t } = useWords()
  return (
    <form {...form} className={`${styles.form} needs-scripts ${className ?? ''}`.trimEnd()}>
      {failure && (
        <p role="alert" className={styles.failure}>
          {failure}
        </p>
      )}
      {children}
      <Button type="submit" busy={busy}>
        {busy ? t('login.submitting') : submitLabel}
      </Button>
    </form>
  )
}
