import { Link, useTranslator, type Page } from '#platform/pages/page.tsx'
import { Fact, Facts, File, Part, Written } from '#ui/office/record-page.tsx'
import { Reach } from '#ui/office/contact-links.tsx'
import { when } from '#ui/office/format-time.ts'
import { officePages } from '#routes/office.ts'
import type { EnquiriesOfficeApi, EnquiryFile } from '../../enquiries/office/contract.ts'
import { AttachmentList } from '../../enquiries/own/attachment-list.tsx'
import { describeAmount, describeChoices } from '../../enquiries/labels.ts'
import { useDesk } from '#ui/office/desk.ts'
import { History } from '#ui/office/history.tsx'
import type { ConversationFile, InboxApi } from './contract.ts'
import { ConversationParts } from './conversation-parts.tsx'
import styles from './enquiry-lines.module.css'
import { StateChip } from './state-chip.tsx'

interface Data {
  file: EnquiryFile
  conversation: ConversationFile
}

/** An enquiry with its lines, its sender and its conversation. */
export const enquiryPage: Page<EnquiriesOfficeApi & InboxApi, Data> = {
  async load({ api, place }) {
    const code = place.params['code']!
    const [file, conversation] = await Promise.all([
      api.getEnquiryFile({ code }),
      api.getConversation({ enquiry: code }),
    ])
    return { file, conversation }
  },
  head: ({ file: { company, code } }) => ({ title: `${company}, ${code}`, hidden: true }),
  View: EnquiryView,
}

function EnquiryView({ data: { file, conversation } }: { data: Data }) {
  const translator = useTranslator()
  const { t } = translator
  const desk = useDesk()
  return (
    <File
      back={{ to: officePages.inbox, label: t('inbox.title') }}
      about={`${file.code}, ${t('inbox.came', { when: when(translator, file.asked_at) })}`}
      title={file.company}
      state={<StateChip {...conversation} />}
      aside={<History subject={`enquiry ${file.code}`} version={conversation} />}
    >
      <ConversationParts conversation={conversation} show={(updated) => desk.show({ file, conversation: updated })}>
        <Facts>
          <Fact name={t('inbox.from')}>
            <strong>{file.name}</strong>
          </Fact>
          <Reach email={file.email} phone={file.phone} subject={file.reply_subject} />
          <Fact name={t('office.reads')}>{t(`office.reads_${file.language}`)}</Fact>
          <Fact name={t('office.account')}>{t(file.has_account ? 'office.has_account' : 'office.no_account')}</Fact>
        </Facts>
        {file.notes && <Written label={t('inbox.wrote')}>{file.notes}</Written>}
        <Part title={t('inbox.asks_for')}>
          <EnquiryLines lines={file.lines} />
        </Part>
        {desk.may('make quotations') && (
          <p className="line-4 links">
            <Link to={`${officePages.newQuotation}?enquiry=${file.code}`}>{t('quotation.for_enquiry')}</Link>
            <Link to={`${officePages.quotations}?search=${file.code}`}>{t('quotation.of_enquiry')}</Link>
          </p>
        )}
        {file.files.length > 0 && (
          <Part title={t('inbox.files')}>
            <AttachmentList files={file.files} of={{ enquiry: file.code }} />
          </Part>
        )}
      </ConversationParts>
    </File>
  )
}

const EnquiryLines = ({ lines }: Pick<EnquiryFile, 'lines'>) => {
  const translator = useTranslator()
  return (
    <ol role="list" className={styles.lines}>
      {lines.map(({ product, notes, chosen, needed_by, ...line }, index) => (
        <li key={index}>
          <p>
            <strong>{product}</strong>
            <span>{describeAmount(translator, line, translator.t('inbox.no_quantity'))}</span>
          </p>
          {describeChoices(translator, chosen, needed_by).map((text) => (
            <p key={text}>{text}</p>
          ))}
          {notes && <p className={styles.notes}>{notes}</p>}
        </li>
      ))}
    </ol>
  )
}
