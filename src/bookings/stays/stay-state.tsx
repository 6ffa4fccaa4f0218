import { useEffect, useRef, type ReactNode } from 'react'
import { useWords } from '../../platform/pages/page.tsx'
import type { Confirmation } from '../contract.ts'
import styles from './stay-parts.module.css'
import { lifeOf } from '../status.ts'
import { statusWord } from '../summary.ts'

/** How it stands with a stay. Where that changes, what was pressed for it is gone: the focus comes here. */
export function StayState({ stay, children }: { stay: Pick<Confirmation, 'status' | 'next'>; children?: ReactNode }) {
  const { t } = useWords()
  const state = useRef<HTMLParagraphElement>(null)
  const known = useRef(stay.status)
  useEffect(() => {
    if (known.current !== stay.status) state.current?.focus()
    known.current = stay.status
  }, [stay.status])
  return (
    <p ref={state} tabIndex={-1} className={styles.state} data-shown={lifeOf(stay.status).shownAs}>
      <strong>{t(statusWord(stay.status))}</strong> {stay.next} {children}
    </p>
  )
}
