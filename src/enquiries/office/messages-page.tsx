import { useApi, useWords, type Page } from '../../platform/pages/page.tsx'
import { Empty, ListHead, More, Rows, usePaged } from '../../ui/office/list.tsx'
import { when } from '../../ui/office/when.ts'
import { officeHref } from '../../urls-office.ts'
import type { EnquiriesOfficeApi, WaitingMessages } from './contract.ts'

/** The messages that nobody has marked as answered, the oldest first. */
export const messagesPage: Page<EnquiriesOfficeApi, WaitingMessages> = {
  load: ({ api }) => api.getWaitingMessages({}),
  head: (_, { t }) => ({ title: t('office.messages'), hidden: true }),
  View: MessagesView,
}

function MessagesView({ data }: { data: WaitingMessages }) {
  const words = useWords()
  const { t, count } = words
  const api = useApi<EnquiriesOfficeApi>()
  const { rows, paging } = usePaged(data, (after) => api.getWaitingMessages({ after }))
  return (
    <>
      <ListHead title={t('office.messages')} said={data.waiting > 0 && count('office.enquiries_count', data.waiting)} />
      {data.waiting === 0 ? (
        <Empty title={t('office.no_messages')}>
          <p>{t('office.no_messages_text')}</p>
        </Empty>
      ) : (
        <Rows
          rows={rows.map((row) => ({
            path: officeHref('message', row.id),
            title: row.name,
            about: row.subject || t('inbox.no_subject'),
            text: row.begins,
            small: t('inbox.came', { when: when(words, row.asked_at) }),
          }))}
        />
      )}
      <More {...paging} />
    </>
  )
}
