import { z } from 'zod'
import type { RequestContext } from '#platform/contract.ts'
import { isoDay, isoInstant } from '#platform/day.ts'
import { poishaToBdt } from '#platform/money.ts'
import type { Database } from '#platform/database/database.ts'
import { publishEvent, type Events } from '#platform/events.ts'
import type { Company } from '#content/company.ts'
import type { Language } from '#routes/public.ts'
import type { TermsView } from '../policies/contract.ts'
import { parseTerms } from '../policies/terms.ts'
import { describeTerms } from '../policies/describe-terms.ts'
import { translatorFor } from '#locales/both.ts'
import type { MessageKey } from '#locales/translator.ts'
import type { BalanceView, BookedRoom, Confirmation, StayPreferencesView } from './contract.ts'
import { getStatusTraits, getStatus, getExpiryReason } from './status.ts'
import type { BookedRow } from './store.ts'
import type { StayWithRooms } from './stay-with-rooms.ts'
import type { BookingStatus } from '#schema/bookings.ts'

type ViewContext = Pick<RequestContext, 'language' | 'now'>

/** The confirmation shown to the guest after booking and on later visits. */
export const toConfirmationView = (
  booking: StayWithRooms,
  company: Company,
  { language, now }: ViewContext,
): Omit<Confirmation, 'cancelling' | 'change' | 'picture' | keyof BalanceView | keyof StayPreferencesView> => ({
  booking_id: booking.code,
  room_name: getRoomName(booking, language),
  checkin: isoDay(booking.check_in),
  checkout: isoDay(booking.check_out),
  nights: booking.check_out - booking.check_in,
  adult: booking.adults,
  child: booking.children,
  total: poishaToBdt(booking.total_poisha),
  status: getStatus(booking, now),
  payment_status: booking.payment_status,
  pay_until: getDeadline(booking, 'pending_payment', now),
  answer_until: getDeadline(booking, 'pending_approval', now),
  awaits_verification: awaitsVerification(booking, now),
  next: describeNextStep(booking, { language, now }),
  rooms: booking.rooms.map((row) => toRoomView(row, language)),
  follows: listLaterSteps(booking, company, { language, now }),
})

/** A room of a stay with its guests and its total. */
export const toRoomView = (
  row: Pick<BookedRow, 'room_name_en' | 'room_name_bn' | 'adults' | 'children' | 'total_poisha'>,
  language: Language,
): BookedRoom => ({
  name: getRoomName(row, language),
  adult: row.adults,
  child: row.children,
  total: poishaToBdt(row.total_poisha),
})

export const getRoomName = (
  { room_name_en, room_name_bn }: Pick<BookedRow, 'room_name_en' | 'room_name_bn'>,
  language: Language,
): string => (language === 'bn' && room_name_bn) || room_name_en

/** Returns the next step with its deadline, as a sentence. */
export function describeNextStep(booking: BookedRow, { language, now }: ViewContext): string {
  const { t, moment } = translatorFor(language)
  const status = getStatus(booking, now)
  const untilText = booking.expires_at === null ? null : moment(new Date(booking.expires_at))
  if (status === 'expired') return t(`stay.next_expired_${getExpiryReason(booking)}`)
  if (status === 'pending_payment') return t('stay.next_pending_payment', { until: untilText! })
  if (status === 'pending_approval' && untilText !== null)
    return t(awaitsVerification(booking, now) ? 'stay.next_pending_proof' : 'stay.next_pending_approval_until', {
      until: untilText,
    })
  return t(`stay.next_${status}` satisfies MessageKey)
}

/** Returns the deadline of the amount due, as a sentence. Null if nothing can be due in this status. */
export function formatPaymentDue(booking: BookedRow, { language, now }: ViewContext): string | null {
  const { t, moment } = translatorFor(language)
  const status = getStatus(booking, now)
  if (status === 'pending_payment') return t('stay.due_hold', { until: moment(new Date(booking.expires_at!)) })
  return status === 'confirmed' || status === 'checked_in'
    ? t('stay.due_stay', { day: isoDay(booking.check_out) })
    : null
}

/** Returns the steps after the next one, until the day of arrival. */
function listLaterSteps(booking: BookedRow, company: Company, { language, now }: ViewContext): string[] {
  const { t } = translatorFor(language)
  const status = getStatus(booking, now)
  const { awaitsAnswer, isOver } = getStatusTraits(status)
  if (isOver || status === 'checked_in') return []
  const arrivalValues = { day: isoDay(booking.check_in), time: company.checkInFrom }
  const isUnpaid = booking.payment_status === 'unpaid' && status !== 'pending_payment'
  return [
    ...(awaitsVerification(booking, now) ? [t('stay.then_answer', { hours: company.answerHours })] : []),
    t(awaitsAnswer ? 'stay.then_arrive_if' : 'stay.then_arrive', arrivalValues),
    ...(isUnpaid ? [t('stay.then_pay')] : []),
  ]
}

/** Returns whether the request expires unless the guest opens the link in the email in time. */
export const awaitsVerification = (booking: BookedRow, now: number): boolean =>
  getStatus(booking, now) === 'pending_approval' && booking.email_verified_at === null && booking.expires_at !== null

const getDeadline = (booking: BookedRow, status: BookingStatus, now: number): string | null =>
  booking.expires_at !== null && getStatus(booking, now) === status ? isoInstant(booking.expires_at) : null

/** The agreed terms for cancellation and no-show, as they apply now. */
export const toAgreedTermsView = (booking: BookedRow, { language, now }: ViewContext): TermsView =>
  describeTerms(parseTerms(booking.terms), translatorFor(language), {
    now,
    stage: getStatusTraits(getStatus(booking, now)).awaitsAnswer ? 'waits' : 'agreed',
  })

const stayEventData = z.object({
  booking_id: z.string(),
  checkin: z.iso.date(),
  checkout: z.iso.date(),
  nights: z.int(),
  adult: z.int(),
  child: z.int(),
  total: z.number().describe('BDT, including taxes'),
  vat: z.number(),
  status: z.string(),
  payment_status: z.string(),
  source: z.string().describe('The booking source'),
  language: z.string().describe('The language of emails to the guest'),
  rooms: z
    .array(
      z.object({
        id: z.int().describe('The room type'),
        name: z.string(),
        checkin: z.iso.date(),
        checkout: z.iso.date(),
        adult: z.int(),
        child: z.int(),
        total: z.number(),
        status: z.string(),
      }),
    )
    .describe('The current rooms; for a stay that ended without a visit, its last rooms'),
})
/** Includes contact data only in events whose receivers must expect and reach the guest. */
const stayDataWithContact = stayEventData.extend({ name: z.string(), email: z.string(), phone: z.string() })
const stayDataWithCost = stayEventData.extend({ cost: z.number().describe('The cancellation fee in BDT') })

export const stayEvents = {
  'stay.requested': {
    summary: 'A stay was requested and waits for a response or a payment',
    data: stayDataWithContact,
  },
  'stay.confirmed': {
    summary: 'A stay was confirmed: booked directly, confirmed by staff, paid, or restored after a cancellation',
    data: stayDataWithContact,
  },
  'stay.declined': { summary: 'The company declined a request', data: stayEventData },
  'stay.expired': {
    summary: 'A stay expired without a response, a payment or a verified email address',
    data: stayEventData,
  },
  'stay.changed': {
    summary: 'Dates, rooms, guests or prices of a stay have changed, or a desk operation was undone',
    data: stayEventData,
  },
  'stay.cancelled': { summary: 'The guest or the company cancelled a stay', data: stayDataWithCost },
  'stay.checked_in': { summary: 'The guests of one or more rooms have checked in', data: stayEventData },
  'stay.checked_out': { summary: 'The guests of one or more rooms have checked out', data: stayEventData },
  'stay.no_show': { summary: 'The guests did not arrive', data: stayDataWithCost },
} satisfies Events

export type StayEvent = keyof typeof stayEvents

/**
 * Publishes a webhook event in the transaction of the change. Calls `loadStay` only if an endpoint subscribes to the event.
 */
export const emitStayEvent = (
  db: Database,
  { now, company }: { now: number; company: Pick<Company, 'subscribedEvents'> },
  type: StayEvent,
  code: string,
  loadStay: () => StayWithRooms | Promise<StayWithRooms>,
): Promise<void> =>
  publishEvent(
    db,
    { at: now, about: `booking ${code}`, eventTypes: company.subscribedEvents },
    stayEvents,
    type,
    async () => {
      const loadedStay = await loadStay()
      return {
        ...toCommonFields(loadedStay),
        booking_id: loadedStay.code,
        nights: loadedStay.check_out - loadedStay.check_in,
        vat: poishaToBdt(loadedStay.vat_poisha),
        payment_status: loadedStay.payment_status,
        source: loadedStay.source,
        language: loadedStay.language,
        rooms: loadedStay.rooms.map((row) => ({ ...toCommonFields(row), id: row.room_id, name: row.room_name_en })),
        cost: poishaToBdt(loadedStay.cancel_fee_poisha ?? 0),
        name: loadedStay.name,
        email: loadedStay.email,
        phone: loadedStay.phone,
      }
    },
  )

const toCommonFields = (row: BookedRow) => ({
  checkin: isoDay(row.check_in),
  checkout: isoDay(row.check_out),
  adult: row.adults,
  child: row.children,
  total: poishaToBdt(row.total_poisha),
  status: row.status,
})
