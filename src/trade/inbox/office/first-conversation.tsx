import { useCallback, useEffect, useRef, useState } from 'react'
import { useApi, useTranslator } from '#platform/pages/page.tsx'
import { Button } from '#ui/button.tsx'
import { Notice } from '#ui/notice.tsx'
import type { EnquiriesOfficeApi, EnquiryRecord, MessageRecord } from '../../enquiries/office/contract.ts'
import type { ConversationRecord, Inbox, InboxApi, InboxLine } from './contract.ts'
import { EnquiryConversation } from './enquiry-conversation.tsx'
import { MessageConversation } from './message-conversation.tsx'
import styles from './inbox-layout.module.css'

type LoadedConversation = { conversation: ConversationRecord } & (
  { enquiry: EnquiryRecord } | { message: MessageRecord }
)

/**
 * The first conversation of the list, beside it until the user opens one. Showing it changes no data, and neither the
 * focus nor the history. It is loaded again with the list.
 */
export function FirstConversation({ line, inbox }: { line: InboxLine; inbox: Inbox }) {
  const { t } = useTranslator()
  const { loaded, hasFailed, load, show } = useConversation(line, inbox)
  if (loaded) {
    const shared = {
      conversation: loaded.conversation,
      show: (conversation: ConversationRecord) => show({ ...loaded, conversation }),
      heading: 'h2',
    } as const
    return 'enquiry' in loaded ? (
      <EnquiryConversation record={loaded.enquiry} {...shared} />
    ) : (
      <MessageConversation record={loaded.message} {...shared} />
    )
  }
  if (hasFailed)
    return (
      <Notice title={t('failure.missing_title')} action={<Button onClick={load}>{t('office.retry')}</Button>}>
        <p>{t('failure.missing_text')}</p>
      </Notice>
    )
  return (
    <div className={styles.loading}>
      <p className="visually-hidden">{t('office.loading')}</p>
    </div>
  )
}

/** Loads a conversation, and again when the list is loaded again. A failed load keeps what is shown. */
function useConversation(line: InboxLine, inbox: Inbox) {
  const api = useApi<EnquiriesOfficeApi & InboxApi>()
  const [loaded, setLoaded] = useState<LoadedConversation | null>(null)
  const [hasFailed, setFailed] = useState(false)
  const sequenceRef = useRef(0)
  const { enquiry, message } = line
  const load = useCallback(() => {
    const sequence = ++sequenceRef.current
    setFailed(false)
    loadConversation(api, { enquiry, message }).then(
      (result) => sequence === sequenceRef.current && setLoaded(result),
      () => sequence === sequenceRef.current && setFailed(true),
    )
  }, [api, enquiry, message])
  useEffect(load, [load, inbox])
  function show(updated: LoadedConversation) {
    // An answer on its way is older than this one.
    sequenceRef.current++
    setLoaded(updated)
  }
  return { loaded, hasFailed, load, show }
}

async function loadConversation(
  api: EnquiriesOfficeApi & InboxApi,
  { enquiry: code, message: id }: Pick<InboxLine, 'enquiry' | 'message'>,
): Promise<LoadedConversation> {
  if (code !== null) {
    const [enquiry, conversation] = await Promise.all([
      api.getEnquiryRecord({ code }),
      api.getConversation({ enquiry: code }),
    ])
    return { enquiry, conversation }
  }
  const [message, conversation] = await Promise.all([
    api.getMessageRecord({ id: id! }),
    api.getConversation({ message: id! }),
  ])
  return { message, conversation }
}
