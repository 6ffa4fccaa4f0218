import { Link, useTranslator, type Page } from '#platform/pages/page.tsx'
import { href } from '#routes/public.ts'
import { LoginForm } from './login-form.tsx'
import { NoScriptNotice } from '../no-script-notice.tsx'
import { Portal } from './portal.tsx'
import { SignedInNotice } from './signed-in-notice.tsx'
import { useNextPath, useContinueAfterSignIn } from './use-next.ts'

export const loginPage: Page<unknown, { hasSessionEnded: boolean }> = {
  queryNames: ['ended', 'next'],
  load: async ({ route: { query } }) => ({ hasSessionEnded: query.has('ended') }),
  head: (_, { t }) => ({ title: t('login.title'), hidden: true }),
  View: LoginView,
}

function LoginView({ data }: { data: { hasSessionEnded: boolean } }) {
  const { t } = useTranslator()
  const nextPath = useNextPath()
  const continueAfterSignIn = useContinueAfterSignIn('dashboard')
  return (
    <Portal heading={t('login.heading')} text={t('login.text')} hasBenefits>
      {data.hasSessionEnded && <p role="status">{t('login.ended')}</p>}
      <SignedInNotice />
      <LoginForm submitLabel={t('login.submit')} onSignedIn={continueAfterSignIn} />
      <NoScriptNotice />
      <p>
        {t('login.no_account')} <Link to={href('register', null, { next: nextPath })}>{t('login.register')}</Link>
      </p>
      <p>
        {t('login.own_device')}{' '}
        <Link to={href('userLogin', null, { next: nextPath })}>{t('login.stay_signed_in')}</Link>
      </p>
    </Portal>
  )
}
