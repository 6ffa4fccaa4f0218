import { useEffect, useRef, type ReactNode } from 'react'
import { useWords } from '#platform/pages/page.tsx'
import { Notice } from '#ui/notice.tsx'

/** Replaces a form with its result and moves the focus there. */
export function Outcome(notice: { title: string; tone?: 'error'; action: ReactNode; children: ReactNode }) {
  const place = useRef<HTMLDivElement>(null)
  useEffect(() => place.current!.focus(), [])
  return (
    <div ref={place} tabIndex={-1}>
      <Notice {...notice} />
    </div>
  )
}

/** Explains why an emailed link is invalid and offers a next step. */
export function DeadLink({ why, action, children }: { why: string; action: ReactNode; children?: ReactNode }) {
  const { t } = useWords()
  return (
    <Outcome title={t('account.link_title')} tone="error" action={action}>
      <p>{why}</p>
      {children}
    </Outcome>
  )
}
