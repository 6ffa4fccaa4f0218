import type { StayHeader } from '#front-desk/desk/stay/contract.ts'
import type { Register } from '#front-desk/register/office/contract.ts'
import { StayRegister } from '#front-desk/register/office/stay-register.tsx'
import { GuestFacts } from '#stays/bookings/office/booking-sections.tsx'
import type { BookingRecord } from '#stays/bookings/office/contract.ts'
import { OtherStays } from '#stays/bookings/office/records.tsx'
import { useRoute, useTranslator, type Page } from '#platform/pages/page.tsx'
import { RecordSection } from '#ui/office/record-page.tsx'
import type { OfficeApi } from '../api.ts'
import { nullIfForbidden } from '../null-if-forbidden.ts'
import { loadHeader, formatStayTitle } from './loading.ts'
import { StayFrame } from './stay-frame.tsx'

interface GuestsTabData {
  header: StayHeader
  /** Null if the user may not see bookings. */
  record: BookingRecord | null
  /** Null if the user may not work at the desk. */
  register: Register | null
}

/** The guest register of a stay, and the guest as a person. */
export const guestsTab: Page<OfficeApi, GuestsTabData> = {
  isLive: true,
  async load(args) {
    const code = args.route.params['code']!
    const [header, record, register] = await Promise.all([
      loadHeader(args),
      args.api.getBookingRecord({ code }).catch(nullIfForbidden),
      args.api.getRegister({ code }).catch(nullIfForbidden),
    ])
    return { header, record, register }
  },
  head: ({ header }, { t }) => ({ title: formatStayTitle(header, t('desk.stay_guests')), hidden: true }),
  View: GuestsTabView,
}

function GuestsTabView({ data: { header, record, register } }: { data: GuestsTabData }) {
  const { t } = useTranslator()
  const edit = useRoute().query.get('edit')
  return (
    <StayFrame
      header={header}
      tab="stayGuests"
      aside={
        record && (
          <>
            <RecordSection title={t('stay.booked_by')}>
              <GuestFacts record={record} />
            </RecordSection>
            <OtherStays others={record.others} guest_id={record.guest_id} />
          </>
        )
      }
    >
      {register && (
        <>
          <p className="small">{t('guests.about')}</p>
          <StayRegister key={edit} register={register} opensIncomplete={edit === 'incomplete'} />
        </>
      )}
    </StayFrame>
  )
}
