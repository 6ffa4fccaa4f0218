import { useEffect, useRef, useState } from 'react'
import { useTranslator } from '#platform/pages/page.tsx'
import { ApiError } from '#platform/errors.ts'
import { Button } from '#ui/button.tsx'
import { useDesk } from '#ui/office/desk.ts'
import type { RowOperation } from './use-finished-rows.ts'
import styles from './stay-line.module.css'

/** The operation done in a row, with a button to undo it. Gets the focus, because the pressed button is gone. */
export function OperationLine({ done, onUndone }: { done: RowOperation; onUndone: () => void }) {
  const { t } = useTranslator()
  const desk = useDesk()
  const [failure, setFailure] = useState<string | null>(null)
  const element = useRef<HTMLDivElement>(null)
  useEffect(() => element.current!.focus(), [])
  async function undo() {
    try {
      await done.undo()
      await desk.refresh()
      onUndone()
    } catch (error) {
      setFailure((error instanceof ApiError && error.message) || t('office.failed'))
    }
  }
  return (
    <div ref={element} tabIndex={-1} role="status" className={styles.done}>
      <span>{done.message}</span>
      <Button look="quiet" onClick={() => void undo()}>
        {t('desk.undo')}
      </Button>
      {failure && <p role="alert">{failure}</p>}
    </div>
  )
}
