import { addressIsConfirmed } from '#people/accounts/address.ts'
import { signLink } from '#people/accounts/signed-link.ts'
import type { Context } from '#platform/context.ts'
import type { RequestContext } from '#platform/contract.ts'
import type { Database } from '#platform/database/database.ts'
import { endpoints, href, inLanguage, type Language } from '#routes/public.ts'
import type { BookedRow } from './store.ts'

const MS_PER_DAY = 86_400_000
const LINK_TTL_DAYS = 14

/** The links by which the guest returns to the stay and downloads its calendar file. */
export interface StayLinks {
  link: string
  /** Null for members, who find it on the page of the stay. */
  calendar: string | null
  /** Whether the link gives access without signing in. */
  isSecret: boolean
}

/** The language and the time of a link. */
type LinkContext = Pick<RequestContext, 'now' | 'language'> & { context: Pick<Context, 'publicUrl'> }

/** Members with a confirmed address get a link to sign in. All others get a secret link. */
export async function createStayLinks(
  db: Database,
  ctx: LinkContext,
  booking: BookedRow,
  isKnown: boolean,
): Promise<StayLinks> {
  const { context, language } = ctx
  if (isKnown) {
    const page = inLanguage(href('booking', { id: booking.code }), language)
    return { link: context.publicUrl + page, calendar: null, isSecret: false }
  }
  const token = await stayToken(db, ctx, booking)
  const calendar = `${context.publicUrl}${endpoints.getStayCalendar[1]}?${new URLSearchParams({ token })}`
  return { link: stayUrl(ctx, token), calendar, isSecret: true }
}

/** The guest as a recipient of emails: the language of the request, whether the address is verified, and the links. */
export async function recipientOf(
  db: Database,
  ctx: Omit<LinkContext, 'language'>,
  booking: BookedRow,
): Promise<StayLinks & { language: Language; isKnown: boolean }> {
  const language = booking.language as Language
  const isKnown = await isAddressVerified(db, booking)
  return { language, isKnown, ...(await createStayLinks(db, { ...ctx, language }, booking, isKnown)) }
}

/** Whether the address of a stay is the confirmed address of a member. */
export async function isAddressVerified(db: Database, booking: BookedRow): Promise<boolean> {
  const { role } = await db
    .selectFrom('account')
    .select('role')
    .where('id', '=', booking.account_id)
    .executeTakeFirstOrThrow()
  return role !== 'guest' && addressIsConfirmed(db, booking.account_id, booking.email)
}

/** A link by which a guest without an account returns to the stay. */
export const stayLink = async (db: Database, ctx: LinkContext, booking: BookedRow): Promise<string> =>
  stayUrl(ctx, await stayToken(db, ctx, booking))

const stayUrl = ({ context, language }: LinkContext, stay: string) =>
  context.publicUrl + inLanguage(href('bookingSuccess', null, { stay }), language)

const stayToken = (db: Database, { now }: Pick<RequestContext, 'now'>, booking: BookedRow) =>
  signLink(db, now, {
    purpose: 'return-to-booking',
    accountId: booking.account_id,
    payload: booking.code,
    expiresAt: (booking.check_out + LINK_TTL_DAYS) * MS_PER_DAY,
  })
