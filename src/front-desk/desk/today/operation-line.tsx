import { useEffect, useRef, type ReactNode } from 'react'
import { useTranslator } from '#platform/pages/page.tsx'
import { Button } from '#ui/button.tsx'
import { useOffice } from '#ui/office/office-context.ts'
import { useAction } from '#ui/use-action.ts'
import type { RowOperation } from './use-finished-rows.ts'
import styles from './stay-line.module.css'

/** The last operation in the row, with a button to undo it. Gets the focus, because the pressed button is gone. */
export function OperationLine({
  operation,
  onUndone,
  children,
}: {
  operation: RowOperation
  onUndone: () => void
  /** The content for the next step. */
  children?: ReactNode
}) {
  const { t } = useTranslator()
  const office = useOffice()
  const { run, failure } = useAction(t('office.failed'))
  const element = useRef<HTMLDivElement>(null)
  useEffect(() => element.current!.focus(), [])
  const undo = () =>
    run(async () => {
      await operation.undo()
      await office.refresh()
      onUndone()
    })
  return (
    <div ref={element} tabIndex={-1} role="status" className={styles.done}>
      <span>{operation.message}</span>
      {children}
      <Button variant="quiet" onClick={() => void undo()}>
        {t('desk.undo')}
      </Button>
      {failure && <p role="alert">{failure}</p>}
    </div>
  )
}
