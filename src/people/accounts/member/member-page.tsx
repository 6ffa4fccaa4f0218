import { useEffect, useEffectEvent, useRef, type ReactNode } from 'react'
import { navigate } from '#platform/pages/navigate.ts'
import { useRoute, useTranslator } from '#platform/pages/page.tsx'
import { ButtonLink } from '#ui/button.tsx'
import { Notice } from '#ui/notice.tsx'
import { SIGN_IN_AGAIN_MS } from '#ui/form/tab-owner.ts'
import { useOnDemand } from '#ui/use-on-demand.ts'
import { href } from '#routes/public.ts'
import { MemberNav } from './member-nav.tsx'
import styles from './member-page.module.css'
import { NoScriptNotice } from '../no-script-notice.tsx'
import { buildSignInPath } from '../portal/session.ts'
import { useSession } from '../portal/use-session.ts'

/**
 * The frame of the member pages. If the session ends while the page has a form, a dialog asks the user to sign in
 * again. So typed text survives. Without a form, or after `SIGN_IN_AGAIN_MS`, the user goes to the sign-in page.
 */
export function MemberPage({
  title,
  eyebrow,
  allowsGuests = false,
  children,
}: {
  title: string
  /** Replaces the member's name above the title. */
  eyebrow?: ReactNode
  allowsGuests?: boolean
  children: ReactNode
}) {
  const { language } = useTranslator()
  const { path } = useRoute()
  const { user, lostUser } = useSession()
  const [SignInAgain, fetchSignIn] = useOnDemand(async () => (await import('./sign-in-again.tsx')).SignInAgain)
  const contentRef = useRef<HTMLDivElement>(null)
  const goToSignIn = () => navigate(buildSignInPath(path, 'ended'), language, 'replace')
  const promptSignIn = useEffectEvent(async () => {
    if (!contentRef.current?.querySelector('form') || !(await fetchSignIn())) goToSignIn()
  })
  const leavePage = useEffectEvent(goToSignIn)
  useEffect(() => {
    if (!lostUser) return
    void promptSignIn()
    const timer = setTimeout(() => leavePage(), SIGN_IN_AGAIN_MS)
    return () => clearTimeout(timer)
  }, [lostUser])

  return (
    <div className={`container ${styles.page}`}>
      <MemberNav />
      <header className={styles.head}>
        {eyebrow ?? <p className="eyebrow">{(user ?? lostUser)?.name ?? '\u00a0'}</p>}
        <h1 className="size-5">{title}</h1>
      </header>
      <NoScriptNotice />
      {user?.role === 'guest' && !allowsGuests ? (
        <MembersOnlyNotice />
      ) : (
        <div ref={contentRef} className={`${styles.parts} needs-scripts`}>
          {children}
        </div>
      )}
      {SignInAgain && <SignInAgain user={lostUser} onLeave={goToSignIn} />}
    </div>
  )
}

function MembersOnlyNotice() {
  const { t } = useTranslator()
  const action = (
    <>
      <ButtonLink to={href('signUp')}>{t('level_sign_up')}</ButtonLink>
      <ButtonLink variant="quiet" to={href('login')}>
        {t('level_sign_in')}
      </ButtonLink>
    </>
  )
  return (
    <Notice title={t('member.guest_title')} action={action}>
      <p>{t('member.guest_text')}</p>
    </Notice>
  )
}
