import { useEffect, useState } from 'react'
import { useApi, useWords, type Page } from '../platform/page.tsx'
import { Button } from '../ui/button.tsx'
import { Notice } from '../ui/notice.tsx'
import type { AccountsApi, OwnSession, Profile, Role } from './contract.ts'
import { Leaving } from './leaving-part.tsx'
import { MemberPage } from './member-page.tsx'
import { MyData } from './my-data-part.tsx'
import { ProfileForm } from './profile-form.tsx'
import styles from './profile-page.module.css'
import { Referral } from './referral-part.tsx'
import { useSession } from './session.ts'
import { Sessions } from './sessions-part.tsx'

export const profilePage: Page<AccountsApi, unknown> = {
  signedIn: true,
  head: (_, { t }) => ({ title: t('profile.title'), hidden: true }),
  View: ProfileView,
}

function ProfileView() {
  const { t } = useWords()
  const { known, load } = useProfile()
  return (
    <MemberPage title={t('profile.title')} isLoaded={typeof known === 'object'}>
      {known === 'loading' && <Skeleton />}
      {known === 'failed' && (
        <Notice title={t('profile.failed')} tone="error" action={<Button onClick={load}>{t('dashboard.retry')}</Button>} />
      )}
      {typeof known === 'object' && (
        <>
          <ProfileForm key={known.attempt} {...known} isAgain={known.attempt > 0} onPending={load} />
          {known.profile.referral_code && <Referral code={known.profile.referral_code} count={known.profile.referral_count} />}
          <Sessions known={known.sessions} />
          <MyData />
          <Leaving />
        </>
      )}
    </MemberPage>
  )
}

function Skeleton() {
  const { t } = useWords()
  return (
    <div role="status" aria-busy="true" className={styles.skeleton}>
      <span className="visually-hidden">{t('shell.loading')}</span>
    </div>
  )
}

interface Known {
  attempt: number
  profile: Profile
  roles: readonly Role[]
  sessions: readonly OwnSession[]
}

/** All that is shown of a member, asked for once. */
function useProfile() {
  const api = useApi<AccountsApi>()
  const { user } = useSession()
  const [known, setKnown] = useState<Known | 'loading' | 'failed'>('loading')
  const [attempt, setAttempt] = useState(0)
  const id = user && user.role !== 'guest' ? user.id : null
  useEffect(() => {
    if (id === null) return
    let isStale = false
    Promise.all([api.getUserRow({}), api.getRoles({}), api.getSessions({})]).then(
      ([profile, roles, sessions]) =>
        !isStale && setKnown({ attempt, profile: profile.data, roles: roles.data, sessions: sessions.data }),
      (error: { status?: number }) => {
        if (isStale || error.status === 401) return
        console.error('Error fetching data', error)
        setKnown('failed')
      },
    )
    return () => {
      isStale = true
    }
  }, [api, id, attempt])
  return { known, load: () => setAttempt(attempt + 1) }
}
