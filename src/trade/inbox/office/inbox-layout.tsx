import { useEffect, useRef, type ReactNode } from 'react'
import { useRoute, useTranslator } from '#platform/pages/page.tsx'
import { useIsWide } from '#ui/office/use-is-wide.ts'
import { officePages } from '#routes/office.ts'
import type { Inbox } from './contract.ts'
import { ConversationList } from './conversation-list.tsx'
import styles from './inbox-layout.module.css'

/**
 * The inbox: on a wide screen the list and the open conversation side by side, elsewhere one of the two. The list keeps
 * its rows and its place while the user moves between conversations.
 */
export function InboxLayout({ data: { inbox }, children }: { data: { inbox: Inbox }; children: ReactNode }) {
  const { t } = useTranslator()
  const { path } = useRoute()
  const isWide = useIsWide()
  const isList = path === officePages.inbox
  const listRef = useRef<HTMLElement>(null)
  const paneRef = useRef<HTMLElement>(null)
  const shownPathRef = useRef(path)
  useEffect(() => {
    if (shownPathRef.current === path) return
    shownPathRef.current = path
    if (isWide) (isList ? listRef : paneRef).current!.focus({ preventScroll: true })
  }, [path, isList, isWide])
  return (
    <div className={isWide ? styles.split : undefined} data-full-width={isWide || undefined}>
      {(isWide || isList) && (
        <section key="list" ref={listRef} className={styles.list} aria-label={t('inbox.title')} tabIndex={-1}>
          <ConversationList inbox={inbox} />
        </section>
      )}
      {(isWide || !isList) && (
        <section key="pane" ref={paneRef} className={styles.pane} aria-label={t('inbox.conversation')} tabIndex={-1}>
          {children}
        </section>
      )}
    </div>
  )
}
