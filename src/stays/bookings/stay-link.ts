import { isAddressConfirmed } from '#people/accounts/address.ts'
import { findValidLink, createLinkToken } from '#people/accounts/signed-link.ts'
import type { Context } from '#platform/context.ts'
import type { RequestContext } from '#platform/contract.ts'
import type { Database } from '#platform/database/database.ts'
import { endpoints, href, inLanguage, type Language } from '#routes/public.ts'
import { offersCalendar } from './status.ts'
import type { BookedRow } from './store.ts'
import { DAY_MS } from '#platform/durations.ts'

const LINK_TTL_DAYS = 14

/** The links of an email about a stay. */
export interface StayLinks {
  /** The page of the stay. */
  link: string
  /** Starts the payment at once. Null if the email asks for none. */
  pay: string | null
  /** The calendar file. Null for members, who find it on the page of the stay, and while a payment is awaited. */
  calendar: string | null
  /** The key in the link to the stay, which gives access without signing in. Null for members. */
  token: string | null
}

/** The guest as the recipient of an email about a stay. */
export interface Recipient extends StayLinks {
  language: Language
  /** Whether the email address is verified. If not, the email repeats nothing that was typed into the form. */
  isVerified: boolean
}

type LinkContext = Pick<RequestContext, 'now' | 'language'> & { context: Pick<Context, 'publicUrl'> }

/** The columns of a stay that its links depend on. */
type LinkedStay = Pick<BookedRow, 'code' | 'booker_id' | 'check_out' | 'status'>

interface LinkOptions {
  /**
   * Whether the guest is a member with a confirmed address, who gets a link to sign in. All others get a secret link.
   */
  isMember: boolean
  requestsPayment?: boolean
}

export async function createStayLinks(
  db: Database,
  ctx: LinkContext,
  booking: LinkedStay,
  { isMember, requestsPayment = false }: LinkOptions,
): Promise<StayLinks> {
  const { context, language } = ctx
  if (isMember) {
    const link = context.publicUrl + inLanguage(href('booking', { id: booking.code }), language)
    const payUrl = requestsPayment
      ? buildPayUrl(ctx, { pay: await createStayLinkToken(db, ctx, booking, 'pay-for-stay') })
      : null
    return { link, pay: payUrl, calendar: null, token: null }
  }
  const token = await createStayToken(db, ctx, booking)
  return {
    link: buildStayUrl(ctx, token),
    pay: requestsPayment ? buildPayUrl(ctx, { stay: token }) : null,
    calendar: offersCalendar(booking.status) ? buildCalendarUrl(ctx, token) : null,
    token,
  }
}

interface RecipientOptions {
  /** The language of the booking by default. */
  language?: Language
  requestsPayment?: boolean
}

export async function createRecipient(
  db: Database,
  ctx: Omit<LinkContext, 'language'>,
  booking: BookedRow,
  { language = booking.language as Language, requestsPayment }: RecipientOptions = {},
): Promise<Recipient> {
  const isMember = await isMemberAddress(db, booking)
  const links = await createStayLinks(db, { ...ctx, language }, booking, { isMember, requestsPayment })
  return { language, isVerified: isMember || isGuestVerified(booking), ...links }
}

/** Returns whether the email address of a stay is verified, or is the confirmed address of a member. */
export const isAddressVerified = async (db: Database, booking: BookedRow): Promise<boolean> =>
  isGuestVerified(booking) || isMemberAddress(db, booking)

/**
 * Whether the guest has acted through a link in an email, has paid, or was booked by staff. Opening a link is not
 * enough, because mail filters do it too.
 */
export const isGuestVerified = ({ email_verified_at, payment_status }: BookedRow): boolean =>
  email_verified_at !== null || payment_status !== 'unpaid'

/** Returns whether the address of a stay is the confirmed address of a member. */
async function isMemberAddress(db: Database, booking: BookedRow): Promise<boolean> {
  const { role } = await db
    .selectFrom('account')
    .select('role')
    .where('id', '=', booking.booker_id)
    .executeTakeFirstOrThrow()
  return role !== 'guest' && isAddressConfirmed(db, booking.booker_id, booking.email)
}

/** A link by which a guest without an account returns to the stay. */
export const createStayLink = async (db: Database, ctx: LinkContext, booking: BookedRow): Promise<string> =>
  buildStayUrl(ctx, await createStayToken(db, ctx, booking))

const buildStayUrl = ({ context, language }: LinkContext, stay: string) =>
  context.publicUrl + inLanguage(href('bookingSuccess', null, { stay }), language)

const buildPayUrl = ({ context, language }: LinkContext, query: { stay: string } | { pay: string }) =>
  context.publicUrl + inLanguage(href('payment', null, query), language)

const buildCalendarUrl = ({ context }: LinkContext, token: string) =>
  `${context.publicUrl}${endpoints.getStayCalendar[1]}?${new URLSearchParams({ token })}`

const createStayToken = (db: Database, ctx: Pick<RequestContext, 'now'>, booking: LinkedStay) =>
  createStayLinkToken(db, ctx, booking, 'return-to-booking')

const createStayLinkToken = (
  db: Database,
  { now }: Pick<RequestContext, 'now'>,
  booking: LinkedStay,
  purpose: 'return-to-booking' | 'pay-for-stay',
) =>
  createLinkToken(db, now, {
    purpose,
    accountId: booking.booker_id,
    payload: booking.code,
    expiresAt: (booking.check_out + LINK_TTL_DAYS) * DAY_MS,
  })

/** The reference of the stay behind a link that only allows paying. */
export const findCodeOfPayLink = async (db: Database, now: number, token: string): Promise<string | undefined> =>
  (await findValidLink(db, now, 'pay-for-stay', token))?.payload

/**
 * Records a change as the guest's own, even if the browser that opens the link is signed in to another account. The
 * network address of the guest is not stored.
 */
export const toGuestContext = (ctx: RequestContext, { booker_id, name }: BookedRow): RequestContext => ({
  ...ctx,
  account: { id: booker_id, role: 'guest', name },
  address: null,
})
