import type { AccountsApi } from '#people/accounts/contract.ts'
import { startSession } from '#people/accounts/portal/session.ts'
import { navigate } from '#platform/pages/navigate.ts'
import type { Sending } from '#ui/form/use-form.ts'
import { href, type Language } from '#routes/public.ts'
import type { BookingForm, BookingsApi, OnlinePaymentApi } from '../contract.ts'
import { paymentOptions } from '../terms.ts'
import { saveBooking } from './made-booking.ts'

interface BookingSender extends Pick<Sending, 'sendOnce'> {
  api: AccountsApi & BookingsApi & OnlinePaymentApi
  language: Language
  /** The role of the user who is signed in. */
  role: string | undefined
  /** Called after the booking, before the next page opens. */
  onBooked: (message: string) => void
}

/** Books as the signed-in user or as a new guest. Then opens the payment or the confirmation. Loaded on demand. */
export async function sendBooking(
  request: BookingForm,
  { api, language, sendOnce, role, onBooked }: BookingSender,
): Promise<void> {
  const { name, email, phone, slug, checkin, checkout } = request
  let bookingRole = role
  if (!bookingRole) {
    const guestForm = { name, email, phone, slug, checkin, checkout, domain: location.origin }
    const session = await sendOnce(api.guestRegister, guestForm)
    startSession(session)
    bookingRole = session.user.role
  }
  const booking = await sendOnce(bookingRole === 'guest' ? api.requestGuestBooking : api.requestBooking, request)
  saveBooking({ ...booking, name, email, phone })
  onBooked(booking.message)
  const successPath = href('bookingSuccess')
  if (paymentOptions[request.paymenttype] === 'online' && booking.to_pay !== null) {
    // If the payment page cannot be opened now, the booking still exists, and its page offers payment.
    const [payment, leaveSiteModule] = await Promise.all([
      api.startPayment({ id: booking.booking_id }),
      import('#platform/pages/leave-site.ts'),
    ]).catch(() => [])
    if (payment && leaveSiteModule) return leaveSiteModule.goToOtherSite(payment.url, successPath)
  }
  navigate(successPath, language)
}
