import { Link, useApi, useTranslator, type Page } from '#platform/pages/page.tsx'
import { Act } from '#ui/office/action-form.tsx'
import { Chip, Fact, Facts, File, Part } from '#ui/office/record-page.tsx'
import { useDesk } from '#ui/office/desk.ts'
import { History } from '#ui/office/history.tsx'
import { when } from '#ui/office/format-time.ts'
import { officeHref, officePages } from '#routes/office.ts'
import { emailKindName } from './kind-names.ts'
import { EmailBody } from './email-body.tsx'
import type { SentEmail, SentEmailsApi } from './sent-contract.ts'
import { stateTones } from './tones.ts'

/** The page of one email: its content, its delivery state and the option to send it again. */
export const sentEmailPage: Page<SentEmailsApi, SentEmail> = {
  load: ({ api, place }) => api.getLetter({ id: Number(place.params['id']) }),
  head: ({ subject }) => ({ title: subject, hidden: true }),
  View: SentEmailView,
}

function SentEmailView({ data: email }: { data: SentEmail }) {
  const translator = useTranslator()
  const { t } = translator
  const { state, at } = email
  return (
    <File
      back={{ to: officePages.letters, label: t('letters.title') }}
      about={email.kind ? emailKindName(email.kind, translator) : t('letters.kind_unknown')}
      title={email.subject}
      state={
        <>
          <Chip tone={stateTones[state]}>{t(`letters.state_${state}`)}</Chip>{' '}
          <time dateTime={at}>{when(translator, at)}</time>
        </>
      }
      aside={<History subject={`letter ${email.id}`} version={`${state} ${email.is_settled}`} />}
    >
      <EmailFacts email={email} />
      <EmailActions email={email} />
      <EmailBody email={email} />
    </File>
  )
}

function EmailFacts({ email }: { email: SentEmail }) {
  const translator = useTranslator()
  const { t } = translator
  const { to, reply_to, about, file, error, again_of, sent_again_as } = email
  const place = about === null ? null : subjectLink(about)
  return (
    <Facts>
      <Fact name={t('letters.to')}>{to}</Fact>
      {reply_to && <Fact name={t('letters.reply_to')}>{reply_to}</Fact>}
      {place && (
        <Fact name={t('letters.about')}>
          <Link to={place.path}>
            {t(`letters.about_${place.subjectKind}`, {
              id: place.subjectKind === 'message' ? translator.digits(place.id) : place.id,
            })}
          </Link>
        </Fact>
      )}
      <Fact name={t('office.reads')}>{t(`office.reads_${email.language}`)}</Fact>
      {file && <Fact name={t('letters.file')}>{file}</Fact>}
      {error && (
        <Fact name={t('letters.error')}>
          <span lang="en">{error}</span>
        </Fact>
      )}
      {again_of !== null && (
        <Fact name={t('letters.again_of')}>
          <Link to={officeHref('letter', again_of)}>{t('letters.see_first')}</Link>
        </Fact>
      )}
      {sent_again_as !== null && (
        <Fact name={t('letters.sent_again')}>
          <Link to={officeHref('letter', sent_again_as)}>{t('letters.see_last')}</Link>
        </Fact>
      )}
    </Facts>
  )
}

const subjectPages = { booking: 'booking', quotation: 'quotation', enquiry: 'enquiry', message: 'message' } as const

/** Returns the link to a subject such as `booking ABC123`. */
function subjectLink(about: string): { subjectKind: keyof typeof subjectPages; id: string; path: string } | null {
  const [subjectKind = '', id = ''] = about.split(' ')
  if (!Object.hasOwn(subjectPages, subjectKind) || id === '') return null
  const page = subjectKind as keyof typeof subjectPages
  return { subjectKind: page, id, path: officeHref(subjectPages[page], id) }
}

/** The actions that are possible now, or the reason why there are none. */
function EmailActions({ email }: { email: SentEmail }) {
  const { t } = useTranslator()
  const api = useApi<SentEmailsApi>()
  const desk = useDesk()
  const { id, state, not_again, is_settled } = email
  return (
    <Part title={t(state === 'failed' && !is_settled ? 'letters.what_now' : 'letters.again')}>
      {state === 'withheld' && <p>{t('letters.withheld_text')}</p>}
      {(state === 'bounced' || state === 'complained') && <p>{t(`letters.${state}_text`)}</p>}
      {not_again ? (
        <p>{t(`letters.not_again_${not_again}`)}</p>
      ) : (
        <Act
          label={t('letters.send_again')}
          act={async ({ once }) => {
            const sent = await once(api.sendLetterAgain, { id })
            desk.refresh()
            // If the email was sent again as a new one, show the updated original.
            return sent.id === id ? sent : api.getLetter({ id })
          }}
        >
          {() => <p>{t(email.hidden === 'key' ? 'letters.again_key' : 'letters.again_text')}</p>}
        </Act>
      )}
      {state === 'failed' && !is_settled && (
        <Act
          label={t('letters.leave')}
          act={async () => {
            const result = await api.leaveLetter({ id })
            desk.refresh()
            return result
          }}
        />
      )}
    </Part>
  )
}
