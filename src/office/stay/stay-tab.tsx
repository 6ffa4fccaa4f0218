import type { DeskStay, StayHeader } from '#front-desk/desk/stay/contract.ts'
import { StayNotes, StayRooms } from '#front-desk/desk/stay/stay-rooms.tsx'
import { BookingSections } from '#stays/bookings/office/booking-sections.tsx'
import type { BookingRecord } from '#stays/bookings/office/contract.ts'
import { GuestPreferences } from '#stays/guests/guest-preferences.tsx'
import { StayCustomer } from '#stays/customers/office/stay-customer-form.tsx'
import { Link, useTranslator, type Page } from '#platform/pages/page.tsx'
import { officePages } from '#routes/office.ts'
import type { OfficeApi } from '../api.ts'
import { nullIfForbidden } from '../null-if-forbidden.ts'
import { loadHeader, formatStayTitle } from './loading.ts'
import { StayFrame } from './stay-frame.tsx'

interface StayTabData {
  header: StayHeader
  /** Null if the user may not see bookings. */
  record: BookingRecord | null
  /** Null if the user may not work at the desk. */
  deskStay: DeskStay | null
}

/** The booking, its rooms and the notes for the next shift. */
export const stayTab: Page<OfficeApi, StayTabData> = {
  isLive: true,
  async load(args) {
    const code = args.route.params['code']!
    const [header, record, deskStay] = await Promise.all([
      loadHeader(args),
      args.api.getBookingRecord({ code }).catch(nullIfForbidden),
      args.api.getDeskStay({ code }).catch(nullIfForbidden),
    ])
    return { header, record, deskStay }
  },
  head: ({ header }) => ({ title: formatStayTitle(header), hidden: true }),
  View: StayTabView,
}

function StayTabView({ data: { header, record, deskStay } }: { data: StayTabData }) {
  const { t } = useTranslator()
  const rooms = deskStay && <StayRooms stay={deskStay} />
  return (
    <StayFrame
      header={header}
      tab="booking"
      aside={
        deskStay && (
          <>
            <StayCustomer code={header.code} customer={header.customer} />
            <GuestPreferences guest={header.guest} isInHeader />
            <StayNotes stay={deskStay} />
            <Link to={`${officePages.newBooking}?copy=${header.code}`}>{t('desk.stay_copy')}</Link>
          </>
        )
      }
    >
      {record ? <BookingSections record={record}>{rooms}</BookingSections> : rooms}
    </StayFrame>
  )
}
