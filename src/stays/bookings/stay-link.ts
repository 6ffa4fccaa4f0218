import { addressIsConfirmed } from '#people/accounts/address.ts'
import { signLink } from '#people/accounts/signed-link.ts'
import type { Context } from '#platform/context.ts'
import type { RequestContext } from '#platform/contract.ts'
import type { Database } from '#platform/database/database.ts'
import { endpoints, href, inLanguage, type Language } from '#routes/public.ts'
import type { BookedRow } from './store.ts'

const MS_PER_DAY = 86_400_000
const LINK_LASTS_DAYS = 14

/** How whoever booked comes back to the stay, and where they get it for their calendar. */
export interface WayBack {
  link: string
  /** Only who cannot sign in: a member has it on the page of the stay. */
  calendar: string | null
  /** Whether the link is a key to the stay. */
  isSecret: boolean
}

/** Whom a link is for, and when it is made. */
type Leading = Pick<RequestContext, 'now' | 'language'> & { context: Pick<Context, 'publicUrl'> }

/** Members whose address is known sign in; all others are given a key. */
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

/** Whoever asked for a stay, as the company writes to them: in the language in which they asked, and by name if it is known to be theirs. */
export async function readerOf(
  db: Database,
  ctx: Omit<Leading, 'language'>,
  booked: BookedRow,
): Promise<WayBack & { language: Language; isKnown: boolean }> {
  const language = booked.language as Language
  const isKnown = await isKnownToBeTheirs(db, booked)
  return { language, isKnown, ...(await wayBack(db, { ...ctx, language }, booked, isKnown)) }
}

/** Whether the address of a stay is known to be of whoever booked it: a member's, and confirmed. */
export async function isKnownToBeTheirs(db: Database, booked: BookedRow): Promise<boolean> {
  const { role } = await db
    .selectFrom('account')
    .select('role')
    .where('id', '=', booked.account_id)
    .executeTakeFirstOrThrow()
  return role !== 'guest' && addressIsConfirmed(db, booked.account_id, booked.email)
}

/** The link by which somebody who has nothing to sign in with comes back to the stay. */
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
