import type { Page } from '#platform/pages/page.tsx'
import type { EnquiriesOfficeApi, EnquiryRecord } from '../../enquiries/office/contract.ts'
import { useOffice } from '#ui/office/office-context.ts'
import type { ConversationRecord, Inbox, InboxApi } from './contract.ts'
import { EnquiryConversation } from './enquiry-conversation.tsx'
import { InboxLayout } from './inbox-layout.tsx'
import { readInboxQuery } from './inbox-query.ts'

interface Data {
  record: EnquiryRecord
  conversation: ConversationRecord
  inbox: Inbox
}

/** An enquiry with its lines, its sender and its conversation. */
export const enquiryPage: Page<EnquiriesOfficeApi & InboxApi, Data> = {
  isLive: true,
  async load({ api, route }) {
    const code = route.params['code']!
    const [record, conversation, inbox] = await Promise.all([
      api.getEnquiryRecord({ code }),
      api.getConversation({ enquiry: code }),
      api.getInbox(readInboxQuery(route.query)),
    ])
    return { record, conversation, inbox }
  },
  head: ({ record: { company, code } }) => ({ title: `${company}, ${code}`, hidden: true }),
  Layout: InboxLayout,
  View: EnquiryView,
}

function EnquiryView({ data }: { data: Data }) {
  const office = useOffice()
  return <EnquiryConversation {...data} show={(conversation) => office.show({ ...data, conversation })} />
}
