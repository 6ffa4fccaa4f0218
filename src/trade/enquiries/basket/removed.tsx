import { useEffect, useId, useRef } from 'react'
import { useWords } from '#platform/pages/page.tsx'
import { Button } from '#ui/button.tsx'
import type { Line } from './basket.ts'
import styles from './enquiry-page.module.css'
import { putBack } from './lines.ts'

export interface Removal {
  line: Line
  index: number
}

/** Replaces a removed line and offers to restore it with all typed text. */
export function Removed({ line, index, onBack }: Removal & { onBack: () => void }) {
  const { t } = useWords()
  const said = useId()
  const place = useRef<HTMLDivElement>(null)
  useEffect(() => place.current!.querySelector('button')!.focus(), [line])

  function back() {
    putBack(line, index)
    onBack()
    setTimeout(() => document.getElementsByName(`lines.${index}.quantity`)[0]?.focus())
  }
  return (
    <div ref={place} className={styles.removed}>
      <p id={said}>{t('enquiry.removed', { name: line.name })}</p>
      <Button look="quiet" aria-describedby={said} onClick={back}>
        {t('enquiry.put_back')}
      </Button>
    </div>
  )
}
