import { useTranslator } from '#platform/pages/page.tsx'
import { ButtonLink } from '#ui/button.tsx'
import { Notice } from '#ui/notice.tsx'
import { href } from '#routes/public.ts'

/** Replaces a form for users without JavaScript and links to the contact page. Rendered on the server only. */
export const NoScriptNotice = () => <noscript>{import.meta.env.SSR && <ContactNotice />}</noscript>

function ContactNotice() {
  const { t } = useTranslator()
  const action = (
    <ButtonLink variant="secondary" to={href('contact')}>
      {t('home.talk_action')}
    </ButtonLink>
  )
  return <Notice title={t('login.needs_scripts')} action={action} />
}
