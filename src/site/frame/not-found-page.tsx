import { useTranslator, type Page } from '#platform/pages/page.tsx'
import { ButtonLink } from '#ui/button.tsx'
import { href } from '#routes/public.ts'
import { LostView } from './lost-view.tsx'

export const notFoundPage: Page<unknown, unknown> = {
  head: (_, { t }) => ({ title: t('notfound.title'), hidden: true }),
  View: NotFoundView,
}

function NotFoundView() {
  const { t } = useTranslator()
  return (
    <LostView number={404} title={t('notfound.title')} text={t('notfound.text')}>
      <ButtonLink to={href('home')}>{t('booking.back_home')}</ButtonLink>
      <ButtonLink variant="secondary" to={href('products')}>
        {t('shell.products')}
      </ButtonLink>
      <ButtonLink variant="secondary" to={href('rooms')}>
        {t('shell.rooms')}
      </ButtonLink>
      <ButtonLink variant="quiet" to={href('contact')}>
        {t('home.talk_action')}
      </ButtonLink>
    </LostView>
  )
}
