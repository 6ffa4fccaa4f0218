import { MemberPage } from '../../accounts/member/member-page.tsx'
import { useSession } from '../../accounts/portal/session.ts'
import { useOwn } from '../../accounts/member/use-own.ts'
import { useApi, useWords, type Page } from '../../platform/pages/page.tsx'
import { Button, ButtonLink } from '../../ui/button.tsx'
import { Notice } from '../../ui/notice.tsx'
import { href } from '../../urls.ts'
import { BookingCard } from './booking-card.tsx'
import type { BookingsApi, HistoryItem } from '../contract.ts'
import styles from './dashboard-page.module.css'

export const dashboardPage: Page<unknown, unknown> = {
  signedIn: true,
  head: (_, { t }) => ({ title: t('dashboard.title'), hidden: true }),
  View: DashboardView,
}

function DashboardView() {
  const { t } = useWords()
  const { user } = useSession()
  const api = useApi<BookingsApi>()
  const { found, retry } = useOwn(() => api.activeBookingRooms({}))
  return (
    <MemberPage
      title={user ? t('dashboard.welcome', { name: user.name }) : '\u00a0'}
      above={<p className="eyebrow">{t('dashboard.history')}</p>}
      alsoGuests
    >
      <div className={styles.history} aria-busy={found === 'loading'}>
        {found === 'loading' && <Skeleton />}
        {found === 'failed' && (
          <Notice
            title={t('dashboard.failed')}
            tone="error"
            action={<Button onClick={retry}>{t('dashboard.retry')}</Button>}
          />
        )}
        {typeof found === 'object' && <Stays stays={found.data} />}
      </div>
    </MemberPage>
  )
}

const sections = ['current', 'upcoming', 'past', 'cancelled'] as const

function Stays({ stays }: { stays: readonly HistoryItem[] }) {
  const { t } = useWords()
  if (stays.length === 0) {
    return (
      <Notice
        title={t('dashboard.empty_title')}
        action={<ButtonLink to={href('rooms')}>{t('dashboard.find_room')}</ButtonLink>}
      >
        <p>{t('dashboard.empty_text')}</p>
      </Notice>
    )
  }
  return sections.map((when) => {
    const these = stays.filter((stay) => stay.when === when)
    // What comes first stands first; what is over, the other way round.
    if (when === 'upcoming') these.reverse()
    return (
      these.length > 0 && (
        <section key={when} className={styles.section} aria-labelledby={when}>
          <h2 id={when}>{t(`dashboard.${when}`)}</h2>
          <ul role="list" className={styles.stays}>
            {these.map((stay) => (
              <li key={stay.booking_id}>
                <BookingCard stay={stay} />
              </li>
            ))}
          </ul>
        </section>
      )
    )
  })
}

function Skeleton() {
  const { t } = useWords()
  return (
    <div role="status" className={styles.skeleton}>
      <span className="visually-hidden">{t('shell.loading')}</span>
      <i />
      <i />
    </div>
  )
}
