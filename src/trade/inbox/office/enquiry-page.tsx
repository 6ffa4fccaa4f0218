import { Link, useTranslator, type Page } from '#platform/pages/page.tsx'
import { Fact, Facts, RecordPage, RecordSection, Written } from '#ui/office/record-page.tsx'
import { CustomerFact } from '#people/customers/customer-fact.tsx'
import { ContactLinks } from '#ui/office/contact-links.tsx'
import { when } from '#ui/office/format-time.ts'
import { officePages } from '#routes/office.ts'
import type { EnquiriesOfficeApi, EnquiryRecord } from '../../enquiries/office/contract.ts'
import { AttachmentList } from '../../enquiries/files/attachment-list.tsx'
import { describeAmount, describeChoices } from '../../enquiries/describe-line.ts'
import { useOffice } from '#ui/office/office-context.ts'
import { History } from '#ui/office/history.tsx'
import type { ConversationRecord, InboxApi } from './contract.ts'
import { ConversationParts } from './conversation-parts.tsx'
import styles from './enquiry-lines.module.css'
import { StateChip } from './state-chip.tsx'

interface Data {
  record: EnquiryRecord
  conversation: ConversationRecord
}

/** An enquiry with its lines, its sender and its conversation. */
export const enquiryPage: Page<EnquiriesOfficeApi & InboxApi, Data> = {
  async load({ api, place }) {
    const code = place.params['code']!
    const [record, conversation] = await Promise.all([
      api.getEnquiryRecord({ code }),
      api.getConversation({ enquiry: code }),
    ])
    return { record, conversation }
  },
  head: ({ record: { company, code } }) => ({ title: `${company}, ${code}`, hidden: true }),
  View: EnquiryView,
}

function EnquiryView({ data: { record, conversation } }: { data: Data }) {
  const translator = useTranslator()
  const { t } = translator
  const office = useOffice()
  return (
    <RecordPage
      back={{ to: officePages.inbox, label: t('inbox.title') }}
      about={`${record.code}, ${t('inbox.received', { when: when(translator, record.asked_at) })}`}
      title={record.company}
      state={<StateChip {...conversation} />}
      aside={<History subject={`enquiry ${record.code}`} version={conversation} />}
    >
      <ConversationParts conversation={conversation} show={(updated) => office.show({ record, conversation: updated })}>
        <Facts>
          <Fact name={t('inbox.from')}>
            <strong>{record.name}</strong>
          </Fact>
          <ContactLinks email={record.email} phone={record.phone} subject={record.reply_subject} />
          <CustomerFact customer={conversation.customer} buyer={record} />
          <Fact name={t('office.language')}>{t(`office.language_${record.language}`)}</Fact>
          <Fact name={t('office.account')}>{t(record.has_account ? 'office.has_account' : 'office.no_account')}</Fact>
        </Facts>
        {record.notes && <Written label={t('inbox.message')}>{record.notes}</Written>}
        <RecordSection title={t('inbox.requested_items')}>
          <EnquiryLines lines={record.lines} />
        </RecordSection>
        {office.may('make quotations') && (
          <p className="line-4 links">
            <Link to={`${officePages.newQuotation}?enquiry=${record.code}`}>{t('quotation.create_for_enquiry')}</Link>
            <Link to={`${officePages.quotations}?search=${record.code}`}>{t('quotation.of_enquiry')}</Link>
          </p>
        )}
        {record.files.length > 0 && (
          <RecordSection title={t('inbox.files')}>
            <AttachmentList files={record.files} of={{ enquiry: record.code }} />
          </RecordSection>
        )}
      </ConversationParts>
    </RecordPage>
  )
}

const EnquiryLines = ({ lines }: Pick<EnquiryRecord, 'lines'>) => {
  const translator = useTranslator()
  return (
    <ol role="list" className={styles.lines}>
      {lines.map(({ product, notes, chosen, ...line }, index) => (
        <li key={index}>
          <p>
            <strong>{product}</strong>
            <span>{describeAmount(translator, line, translator.t('inbox.no_quantity'))}</span>
          </p>
          {describeChoices(translator, chosen, line).map((text) => (
            <p key={text}>{text}</p>
          ))}
          {notes && <p className={styles.notes}>{notes}</p>}
        </li>
      ))}
    </ol>
  )
}
