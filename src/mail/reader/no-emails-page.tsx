import { navigate } from '#platform/pages/navigate.ts'
import { useApi, useRejectedForm, useTranslator, type Page } from '#platform/pages/page.tsx'
import { Button, ButtonLink } from '#ui/button.tsx'
import { Failure } from '#ui/form/plain-form.tsx'
import { useForm } from '#ui/form/use-form.ts'
import { href } from '#routes/public.ts'
import type { MessagesApi } from '../contract.ts'
import styles from './no-emails-page.module.css'

const outcomes = ['declined', 'wanted', 'unknown'] as const
type Outcome = (typeof outcomes)[number]

interface Data {
  token: string
  outcome: Outcome | null
}

/** The target of the unsubscribe link. Opening the page changes nothing, and no account is needed. */
export const noEmailsPage: Page<MessagesApi, Data> = {
  isUncached: true,
  queryNames: ['token', 'said'],
  load: async ({ route: { query } }) => ({
    token: query.get('token') ?? '',
    outcome: outcomes.find((candidate) => candidate === query.get('said')) ?? null,
  }),
  async submit(api, form) {
    return submitDecline(api, { token: form.get('token') ?? '', declines: form.get('declines') !== 'no' })
  },
  head: (_, { t }) => ({ title: t('privacy.decline_title'), hidden: true }),
  View: NoEmailsView,
}

async function submitDecline(
  api: MessagesApi,
  { token, declines }: { token: string; declines: boolean },
): Promise<string> {
  const { known: isKnown } = await api.unsubscribe({ token, declines })
  return href('unsubscribe', null, { token, said: !isKnown ? 'unknown' : declines ? 'declined' : 'wanted' })
}

function NoEmailsView({ data: { token, outcome } }: { data: Data }) {
  const { t } = useTranslator()
  const isLinkInvalid = token === '' || outcome === 'unknown'
  return (
    <div className={`container ${styles.page}`}>
      <h1>{t('privacy.decline_title')}</h1>
      {isLinkInvalid ? (
        <>
          <p className="lead">{t('privacy.decline_unknown')}</p>
          <ButtonLink to={href('contact')}>{t('home.talk_action')}</ButtonLink>
        </>
      ) : (
        <>
          <p className="lead" role={outcome ? 'status' : undefined}>
            {t(outcome ? `privacy.decline_${outcome}` : 'privacy.decline_text')}
          </p>
          <DeclineForm key={outcome} token={token} declines={outcome !== 'declined'} />
        </>
      )}
    </div>
  )
}

/** Submits by script if scripts run, and as a form to its own page otherwise. */
function DeclineForm({ token, declines }: { token: string; declines: boolean }) {
  const { t, language } = useTranslator()
  const api = useApi<MessagesApi>()
  const rejectedForm = useRejectedForm()
  const { form, isBusy, failure } = useForm(
    async () => navigate(await submitDecline(api, { token, declines }), language, 'replace'),
    { posted: rejectedForm, isRepeatable: true },
  )
  return (
    <form {...form} method="post" className="stack-3 left">
      <input type="hidden" name="token" value={token} />
      <input type="hidden" name="declines" value={declines ? 'yes' : 'no'} />
      {failure && <Failure>{failure}</Failure>}
      <Button type="submit" variant={declines ? 'primary' : 'secondary'} isBusy={isBusy}>
        {t(declines ? 'privacy.decline' : 'privacy.decline_undo')}
      </Button>
    </form>
  )
}
