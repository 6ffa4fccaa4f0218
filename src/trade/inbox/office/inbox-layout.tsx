import { useEffect, useRef, useState, type ReactNode } from 'react'
import { useRoute, useTranslator } from '#platform/pages/page.tsx'
import { useIsWide } from '#ui/office/use-is-wide.ts'
import { officePages } from '#routes/office.ts'
import type { Inbox, InboxLine } from './contract.ts'
import { ConversationList } from './conversation-list.tsx'
import { FirstConversation } from './first-conversation.tsx'
import styles from './inbox-layout.module.css'

/**
 * The inbox: on a wide screen the list and the open conversation side by side, elsewhere one of the two. Until the user
 * opens a conversation, a wide screen shows the first one of the list. The list keeps its rows and its place while the
 * user moves between conversations.
 */
export function InboxLayout({ data: { inbox }, children }: { data: { inbox: Inbox }; children: ReactNode }) {
  const { t } = useTranslator()
  const { path } = useRoute()
  const isWide = useIsWide()
  const isList = path === officePages.inbox
  const firstLine = useFirstLine(inbox, isList)
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
          <ConversationList inbox={inbox} firstId={isWide ? firstLine?.id : undefined} />
        </section>
      )}
      {(isWide || !isList) && (
        <section key="pane" ref={paneRef} className={styles.pane} aria-label={t('inbox.conversation')} tabIndex={-1}>
          {firstLine ? <FirstConversation key={firstLine.id} line={firstLine} inbox={inbox} /> : children}
        </section>
      )}
    </div>
  )
}

/**
 * Returns the first conversation of the list while none is open. It stays when the list changes, so that the text of an
 * answer cannot go to another buyer. Another view or search begins with its own first conversation.
 */
function useFirstLine(inbox: Inbox, isList: boolean): InboxLine | undefined {
  const { query } = useRoute()
  const place = isList ? String(query) : null
  const firstLine = isList ? inbox.data[0] : undefined
  const [shown, setShown] = useState({ place, line: firstLine })
  if (shown.place === place && (shown.line || !firstLine)) return shown.line
  setShown({ place, line: firstLine })
  return firstLine
}
