import { useEffect, useRef, type ReactNode } from 'react'
import { useTranslator } from '#platform/pages/page.tsx'
import { Notice } from '#ui/notice.tsx'

/** Replaces a form with its result and moves the focus there. */
export function Outcome(notice: { title: string; tone?: 'error'; action: ReactNode; children: ReactNode }) {
  const element = useRef<HTMLDivElement>(null)
  useEffect(() => element.current!.focus(), [])
  return (
    <div ref={element} tabIndex={-1}>
      <Notice {...notice} />
    </div>
  )
}

/** Explains why an emailed link is invalid and offers a next step. */
export function ExpiredLink({ reason, action, children }: { reason: string; action: ReactNode; children?: ReactNode }) {
  const { t } = useTranslator()
  return (
    <Outcome title={t('account.link_title')} tone="error" action={action}>
      <p>{reason}</p>
      {children}
    </Outcome>
  )
}
