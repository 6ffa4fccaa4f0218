import { useRoute, useTranslator, type Page } from '#platform/pages/page.tsx'
import type { SentFields } from '#platform/pages/render.tsx'
import { Button, ButtonLink } from '#ui/button.tsx'
import { href } from '#routes/public.ts'
import type { ServerTranslator } from '#locales/translator.ts'
import { LostView } from './lost-view.tsx'

/** The page shown while the database is unreachable. Only the server renders it, and nothing on it needs a script. */
export const outagePage: Page<unknown, SentFields | null> = {
  head: (_, translator) => ({ title: (translator as ServerTranslator).t('outage.title'), hidden: true }),
  View: OutageView,
}

function OutageView({ data: sentFields }: { data: SentFields | null }) {
  const { t } = useTranslator() as ServerTranslator
  return (
    <LostView number={null} title={t('outage.title')} text={t(sentFields ? 'outage.form' : 'outage.text')}>
      {sentFields ? <ResendForm sent={sentFields} /> : <RetryLink />}
      <ButtonLink variant="secondary" to={href('home')}>
        {t('booking.back_home')}
      </ButtonLink>
    </LostView>
  )
}

function RetryLink() {
  const { t } = useTranslator()
  const { path, query } = useRoute()
  return <ButtonLink to={query.size ? `${path}?${query}` : path}>{t('dashboard.retry')}</ButtonLink>
}

/** Repeats the form submission to the current address. */
function ResendForm({ sent: fields }: { sent: SentFields }) {
  const { t } = useTranslator()
  return (
    <form method="post">
      {fields.map(([name, text], index) => (
        <input key={index} type="hidden" name={name} value={text} />
      ))}
      <Button type="submit">{t('dashboard.retry')}</Button>
    </form>
  )
}
