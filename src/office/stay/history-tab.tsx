import type { StayHeader } from '#front-desk/desk/stay/contract.ts'
import type { BookingRecord } from '#stays/bookings/office/contract.ts'
import { History } from '#stays/bookings/office/records.tsx'
import type { Page } from '#platform/pages/page.tsx'
import type { OfficeApi } from '../api.ts'
import { loadHeader, formatStayTitle } from './loading.ts'
import { StayFrame } from './stay-frame.tsx'

interface HistoryTabData {
  header: StayHeader
  record: BookingRecord
}

/** The log of a stay. */
export const historyTab: Page<OfficeApi, HistoryTabData> = {
  isLive: true,
  async load(args) {
    const code = args.route.params['code']!
    const [header, record] = await Promise.all([loadHeader(args), args.api.getBookingRecord({ code })])
    return { header, record }
  },
  head: ({ header }, { t }) => ({ title: formatStayTitle(header, t('request.history')), hidden: true }),
  View: HistoryTabView,
}

function HistoryTabView({ data: { header, record } }: { data: HistoryTabData }) {
  return (
    <StayFrame header={header} tab="stayHistory">
      <History history={record.history} />
    </StayFrame>
  )
}
