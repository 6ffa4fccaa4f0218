import { Link, useTranslator } from '#platform/pages/page.tsx'
import { href } from '#routes/public.ts'
import { useSession } from './use-session.ts'

/** The notice on the sign-in and sign-up pages for users who are signed in already. */
export function SignedInNotice() {
  const { t } = useTranslator()
  const { user } = useSession()
  if (!user || user.role === 'guest') return null
  return (
    <p>
      {t('login.signed_in', { name: user.name })} <Link to={href('dashboard')}>{t('password.to_dashboard')}</Link>
    </p>
  )
}
