import { useTranslator } from '#platform/pages/page.tsx'
import { Fact, Facts } from '#ui/office/record-page.tsx'
import { CustomerFact } from '#people/customers/office/customer-fact.tsx'
import { ContactLinks } from '#ui/office/contact-links.tsx'
import { formatWhen } from '#ui/office/format-time.ts'
import type { MessageRecord } from '../../enquiries/office/contract.ts'
import { StartQuotation } from '../../quotations/office/start-quotation.tsx'
import { useOffice } from '#ui/office/office-context.ts'
import { ConversationFiles } from './conversation-files.tsx'
import { ConversationPage, type ConversationProps } from './conversation-page.tsx'
import styles from './conversation.module.css'

/** A contact message and its conversation. */
export function MessageConversation({ record, ...shared }: { record: MessageRecord } & ConversationProps) {
  const translator = useTranslator()
  const { t } = translator
  const office = useOffice()
  const number = t('inbox.number', { id: translator.digits(String(record.id)) })
  const fileOwner = { message: record.id }
  return (
    <ConversationPage
      {...shared}
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
          <CustomerFact customer={shared.conversation.customer} buyer={{ ...record, company: '' }} />
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
