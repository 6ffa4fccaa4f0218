import { useTranslator, type Page } from '#platform/pages/page.tsx'
import { createNotFoundError } from '#platform/errors.ts'
import { Fact, Facts } from '#ui/office/record-page.tsx'
import { CustomerFact } from '#people/customers/customer-fact.tsx'
import { ContactLinks } from '#ui/office/contact-links.tsx'
import { formatWhen } from '#ui/office/format-time.ts'
import type { EnquiriesOfficeApi, MessageRecord } from '../../enquiries/office/contract.ts'
import { StartQuotation } from '../../quotations/office/start-quotation.tsx'
import { useOffice } from '#ui/office/office-context.ts'
import { ConversationFiles } from './conversation-files.tsx'
import type { ConversationRecord, Inbox, InboxApi } from './contract.ts'
import { ConversationPage } from './conversation-page.tsx'
import { InboxLayout } from './inbox-layout.tsx'
import { readInboxQuery } from './inbox-query.ts'
import styles from './conversation.module.css'

interface Data {
  record: MessageRecord
  conversation: ConversationRecord
  inbox: Inbox
}

/** A contact message and its conversation. */
export const messagePage: Page<EnquiriesOfficeApi & InboxApi, Data> = {
  isLive: true,
  async load({ api, route }) {
    if (!/^[1-9]\d{0,9}$/.test(route.params['id']!)) throw createNotFoundError()
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
  const { record, conversation } = data
  const translator = useTranslator()
  const { t } = translator
  const office = useOffice()
  const number = t('inbox.number', { id: translator.digits(String(record.id)) })
  const fileOwner = { letter: record.id }
  return (
    <ConversationPage
      conversation={conversation}
      show={(updated) => office.show({ ...data, conversation: updated })}
      about={`${number}, ${t('inbox.received', { when: formatWhen(translator, record.asked_at) })}`}
      title={record.name}
      owner={fileOwner}
      subject={`message ${record.id}`}
      facts={
        <Facts>
          <Fact name={t('inbox.about')}>
            <strong>{record.subject || t('inbox.no_subject')}</strong>
          </Fact>
          <ContactLinks email={record.email} subject={record.reply_subject} />
          <CustomerFact customer={conversation.customer} buyer={{ ...record, company: '' }} />
          <Fact name={t('office.language')}>{t(`office.language_${record.language}`)}</Fact>
        </Facts>
      }
      links={
        office.can('make quotations') &&
        record.email !== '' && (
          <div>
            <StartQuotation variant="secondary" source={{ message: record.id }} label={t('quotation.create')} />
          </div>
        )
      }
    >
      <p className={styles.head}>
        <strong>{record.subject || t('inbox.message')}</strong>
        <span className="small">
          {record.name}, {formatWhen(translator, record.asked_at)}
        </span>
      </p>
      {record.message && <p className={styles.text}>{record.message}</p>}
      {record.files.length > 0 && <ConversationFiles files={record.files} owner={fileOwner} />}
    </ConversationPage>
  )
}
