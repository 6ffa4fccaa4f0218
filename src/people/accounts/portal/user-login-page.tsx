import { Link, useTranslator, type Page } from '#platform/pages/page.tsx'
import { href } from '#routes/public.ts'
import { LoginForm } from './login-form.tsx'
import { NoScriptNotice } from '../no-script-notice.tsx'
import { Portal } from './portal.tsx'
import { SignedInNotice } from './signed-in-notice.tsx'
import { useNextPath, useContinueAfterSignIn } from './use-next.ts'

/** The sign-in page of a person's own device: it can remember the session, and continues to the stay packages. */
export const userLoginPage: Page<unknown, unknown> = {
  queryNames: ['next'],
  head: (_, { t }) => ({ title: t('login.user_title'), hidden: true }),
  View: UserLoginView,
}

function UserLoginView() {
  const { t } = useTranslator()
  const nextPath = useNextPath()
  const continueAfterSignIn = useContinueAfterSignIn('packages')
  return (
    <Portal heading={t('login.user_heading')} text={t('login.user_text')} hasBenefits>
      <SignedInNotice />
      <LoginForm isByEmail submitLabel={t('login.submit')} onSignedIn={continueAfterSignIn} />
      <NoScriptNotice />
      <p>
        {t('login.no_account')} <Link to={href('signUp', null, { next: nextPath })}>{t('level_sign_up')}</Link>
      </p>
    </Portal>
  )
}
