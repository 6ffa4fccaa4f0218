import { useApi, useWords, type Page } from '../../platform/pages/page.tsx'
import { notFoundError } from '../../platform/errors.ts'
import { Fact, Facts, File, Part, Written } from '../../ui/office/file.tsx'
import { Reach } from '../../ui/office/sender.tsx'
import { when } from '../../ui/office/when.ts'
import { officePages } from '../../urls-office.ts'
import { GivenFiles } from '../own/given-files.tsx'
import type { EnquiriesOfficeApi, MessageFile } from './contract.ts'
import { HandledState, MarkForm } from './mark-form.tsx'

/** What somebody wrote to the company, and whether it is answered. */
export const messagePage: Page<EnquiriesOfficeApi, MessageFile> = {
  async load({ api, place }) {
    const id = place.params['id']!
    if (!/^[1-9]\d{0,9}$/.test(id)) throw notFoundError()
    return api.getMessageFile({ id: Number(id) })
  },
  head: ({ name, subject }) => ({ title: [name, subject].filter(Boolean).join(': '), hidden: true }),
  View: MessageView,
}

function MessageView({ data: file }: { data: MessageFile }) {
  const words = useWords()
  const { t } = words
  const { markMessage } = useApi<EnquiriesOfficeApi>()
  const number = t('inbox.number', { id: words.digits(String(file.id)) })
  return (
    <File
      back={{ to: officePages.messages, label: t('office.messages') }}
      about={`${number}, ${t('inbox.came', { when: when(words, file.asked_at) })}`}
      title={file.name}
      state={<HandledState handled={file.handled} />}
    >
      <MarkForm file={file} mark={(answered) => markMessage({ id: file.id, answered })}>
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
            <GivenFiles files={file.files} of={{ letter: file.id }} />
          </Part>
        )}
      </MarkForm>
    </File>
  )
}
