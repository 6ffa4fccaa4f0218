import { useEffect, useRef, useState } from 'react'
import { useWords } from '#platform/pages/page.tsx'
import { ApiError } from '#platform/errors.ts'
import { Button } from '#ui/button.tsx'
import { useDesk } from '#ui/office/desk.ts'
import type { DoneRow } from './use-done.ts'
import styles from './stay-line.module.css'

/** The operation done in a row, with a button to undo it. Gets the focus, because the pressed button is gone. */
export function DoneLine({ done, onUndone }: { done: DoneRow; onUndone: () => void }) {
  const { t } = useWords()
  const desk = useDesk()
  const [told, setTold] = useState<string | null>(null)
  const place = useRef<HTMLDivElement>(null)
  useEffect(() => place.current!.focus(), [])
  async function undo() {
    try {
      await done.undo()
      await desk.refresh()
      onUndone()
    } catch (error) {
      setTold((error instanceof ApiError && error.message) || t('office.failed'))
    }
  }
  return (
    <div ref={place} tabIndex={-1} role="status" className={styles.done}>
      <span>{done.said}</span>
      <Button look="quiet" onClick={() => void undo()}>
        {t('desk.undo')}
      </Button>
      {told && <p role="alert">{told}</p>}
    </div>
  )
}
