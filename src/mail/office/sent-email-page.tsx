import { Link, useApi, useTranslator, type Page } from '#platform/pages/page.tsx'
import { ActionForm } from '#ui/office/action-form.tsx'
import { Chip, Fact, Facts, RecordPage, RecordSection } from '#ui/office/record-page.tsx'
import { useOffice } from '#ui/office/office-context.ts'
import { History } from '#ui/office/history.tsx'
import { formatWhen } from '#ui/office/format-time.ts'
import { officeHref, officePages } from '#routes/office.ts'
import { formatEmailKind } from './kind-names.ts'
import { EmailBody } from './email-body.tsx'
import type { SentEmail, SentEmailsApi } from './sent-contract.ts'
import { stateTones } from './tones.ts'

/** The page of one email: its content, its delivery state and the option to send it again. */
export const sentEmailPage: Page<SentEmailsApi, SentEmail> = {
  load: ({ api, route }) => api.getEmail({ id: Number(route.params['id']) }),
  head: ({ subject }) => ({ title: subject, hidden: true }),
  View: SentEmailView,
}

function SentEmailView({ data: email }: { data: SentEmail }) {
  const translator = useTranslator()
  const { t } = translator
  const { state, at } = email
  return (
    <RecordPage
      back={{ to: officePages.emails, label: t('emails.title') }}
      about={email.kind ? formatEmailKind(email.kind, translator) : t('emails.kind_unknown')}
      title={email.subject}
      state={
        <>
          <Chip tone={stateTones[state]}>{t(`emails.state_${state}`)}</Chip>{' '}
          <time dateTime={at}>{formatWhen(translator, at)}</time>
        </>
      }
      aside={<History subject={`email ${email.id}`} version={`${state} ${email.is_settled}`} />}
    >
      <EmailFacts email={email} />
      <EmailActions email={email} />
      <EmailBody email={email} />
    </RecordPage>
  )
}

function EmailFacts({ email }: { email: SentEmail }) {
  const translator = useTranslator()
  const { t } = translator
  const { to, reply_to, about, file, error, resend_of, resent_as } = email
  const subjectLink = about === null ? null : getSubjectLink(about)
  return (
    <Facts>
      <Fact name={t('emails.to')}>{to}</Fact>
      {reply_to && <Fact name={t('emails.reply_to')}>{reply_to}</Fact>}
      {subjectLink && (
        <Fact name={t('emails.about')}>
          <Link to={subjectLink.path}>
            {t(`emails.about_${subjectLink.subjectKind}`, {
              id: subjectLink.subjectKind === 'message' ? translator.digits(subjectLink.id) : subjectLink.id,
            })}
          </Link>
        </Fact>
      )}
      <Fact name={t('office.language')}>{t(`office.language_${email.language}`)}</Fact>
      {file && <Fact name={t('emails.file')}>{file}</Fact>}
      {error && (
        <Fact name={t('emails.error')}>
          <span lang="en">{error}</span>
        </Fact>
      )}
      {resend_of !== null && (
        <Fact name={t('emails.resent_copy_of')}>
          <Link to={officeHref('email', resend_of)}>{t('emails.view_original')}</Link>
        </Fact>
      )}
      {resent_as !== null && (
        <Fact name={t('emails.resent')}>
          <Link to={officeHref('email', resent_as)}>{t('emails.view_latest')}</Link>
        </Fact>
      )}
    </Facts>
  )
}

const subjectPages = {
  booking: 'booking',
  quotation: 'quotation',
  order: 'order',
  enquiry: 'enquiry',
  message: 'message',
} as const

/** Returns the link to a subject such as `booking ABC123`. */
function getSubjectLink(about: string): { subjectKind: keyof typeof subjectPages; id: string; path: string } | null {
  const [subjectKind = '', id = ''] = about.split(' ')
  if (!Object.hasOwn(subjectPages, subjectKind) || id === '') return null
  const page = subjectKind as keyof typeof subjectPages
  return { subjectKind: page, id, path: officeHref(subjectPages[page], id) }
}

/** The actions that are possible now, or the reason why there are none. */
function EmailActions({ email }: { email: SentEmail }) {
  const { t } = useTranslator()
  const api = useApi<SentEmailsApi>()
  const office = useOffice()
  const { id, state, resend_blocker, is_settled } = email
  return (
    <RecordSection title={t(state === 'failed' && !is_settled ? 'emails.next_steps' : 'emails.resend_title')}>
      {state === 'withheld' && <p>{t('emails.withheld_text')}</p>}
      {(state === 'bounced' || state === 'complained') && <p>{t(`emails.${state}_text`)}</p>}
      {resend_blocker ? (
        <p>{t(`emails.not_resendable_${resend_blocker}`)}</p>
      ) : (
        <ActionForm
          label={t('emails.resend')}
          done={t('emails.resending')}
          onSubmit={async ({ sendOnce }) => {
            const resentEmail = await sendOnce(api.resendEmail, { id })
            office.refresh()
            // If the email was sent again as a new one, show the updated original.
            return resentEmail.id === id ? resentEmail : api.getEmail({ id })
          }}
        >
          {() => <p>{t(email.hidden === 'key' ? 'emails.resend_secret' : 'emails.resend_text')}</p>}
        </ActionForm>
      )}
      {state === 'failed' && !is_settled && (
        <ActionForm
          label={t('emails.dismiss')}
          done={t('emails.dismissed')}
          onSubmit={async () => {
            const result = await api.dismissFailedEmail({ id })
            office.refresh()
            return result
          }}
        />
      )}
    </RecordSection>
  )
}
