import type { BookingStatus } from '#schema/bookings.ts'
import type { Tables } from '#schema/tables.ts'
import { payments } from './terms.ts'

/** What a status means to whoever asks about a stay. What is not said of one is not so. */
interface Life {
  /** It was asked for, and has no answer yet: from the house, or by a payment. */
  awaitsAnswer?: true
  /** By whoever booked, until they are to arrive. */
  mayBeCancelled?: true
  /** Whatever its days say. */
  isOver?: true
  /** There was no such stay: its nights are others' to have. All others hold theirs. */
  cameToNothing?: true
  /** Among which of somebody's stays it is shown; where that is not said, its days tell. */
  shownAs?: 'past' | 'cancelled'
}

/** The life of a booking, and the only place that tells it. */
const lives: Readonly<Record<BookingStatus, Life>> = {
  pending_payment: { awaitsAnswer: true, mayBeCancelled: true },
  pending_approval: { awaitsAnswer: true, mayBeCancelled: true },
  confirmed: { mayBeCancelled: true },
  checked_in: {},
  checked_out: { isOver: true, shownAs: 'past' },
  no_show: { isOver: true, shownAs: 'cancelled', cameToNothing: true },
  cancelled: { isOver: true, shownAs: 'cancelled', cameToNothing: true },
  declined: { isOver: true, shownAs: 'cancelled', cameToNothing: true },
  expired: { isOver: true, shownAs: 'cancelled', cameToNothing: true },
}

export const lifeOf = (status: BookingStatus): Life => lives[status]

/** For SQL. */
export const statusesThat = (trait: 'awaitsAnswer' | 'cameToNothing'): BookingStatus[] =>
  (Object.keys(lives) as BookingStatus[]).filter((status) => lives[status][trait])

/** For SQL, word for word as its index says them: those that nobody stayed in. */
export const statusesWithoutStay: BookingStatus[] = (Object.keys(lives) as BookingStatus[]).filter(
  (status) => lives[status].shownAs === 'cancelled',
)

/** What waits holds its nights for so long. When that is over it is over, even where nobody has written it down yet. */
export const statusOf = (
  { status, expires_at }: Pick<Tables['booking'], 'status' | 'expires_at'>,
  now: number,
): BookingStatus => (expires_at !== null && expires_at <= now && lifeOf(status).awaitsAnswer ? 'expired' : status)

/** What it waited for in vain: that its address is shown to be theirs who gave it, an answer of the house, or a payment. */
export const whyItEnded = ({
  payment_type,
  proven_at,
}: Pick<Tables['booking'], 'payment_type' | 'proven_at'>): 'unpaid' | 'unproven' | 'unanswered' =>
  payments[payment_type] === 'online' ? 'unpaid' : proven_at === null ? 'unproven' : 'unanswered'
