import { MemberPage } from '#people/accounts/member/member-page.tsx'
import { useSession } from '#people/accounts/portal/use-session.ts'
import { StayHistory } from '#stays/bookings/own-stays/stay-history.tsx'
import { EnquiryHistory } from '#trade/own-enquiries/buyer/enquiry-history.tsx'
import { useTranslator, type Page } from '#platform/pages/page.tsx'
import styles from './dashboard-page.module.css'

/** The dashboard of a member: stays and enquiries. */
export const dashboardPage: Page<unknown, unknown> = {
  requiresSignIn: true,
  head: (_, { t }) => ({ title: t('dashboard.title'), hidden: true }),
  View: DashboardView,
}

function DashboardView() {
  const { t } = useTranslator()
  const { user } = useSession()
  return (
    <MemberPage
      title={user ? t('dashboard.welcome', { name: user.name }) : '\u00a0'}
      eyebrow={<p className="eyebrow">{t('dashboard.history')}</p>}
      allowsGuests
    >
      <div className={styles.history}>
        <StayHistory />
        <EnquiryHistory />
      </div>
    </MemberPage>
  )
}
