import { useTranslator, type Page } from '#platform/pages/page.tsx'
import { notFoundError } from '#platform/errors.ts'
import { Fact, Facts, RecordPage, RecordSection, Written } from '#ui/office/record-page.tsx'
import { CustomerFact } from '#people/customers/customer-fact.tsx'
import { ContactLinks } from '#ui/office/contact-links.tsx'
import { when } from '#ui/office/format-time.ts'
import { officePages } from '#routes/office.ts'
import type { EnquiriesOfficeApi, MessageRecord } from '../../enquiries/office/contract.ts'
import { AttachmentList } from '../../enquiries/files/attachment-list.tsx'
import { useOffice } from '#ui/office/office-context.ts'
import { History } from '#ui/office/history.tsx'
import type { ConversationRecord, InboxApi } from './contract.ts'
import { ConversationParts } from './conversation-parts.tsx'
import { StateChip } from './state-chip.tsx'

interface Data {
  record: MessageRecord
  conversation: ConversationRecord
}

/** A contact message and its conversation. */
export const messagePage: Page<EnquiriesOfficeApi & InboxApi, Data> = {
  async load({ api, place }) {
    if (!/^[1-9]\d{0,9}$/.test(place.params['id']!)) throw notFoundError()
    const id = Number(place.params['id'])
    const [record, conversation] = await Promise.all([
      api.getMessageRecord({ id }),
      api.getConversation({ message: id }),
    ])
    return { record, conversation }
  },
  head: ({ record: { name, subject } }) => ({ title: [name, subject].filter(Boolean).join(': '), hidden: true }),
  View: MessageView,
}

function MessageView({ data: { record, conversation } }: { data: Data }) {
  const translator = useTranslator()
  const { t } = translator
  const office = useOffice()
  const number = t('inbox.number', { id: translator.digits(String(record.id)) })
  return (
    <RecordPage
      back={{ to: officePages.inbox, label: t('inbox.title') }}
      about={`${number}, ${t('inbox.received', { when: when(translator, record.asked_at) })}`}
      title={record.name}
      state={<StateChip {...conversation} />}
      aside={<History subject={`message ${record.id}`} version={conversation} />}
    >
      <ConversationParts conversation={conversation} show={(updated) => office.show({ record, conversation: updated })}>
        <Facts>
          <Fact name={t('inbox.about')}>
            <strong>{record.subject || t('inbox.no_subject')}</strong>
          </Fact>
          <ContactLinks email={record.email} subject={record.reply_subject} />
          <CustomerFact customer={conversation.customer} buyer={{ ...record, company: '' }} />
          <Fact name={t('office.language')}>{t(`office.language_${record.language}`)}</Fact>
        </Facts>
        {record.message && <Written label={t('inbox.message')}>{record.message}</Written>}
        {record.files.length > 0 && (
          <RecordSection title={t('inbox.files')}>
            <AttachmentList files={record.files} of={{ letter: record.id }} />
          </RecordSection>
        )}
      </ConversationParts>
    </RecordPage>
  )
}
