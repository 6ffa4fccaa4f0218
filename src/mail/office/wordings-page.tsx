import { useTranslator, type Page } from '#platform/pages/page.tsx'
import { Chip, RecordPage } from '#ui/office/record-page.tsx'
import { Rows } from '#ui/office/list.tsx'
import { officeHref, officePages } from '#routes/office.ts'
import { emailKinds } from '../kinds.ts'
import { formatEmailKind } from './kind-names.ts'
import type { EmailWordingApi, EmailWordings } from './wording-contract.ts'

/** The list of emails that have a preview. The company can change the texts of some. */
export const emailWordingsPage: Page<EmailWordingApi, EmailWordings> = {
  load: ({ api }) => api.getEmailWordings({}),
  head: (_, { t }) => ({ title: t('emails.templates'), hidden: true }),
  View: WordingsView,
}

function WordingsView({ data: { data } }: { data: EmailWordings }) {
  const translator = useTranslator()
  const { t } = translator
  return (
    <RecordPage
      back={{ to: officePages.emailsSettings, label: t('settings.emails') }}
      about={t('settings.emails')}
      title={t('emails.templates')}
      state={t('emails.templates_text')}
    >
      <Rows
        rows={data.map(({ kind, is_editable, is_own }) => ({
          path: officeHref('emailWording', kind),
          title: formatEmailKind(kind, translator),
          about: t(`emails.to_${emailKinds[kind].to}`),
          chip: is_editable && (
            <Chip tone={is_own ? 'here' : 'to-come'}>{t(is_own ? 'emails.customised' : 'emails.editable')}</Chip>
          ),
        }))}
      />
    </RecordPage>
  )
}
