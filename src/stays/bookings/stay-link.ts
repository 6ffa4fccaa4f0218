import { addressIsConfirmed } from '#people/accounts/address.ts'
import { signLink } from '#people/accounts/signed-link.ts'
import type { Context } from '#platform/context.ts'
import type { RequestContext } from '#platform/contract.ts'
import type { Database } from '#platform/database/database.ts'
import { endpoints, href, inLanguage, type Language } from '#routes/public.ts'
import type { BookedRow } from './store.ts'

const MS_PER_DAY = 86_400_000
const LINK_LASTS_DAYS = 14

/** The links by which the guest returns to the stay and downloads its calendar file. */
export interface WayBack {
  link: string
  /** Null for members, who find it on the page of the stay. */
  calendar: string | null
  /** Whether the link gives access without signing in. */
  isSecret: boolean
}

/** The language and the time of a link. */
type Leading = Pick<RequestContext, 'now' | 'language'> & { context: Pick<Context, 'publicUrl'> }

/** Members with a confirmed address get a link to sign in. All others get a secret link. */
export async function wayBack(db: Database, ctx: Leading, booked: BookedRow, isKnown: boolean): Promise<WayBack> {
  const { context, language } = ctx
  if (isKnown) {
    const page = inLanguage(href('booking', { id: booked.code }), language)
    return { link: context.publicUrl + page, calendar: null, isSecret: false }
  }
  const token = await stayToken(db, ctx, booked)
  const calendar = `${context.publicUrl}${endpoints.getStayCalendar[1]}?${new URLSearchParams({ token })}`
  return { link: pageOf(ctx, token), calendar, isSecret: true }
}

/** The guest as a recipient of emails: the language of the request, whether the address is verified, and the links. */
export async function readerOf(
  db: Database,
  ctx: Omit<Leading, 'language'>,
  booked: BookedRow,
): Promise<WayBack & { language: Language; isKnown: boolean }> {
  const language = booked.language as Language
  const isKnown = await isKnownToBeTheirs(db, booked)
  return { language, isKnown, ...(await wayBack(db, { ...ctx, language }, booked, isKnown)) }
}

/** Whether the address of a stay is the confirmed address of a member. */
export async function isKnownToBeTheirs(db: Database, booked: BookedRow): Promise<boolean> {
  const { role } = await db
    .selectFrom('account')
    .select('role')
    .where('id', '=', booked.account_id)
    .executeTakeFirstOrThrow()
  return role !== 'guest' && addressIsConfirmed(db, booked.account_id, booked.email)
}

/** A link by which a guest without an account returns to the stay. */
export const stayLink = async (db: Database, ctx: Leading, booked: BookedRow): Promise<string> =>
  pageOf(ctx, await stayToken(db, ctx, booked))

const pageOf = ({ context, language }: Leading, stay: string) =>
  context.publicUrl + inLanguage(href('bookingSuccess', null, { stay }), language)

const stayToken = (db: Database, { now }: Pick<RequestContext, 'now'>, booked: BookedRow) =>
  signLink(db, now, {
    purpose: 'return-to-booking',
    accountId: booked.account_id,
    payload: booked.code,
    expiresAt: (booked.check_out + LINK_LASTS_DAYS) * MS_PER_DAY,
  })
