import { useTranslator } from '#platform/pages/page.tsx'
import { ButtonLink } from '#ui/button.tsx'
import { Notice } from '#ui/notice.tsx'
import { href } from '#routes/public.ts'

/** The notice for empty lists. Lists that could not be loaded show CouldNotLoad instead. */
export function EmptyNotice() {
  const { t } = useTranslator()
  return (
    <Notice
      title={t('page.empty_title')}
      action={<ButtonLink to={href('contact')}>{t('home.talk_action')}</ButtonLink>}
    >
      <p>{t('page.empty_text')}</p>
    </Notice>
  )
}
