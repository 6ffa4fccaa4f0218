import { Link, useTranslator } from '#platform/pages/page.tsx'
import { Fact, Facts } from '#ui/office/record-page.tsx'
import { CustomerFact } from '#people/customers/office/customer-fact.tsx'
import { ContactLinks } from '#ui/office/contact-links.tsx'
import { formatWhen } from '#ui/office/format-time.ts'
import { officePages } from '#routes/office.ts'
import type { EnquiryRecord } from '../../enquiries/office/contract.ts'
import { StartQuotation } from '../../quotations/office/start-quotation.tsx'
import { describeAmount, describeChoices } from '../../enquiries/describe-line.ts'
import { useOffice } from '#ui/office/office-context.ts'
import { ConversationFiles } from './conversation-files.tsx'
import { ConversationPage, type ConversationProps } from './conversation-page.tsx'
import lineStyles from './enquiry-lines.module.css'
import styles from './conversation.module.css'

/** An enquiry with its lines, its sender and its conversation. */
export function EnquiryConversation({ record, ...shared }: { record: EnquiryRecord } & ConversationProps) {
  const translator = useTranslator()
  const { t } = translator
  const office = useOffice()
  const fileOwner = { enquiry: record.code }
  return (
    <ConversationPage
      {...shared}
      about={`${record.code}, ${t('inbox.received', { when: formatWhen(translator, record.asked_at) })}`}
      title={record.company}
      owner={fileOwner}
      subject={`enquiry ${record.code}`}
      facts={
        <Facts>
          <Fact name={t('inbox.from')}>
            <strong>{record.name}</strong>
          </Fact>
          <ContactLinks email={record.email} phone={record.phone} subject={record.reply_subject} />
          <CustomerFact customer={shared.conversation.customer} buyer={record} />
          <Fact name={t('office.language')}>{t(`office.language_${record.language}`)}</Fact>
          <Fact name={t('office.account')}>{t(record.has_account ? 'office.has_account' : 'office.no_account')}</Fact>
        </Facts>
      }
      links={
        office.can('make quotations') && (
          <div className="row-4">
            <StartQuotation variant="secondary" source={fileOwner} label={t('quotation.create')} />
            <Link className="tall" to={`${officePages.quotations}?search=${record.code}`}>
              {t('quotation.of_enquiry')}
            </Link>
          </div>
        )
      }
    >
      <p className={styles.head}>
        <strong>{t('inbox.requested_items')}</strong>
        <span className="small">
          {record.name}, {formatWhen(translator, record.asked_at)}
        </span>
      </p>
      {record.notes && <p className={styles.text}>{record.notes}</p>}
      <EnquiryLines lines={record.lines} />
      {record.files.length > 0 && <ConversationFiles files={record.files} owner={fileOwner} />}
    </ConversationPage>
  )
}

const EnquiryLines = ({ lines }: Pick<EnquiryRecord, 'lines'>) => {
  const translator = useTranslator()
  return (
    <ol role="list" className={lineStyles.lines}>
      {lines.map(({ product, notes, chosen, ...line }, index) => (
        <li key={index}>
          <p>
            <strong>{product}</strong>
            <span>{describeAmount(translator, line, translator.t('inbox.no_quantity'))}</span>
          </p>
          {describeChoices(translator, chosen, line).map((text) => (
            <p key={text}>{text}</p>
          ))}
          {notes && <p className={lineStyles.notes}>{notes}</p>}
        </li>
      ))}
    </ol>
  )
}
