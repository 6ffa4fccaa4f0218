import { useOwnData } from '#people/accounts/member/use-own-data.ts'
import { useApi, useTranslator } from '#platform/pages/page.tsx'
import { Button, ButtonLink } from '#ui/button.tsx'
import { Notice } from '#ui/notice.tsx'
import { href } from '#routes/public.ts'
import drawing from '../../../../art/svg/empty-stays.svg'
import { BookingCard } from './booking-card.tsx'
import type { BookingsApi, HistoryItem } from '../contract.ts'
import styles from './stay-history.module.css'

/** All stays of the signed-in user, grouped by time. */
export function StayHistory() {
  const { t } = useTranslator()
  const api = useApi<BookingsApi>()
  const { result, retry } = useOwnData(() => api.activeBookingRooms({}))
  return (
    <div aria-busy={result === 'loading'}>
      {result === 'loading' && <Skeleton />}
      {result === 'failed' && (
        <Notice
          title={t('dashboard.failed')}
          tone="error"
          action={<Button onClick={retry}>{t('dashboard.retry')}</Button>}
        />
      )}
      {typeof result === 'object' && <Stays stays={result.data} />}
    </div>
  )
}

const sections = ['current', 'upcoming', 'past', 'cancelled'] as const

function Stays({ stays }: { stays: readonly HistoryItem[] }) {
  const { t } = useTranslator()
  if (stays.length === 0) {
    return (
      <div className={styles.empty}>
        <img src={drawing} alt="" width={240} height={165} />
        <Notice
          title={t('dashboard.empty_title')}
          action={<ButtonLink to={href('rooms')}>{t('dashboard.find_room')}</ButtonLink>}
        >
          <p>{t('dashboard.empty_text')}</p>
        </Notice>
      </div>
    )
  }
  const nextStay = findNextStay(stays)
  return sections.map((section) => {
    const staysInSection = stays.filter((stay) => stay.when === section)
    // Upcoming stays are sorted by arrival, the earliest first. Past stays are sorted in reverse.
    if (section === 'upcoming') staysInSection.reverse()
    return (
      staysInSection.length > 0 && (
        <section key={section} className={styles.section} aria-labelledby={section}>
          <h2 id={section}>{t(`dashboard.${section}`)}</h2>
          <ul role="list" className="stack-6">
            {staysInSection.map((stay) => (
              <li key={stay.booking_id}>
                <BookingCard stay={stay} isNext={stay === nextStay} />
              </li>
            ))}
          </ul>
        </section>
      )
    )
  })
}

/** The current stay, or the one that arrives first. */
const findNextStay = (stays: readonly HistoryItem[]): HistoryItem | undefined =>
  stays.find(({ when }) => when === 'current') ?? stays.findLast(({ when }) => when === 'upcoming')

function Skeleton() {
  const { t } = useTranslator()
  return (
    <div role="status" className={styles.skeleton}>
      <span className="visually-hidden">{t('shell.loading')}</span>
      <i />
      <i />
    </div>
  )
}
