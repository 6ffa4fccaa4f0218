import type { BookingStatus } from '#schema/bookings.ts'
import type { Tables } from '#schema/tables.ts'
import { paymentOptions } from './terms.ts'

/** The traits of a status. A trait that is missing is false. */
interface StatusTraits {
  /** Whether the stay waits for the company's answer or for a payment. */
  awaitsAnswer?: true
  /** Whether the guest may cancel the stay until arrival. */
  mayBeCancelled?: true
  /** Whether the stay is over, independent of its dates. */
  isOver?: true
  /** Whether the stay will not take place and its nights are free. All other statuses hold their nights. */
  releasedNights?: true
  /** The section of a guest's list that contains the stay. Without it, the dates decide. */
  historyGroup?: 'past' | 'cancelled'
}

/** The traits of all statuses. No other code may define them. */
const traitsByStatus: Readonly<Record<BookingStatus, StatusTraits>> = {
  pending_payment: { awaitsAnswer: true, mayBeCancelled: true },
  pending_approval: { awaitsAnswer: true, mayBeCancelled: true },
  confirmed: { mayBeCancelled: true },
  checked_in: {},
  checked_out: { isOver: true, historyGroup: 'past' },
  no_show: { isOver: true, historyGroup: 'cancelled', releasedNights: true },
  cancelled: { isOver: true, historyGroup: 'cancelled', releasedNights: true },
  declined: { isOver: true, historyGroup: 'cancelled', releasedNights: true },
  expired: { isOver: true, historyGroup: 'cancelled', releasedNights: true },
}

export const getStatusTraits = (status: BookingStatus): StatusTraits => traitsByStatus[status]

/** Returns whether the guest can add the stay to a calendar. A stay that awaits a payment must be paid first. */
export const offersCalendar = (status: BookingStatus): boolean =>
  status !== 'pending_payment' && !traitsByStatus[status].isOver

/** Lists the statuses with a trait, for SQL. */
export const listStatusesWith = (statusTrait: 'awaitsAnswer' | 'releasedNights'): BookingStatus[] =>
  (Object.keys(traitsByStatus) as BookingStatus[]).filter((status) => traitsByStatus[status][statusTrait])

/**
 * The statuses of stays that did not take place. SQL conditions list them in the order of the index definition, so that
 * the index is used.
 */
export const statusesWithoutStay: BookingStatus[] = (Object.keys(traitsByStatus) as BookingStatus[]).filter(
  (status) => traitsByStatus[status].historyGroup === 'cancelled',
)

/** The current status. A pending booking counts as expired after its deadline, even before the database is updated. */
export const getStatus = (
  { status, expires_at }: Pick<Tables['booking'], 'status' | 'expires_at'>,
  now: number,
): BookingStatus =>
  expires_at !== null && expires_at <= now && getStatusTraits(status).awaitsAnswer ? 'expired' : status

/** The reason for the expiry: no payment, no verification of the address, or no answer from the company. */
export const getExpiryReason = ({
  payment_type,
  email_verified_at,
}: Pick<Tables['booking'], 'payment_type' | 'email_verified_at'>): 'unpaid' | 'unproven' | 'unanswered' =>
  paymentOptions[payment_type] === 'online' ? 'unpaid' : email_verified_at === null ? 'unproven' : 'unanswered'
