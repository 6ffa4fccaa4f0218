import type { ReactNode } from 'react'
import { useTranslator } from '#platform/pages/page.tsx'
import { Button } from '../button.tsx'
import styles from './form-buttons.module.css'
import { Failure } from './plain-form.tsx'

/** The end of a form that opens inside a page: the general error, and the buttons to submit and to close. */
export function FormButtons({
  failure,
  isBusy,
  label,
  variant,
  isDestructive = false,
  disabled,
  onClose,
  children,
}: {
  failure: string | null | undefined
  isBusy: boolean
  /** The label of the submit button. */
  label: string
  variant?: 'secondary'
  /** Whether the action cannot be undone. */
  isDestructive?: boolean
  disabled?: boolean
  onClose: () => void
  /** Another way to submit the form. */
  children?: ReactNode
}) {
  const { t } = useTranslator()
  return (
    <>
      {failure && <Failure>{failure}</Failure>}
      <div className="row-2">
        <Button
          type="submit"
          variant={isDestructive ? 'secondary' : variant}
          className={isDestructive ? styles.grave : undefined}
          isBusy={isBusy}
          disabled={disabled}
        >
          {label}
        </Button>
        {children}
        <Button variant="quiet" onClick={onClose} disabled={isBusy}>
          {t('desk.not_now')}
        </Button>
      </div>
    </>
  )
}
