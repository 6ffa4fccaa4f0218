import { useTranslator, type Page } from '#platform/pages/page.tsx'
import { notFoundError } from '#platform/errors.ts'
import { Fact, Facts, File, Part, Written } from '#ui/office/record-page.tsx'
import { Reach } from '#ui/office/contact-links.tsx'
import { when } from '#ui/office/format-time.ts'
import { officePages } from '#routes/office.ts'
import type { EnquiriesOfficeApi, MessageFile } from '../../enquiries/office/contract.ts'
import { AttachmentList } from '../../enquiries/own/attachment-list.tsx'
import { useDesk } from '#ui/office/desk.ts'
import { History } from '#ui/office/history.tsx'
import type { ConversationFile, InboxApi } from './contract.ts'
import { ConversationParts } from './conversation-parts.tsx'
import { StateChip } from './state-chip.tsx'

interface Data {
  file: MessageFile
  conversation: ConversationFile
}

/** A contact message and its conversation. */
export const messagePage: Page<EnquiriesOfficeApi & InboxApi, Data> = {
  async load({ api, place }) {
    if (!/^[1-9]\d{0,9}$/.test(place.params['id']!)) throw notFoundError()
    const id = Number(place.params['id'])
    const [file, conversation] = await Promise.all([api.getMessageFile({ id }), api.getConversation({ message: id })])
    return { file, conversation }
  },
  head: ({ file: { name, subject } }) => ({ title: [name, subject].filter(Boolean).join(': '), hidden: true }),
  View: MessageView,
}

function MessageView({ data: { file, conversation } }: { data: Data }) {
  const translator = useTranslator()
  const { t } = translator
  const desk = useDesk()
  const number = t('inbox.number', { id: translator.digits(String(file.id)) })
  return (
    <File
      back={{ to: officePages.inbox, label: t('inbox.title') }}
      about={`${number}, ${t('inbox.came', { when: when(translator, file.asked_at) })}`}
      title={file.name}
      state={<StateChip {...conversation} />}
      aside={<History subject={`message ${file.id}`} version={conversation} />}
    >
      <ConversationParts conversation={conversation} show={(updated) => desk.show({ file, conversation: updated })}>
        <Facts>
          <Fact name={t('inbox.about')}>
            <strong>{file.subject || t('inbox.no_subject')}</strong>
          </Fact>
          <Reach email={file.email} subject={file.reply_subject} />
          <Fact name={t('office.reads')}>{t(`office.reads_${file.language}`)}</Fact>
        </Facts>
        {file.message && <Written label={t('inbox.wrote')}>{file.message}</Written>}
        {file.files.length > 0 && (
          <Part title={t('inbox.files')}>
            <AttachmentList files={file.files} of={{ letter: file.id }} />
          </Part>
        )}
      </ConversationParts>
    </File>
  )
}
