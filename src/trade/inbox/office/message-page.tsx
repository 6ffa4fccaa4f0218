import type { Page } from '#platform/pages/page.tsx'
import { apiNotFound } from '#platform/errors.ts'
import type { EnquiriesOfficeApi, MessageRecord } from '../../enquiries/office/contract.ts'
import { useOffice } from '#ui/office/office-context.ts'
import type { ConversationRecord, Inbox, InboxApi } from './contract.ts'
import { MessageConversation } from './message-conversation.tsx'
import { InboxLayout } from './inbox-layout.tsx'
import { readInboxQuery } from './inbox-query.ts'

interface Data {
  record: MessageRecord
  conversation: ConversationRecord
  inbox: Inbox
}

/** A contact message and its conversation. */
export const messagePage: Page<EnquiriesOfficeApi & InboxApi, Data> = {
  isLive: true,
  async load({ api, route }) {
    if (!/^[1-9]\d{0,9}$/.test(route.params['id']!)) throw apiNotFound()
    const id = Number(route.params['id'])
    const [record, conversation, inbox] = await Promise.all([
      api.getMessageRecord({ id }),
      api.getConversation({ message: id }),
      api.getInbox(readInboxQuery(route.query)),
    ])
    return { record, conversation, inbox }
  },
  head: ({ record: { name, subject } }) => ({ title: [name, subject].filter(Boolean).join(': '), hidden: true }),
  Layout: InboxLayout,
  View: MessageView,
}

function MessageView({ data }: { data: Data }) {
  const office = useOffice()
  return <MessageConversation {...data} show={(conversation) => office.show({ ...data, conversation })} />
}
