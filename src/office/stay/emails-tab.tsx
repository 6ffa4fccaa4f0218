import type { StayHeader } from '#front-desk/desk/stay/contract.ts'
import type { BookingRecord } from '#stays/bookings/office/contract.ts'
import { EmailsSection } from '#stays/bookings/office/booking-sections.tsx'
import type { Page } from '#platform/pages/page.tsx'
import type { OfficeApi } from '../api.ts'
import { loadHeader, formatStayTitle } from './loading.ts'
import { StayFrame } from './stay-frame.tsx'

interface EmailsTabData {
  header: StayHeader
  record: BookingRecord
}

/** The emails to the guest of a stay. */
export const emailsTab: Page<OfficeApi, EmailsTabData> = {
  isLive: true,
  async load(args) {
    const code = args.route.params['code']!
    const [header, record] = await Promise.all([loadHeader(args), args.api.getBookingRecord({ code })])
    return { header, record }
  },
  head: ({ header }, { t }) => ({ title: formatStayTitle(header, t('stay.tab_emails')), hidden: true }),
  View: EmailsTabView,
}

function EmailsTabView({ data: { header, record } }: { data: EmailsTabData }) {
  return (
    <StayFrame header={header} tab="stayEmails">
      <EmailsSection record={record} />
    </StayFrame>
  )
}
