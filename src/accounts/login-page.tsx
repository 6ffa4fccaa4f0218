import { go, Link, useWords, type Page } from '../platform/page.tsx'
import { href, readLanguage } from '../urls.ts'
import { LoginForm } from './login-form.tsx'
import { NeedsScripts } from './needs-scripts.tsx'
import { Portal } from './portal.tsx'
import { ownPath } from './session.ts'

export const loginPage: Page<unknown, { ended: boolean }> = {
  reads: ['ended'],
  load: async (_, { query }) => ({ ended: query.has('ended') }),
  head: (_, { t }) => ({ title: t('login.title'), hidden: true }),
  View: LoginView,
}

function LoginView({ data }: { data: { ended: boolean } }) {
  const { t, language } = useWords()

  function onSignedIn() {
    const next = ownPath(new URLSearchParams(location.search).get('next'), href('dashboard'))
    go(readLanguage(next).path, language, 'replace')
  }
  return (
    <Portal heading={t('login.heading')} text={t('login.text')}>
      {data.ended && <p role="status">{t('login.ended')}</p>}
      <LoginForm submitLabel={t('login.submit')} onSignedIn={onSignedIn} />
      <NeedsScripts />
      <p>
        {t('login.no_account')} <Link to={href('signUp')}>{t('login.register')}</Link>
      </p>
    </Portal>
  )
}
