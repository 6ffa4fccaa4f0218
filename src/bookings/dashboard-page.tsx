import { useEffect, useEffectEvent, useState } from 'react'
import { NeedsScripts } from '../accounts/needs-scripts.tsx'
import { signInPath, useSession } from '../accounts/session.ts'
import { go, useApi, useWords, type Page } from '../platform/page.tsx'
import { Button, ButtonLink } from '../ui/button.tsx'
import { Notice } from '../ui/notice.tsx'
import { href } from '../urls.ts'
import { BookingCard } from './booking-card.tsx'
import type { BookingsApi, HistoryItem } from './contract.ts'
import styles from './dashboard-page.module.css'

export const dashboardPage: Page<unknown, unknown> = {
  signedIn: true,
  head: (_, { t }) => ({ title: t('dashboard.title'), hidden: true }),
  View: DashboardView,
}

function DashboardView() {
  const { t, language } = useWords()
  const { user } = useSession()
  const { stays, retry } = useStays(() => go(signInPath(href('dashboard'), 'ended'), language, 'replace'))
  return (
    <div className={`container ${styles.page}`}>
      <header className={styles.head}>
        <p className="eyebrow">{t('dashboard.title')}</p>
        <h1>{user ? t('dashboard.welcome', { name: user.name }) : '\u00a0'}</h1>
      </header>
      <section className={styles.history} aria-labelledby="history" aria-busy={stays === 'loading'}>
        <h2 id="history">{t('dashboard.history')}</h2>
        {stays === 'loading' && <Skeleton />}
        <NeedsScripts />
        {stays === 'failed' && (
          <Notice
            title={t('dashboard.failed')}
            tone="error"
            heading="h3"
            action={<Button onClick={retry}>{t('dashboard.retry')}</Button>}
          />
        )}
        {Array.isArray(stays) && <Stays stays={stays} />}
      </section>
    </div>
  )
}

function Stays({ stays }: { stays: readonly HistoryItem[] }) {
  const { t } = useWords()
  if (stays.length === 0) {
    return (
      <Notice
        title={t('dashboard.empty_title')}
        heading="h3"
        action={<ButtonLink to={href('rooms')}>{t('dashboard.find_room')}</ButtonLink>}
      >
        <p>{t('dashboard.empty_text')}</p>
      </Notice>
    )
  }
  return (
    <ul role="list" className={styles.stays}>
      {stays.map((stay) => (
        <li key={stay.booking_id}>
          <BookingCard stay={stay} />
        </li>
      ))}
    </ul>
  )
}

function Skeleton() {
  const { t } = useWords()
  return (
    <div role="status" className={`${styles.skeleton} needs-scripts`}>
      <span className="visually-hidden">{t('shell.loading')}</span>
      <i />
      <i />
    </div>
  )
}

function useStays(onEnded: () => void) {
  const api = useApi<BookingsApi>()
  const [stays, setStays] = useState<readonly HistoryItem[] | 'loading' | 'failed'>('loading')
  const [attempt, setAttempt] = useState(0)
  const leave = useEffectEvent(onEnded)
  useEffect(() => {
    let isStale = false
    api.activeBookingRooms({}).then(
      ({ data }) => !isStale && setStays(data),
      (error: unknown) => {
        if (isStale) return
        if ((error as { status?: number }).status === 401) return leave()
        console.error('Error fetching data', error)
        setStays('failed')
      },
    )
    return () => {
      isStale = true
    }
  }, [api, attempt])

  function retry() {
    setStays('loading')
    setAttempt(attempt + 1)
  }
  return { stays, retry }
}
