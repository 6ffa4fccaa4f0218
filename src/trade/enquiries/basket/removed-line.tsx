import { useEffect, useId, useRef } from 'react'
import { useTranslator } from '#platform/pages/page.tsx'
import { Button } from '#ui/button.tsx'
import type { Line } from './basket.ts'
import styles from './enquiry-page.module.css'
import { restoreLine } from './lines.ts'

export interface Removal {
  line: Line
  index: number
}

/** Replaces a removed line and offers to restore it with all typed text. */
export function RemovedLineNotice({ line, index, onBack }: Removal & { onBack: () => void }) {
  const { t } = useTranslator()
  const textId = useId()
  const container = useRef<HTMLDivElement>(null)
  useEffect(() => container.current!.querySelector('button')!.focus(), [line])

  function restore() {
    restoreLine(line, index)
    onBack()
    setTimeout(() => document.getElementsByName(`lines.${index}.quantity`)[0]?.focus())
  }
  return (
    <div ref={container} className={styles.removed}>
      <p id={textId}>{t('enquiry.removed', { name: line.name })}</p>
      <Button variant="quiet" aria-describedby={textId} onClick={restore}>
        {t('enquiry.put_back')}
      </Button>
    </div>
  )
}
