import { useApi, useTranslator, type Page } from '#platform/pages/page.tsx'
import { Button } from '#ui/button.tsx'
import { Notice } from '#ui/notice.tsx'
import type { AccountsApi } from '../contract.ts'
import { CloseAccountSection } from './close-account-section.tsx'
import { MemberPage } from './member-page.tsx'
import { DataExportSection } from './data-export-section.tsx'
import { ProfileForm } from './profile-form.tsx'
import styles from './profile-page.module.css'
import { ReferralSection } from './referral-section.tsx'
import { SessionsSection } from './sessions-section.tsx'
import { useOwnData } from './use-own-data.ts'

export const profilePage: Page<AccountsApi, unknown> = {
  requiresSignIn: true,
  head: (_, { t }) => ({ title: t('profile.title'), hidden: true }),
  View: ProfileView,
}

function ProfileView() {
  const { t } = useTranslator()
  return (
    <MemberPage title={t('profile.title')}>
      <ProfileSections />
    </MemberPage>
  )
}

/** Loads the data of all sections together. */
function ProfileSections() {
  const { t } = useTranslator()
  const api = useApi<AccountsApi>()
  const { result, retry, reload } = useOwnData(async (attempt) => {
    const [profile, roles, sessions] = await Promise.all([api.getUserRow({}), api.getRoles({}), api.getSessions({})])
    return { attempt, profile: profile.data, roles: roles.data, sessions: sessions.data }
  })
  if (result === 'loading') return <Skeleton />
  if (result === 'failed') {
    return (
      <Notice
        title={t('profile.failed')}
        tone="error"
        action={<Button onClick={retry}>{t('dashboard.retry')}</Button>}
      />
    )
  }
  const { attempt, profile, roles, sessions } = result
  return (
    <>
      <ProfileForm key={attempt} profile={profile} roles={roles} isJustSaved={attempt > 0} onPendingEmail={reload} />
      {profile.referral_code && <ReferralSection code={profile.referral_code} count={profile.referral_count} />}
      <SessionsSection initialSessions={sessions} />
      <DataExportSection />
      <CloseAccountSection />
    </>
  )
}

function Skeleton() {
  const { t } = useTranslator()
  return (
    <div role="status" aria-busy="true" className={styles.skeleton}>
      <span className="visually-hidden">{t('shell.loading')}</span>
    </div>
  )
}
