import { Link, useBreadcrumbs, useTranslator } from '#platform/pages/page.tsx'
import { href } from '#routes/public.ts'
import styles from './member-nav.module.css'
import { useSession } from '../portal/use-session.ts'
import { useSignOut } from '../portal/use-sign-out.ts'

/** The navigation between the member pages. Guests have no account, so they only see the dashboard. */
export function MemberNav() {
  const { t } = useTranslator()
  const { user } = useSession()
  const isOnDashboard = useBreadcrumbs().some(({ path }) => path === href('dashboard'))
  const signOut = useSignOut()
  return (
    <nav className={`${styles.nav} needs-scripts`} aria-label={t('member.menu')}>
      <ul role="list">
        <li>
          <Link to={href('dashboard')} aria-current={isOnDashboard || undefined}>
            {t('shell.dashboard')}
          </Link>
        </li>
        {user?.role !== 'guest' && (
          <>
            <li>
              <Link to={href('profile')}>{t('profile.title')}</Link>
            </li>
            <li>
              <Link to={href('changePassword')}>{t('member.password')}</Link>
            </li>
          </>
        )}
        <li>
          <button type="button" onClick={signOut}>
            {t('shell.sign_out')}
          </button>
        </li>
      </ul>
    </nav>
  )
}
