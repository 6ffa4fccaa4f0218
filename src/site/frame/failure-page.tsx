import { useTranslator, type Page } from '#platform/pages/page.tsx'
import { Button, ButtonLink } from '#ui/button.tsx'
import { href } from '#routes/public.ts'
import { LostView } from './lost-view.tsx'

/** The error page. It shows the ID of the failed request; without an ID the server could not be reached. */
export const failurePage: Page<unknown, unknown> = {
  head: (_, { t }) => ({ title: t('failure.title'), hidden: true }),
  View: FailureView,
}

function FailureView({ data }: { data: unknown }) {
  const { requestId } = data as { requestId: string | null }
  const { t } = useTranslator()
  return (
    <LostView
      number={requestId === null ? null : 500}
      title={t('failure.title')}
      text={t(requestId === null ? 'failure.offline' : 'failure.text')}
      note={requestId === null ? null : t('failure.reference', { id: requestId })}
    >
      <Button className="needs-scripts" onClick={() => location.reload()}>
        {t('dashboard.retry')}
      </Button>
      <ButtonLink variant="secondary" to={href('home')}>
        {t('booking.back_home')}
      </ButtonLink>
    </LostView>
  )
}
