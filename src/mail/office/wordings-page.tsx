import { useTranslator, type Page } from '#platform/pages/page.tsx'
import { Chip, File } from '#ui/office/record-page.tsx'
import { Rows } from '#ui/office/list.tsx'
import { officeHref, officePages } from '#routes/office.ts'
import { emailKinds } from '../kinds.ts'
import { emailKindName } from './kind-names.ts'
import type { EmailWordingApi, EmailWordings } from './wording-contract.ts'

/** The list of emails with editable texts. */
export const emailWordingsPage: Page<EmailWordingApi, EmailWordings> = {
  load: ({ api }) => api.getLetterWordings({}),
  head: (_, { t }) => ({ title: t('letters.wordings'), hidden: true }),
  View: WordingsView,
}

function WordingsView({ data: { data } }: { data: EmailWordings }) {
  const translator = useTranslator()
  const { t } = translator
  return (
    <File
      back={{ to: officePages.lettersSettings, label: t('settings.letters') }}
      about={t('settings.letters')}
      title={t('letters.wordings')}
      state={t('letters.wordings_text')}
    >
      <Rows
        rows={data.map(({ kind, is_own }) => ({
          path: officeHref('letterWording', kind),
          title: emailKindName(kind, translator),
          about: t(`letters.goes_to_${emailKinds[kind].to}`),
          chip: is_own ? <Chip tone="to-come">{t('labels.own')}</Chip> : null,
        }))}
      />
    </File>
  )
}
