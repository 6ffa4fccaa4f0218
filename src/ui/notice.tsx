import type { ReactNode } from 'react'
import styles from './notice.module.css'

/** A message in place of missing content, with an action. */
export function Notice({
  id,
  title,
  tone = 'plain',
  heading: Heading = 'h2',
  action,
  children,
}: {
  id?: string
  title: string
  tone?: 'plain' | 'error'
  heading?: 'h1' | 'h2' | 'h3'
  action?: ReactNode
  children?: ReactNode
}) {
  return (
    <div id={id} className={styles.notice} data-tone={tone} role={tone === 'error' ? 'alert' : undefined}>
      <Heading>{title}</Heading>
      {children}
      {action && <div className={styles.action}>{action}</div>}
    </div>
  )
}
