import { useEffect, useRef, type ReactNode } from 'react'
import { useWords } from '../../platform/pages/page.tsx'
import styles from './stay-parts.module.css'
import { statusWord } from '../summary.ts'

/** How it stands with a stay. Where that changes, what was pressed for it is gone: the focus comes here. */
export function StayState({ stay, children }: { stay: { status: string; next: string }; children?: ReactNode }) {
  const { t } = useWords()
  const state = useRef<HTMLParagraphElement>(null)
  const known = useRef(stay.status)
  useEffect(() => {
    if (known.current !== stay.status) state.current?.focus()
    known.current = stay.status
  }, [stay.status])
  return (
    <p ref={state} tabIndex={-1} className={styles.state} data-status={stay.status}>
      <strong>{t(statusWord(stay.status))}</strong> {stay.next} {children}
    </p>
  )
}
