import type { ExpressionBuilder } from 'kysely'
import { textHash } from '#platform/codes.ts'
import type { RequestContext } from '#platform/contract.ts'
import type { Database } from '#platform/database/database.ts'
import { mailboxKey } from '#platform/email-key.ts'
import { UserError } from '#platform/errors.ts'
import { networksOf } from '#platform/http/caller.ts'
import { statement } from '#platform/database/statement.ts'
import type { Role } from '#schema/accounts.ts'
import type { Tables } from '#schema/tables.ts'
import { statusesThat } from './status.ts'

const MAX_OF_MAILBOX = 3
const MAX_OF_NETWORK = 10
/** The people of the house book for others, who call or write: theirs are not counted. */
export const worksHere = (role: Role | undefined): boolean => role === 'staff' || role === 'owner'

/**
 * Requests that hold nights and have no answer yet. Anybody may make them, under any name, so nobody may hold the house
 * with them: a mailbox has at most a few open at once, and so has the network they come from. Throws where too many are
 * open. Whoever asks for the same mailbox or from the same network waits here until this transaction is over: so it is
 * asked before any night is taken. What it returns keeps the booking among them.
 */
export async function admitRequest(
  db: Database,
  ctx: RequestContext,
  { email, today, rooms }: { email: string; today: number; rooms: number },
): Promise<(bookingId: number) => Promise<void>> {
  const { now, account, context } = ctx
  if (!context.isLimited || worksHere(account?.role)) return async () => {}
  const whos = whosOf(ctx, email)
  await holding(db, {
    rows: whos.map((who) => ({ key: `request:${who}`, hits: 1, resets_at: now + HELD_ROWS_LAST_MS })),
  })
  const { rows } = await counting(db, { whos, now, today })
  // A party may begin with more rooms than others may have open.
  for (const { who, open } of rows) {
    if (Number(open) + rooms > (isNetwork(who) ? MAX_OF_NETWORK : MAX_OF_MAILBOX))
      throw new UserError(429, { key: 'booking.too_many_open' })
  }
  return async (bookingId) => {
    await keeping(db, { rows: whos.map((who) => ({ who, booking_id: bookingId, created_at: now })) })
  }
}

/** In one order for all, so that two never wait for each other. */
const whosOf = ({ address }: RequestContext, email: string): string[] =>
  [
    `mailbox ${textHash(mailboxKey(email))}`,
    ...(address === null ? [] : networksOf(address).map((each) => networkPrefix + each)),
  ].toSorted()

const networkPrefix = 'network '
const isNetwork = (who: string) => who.startsWith(networkPrefix)

/** The rows stand for whom they are named after: one has them at a time. */
const holding = statement((db, { rows }: { rows: Tables['rate_limit'][] }) =>
  db
    .insertInto('rate_limit')
    .values(rows)
    .onConflict((known) => known.column('key').doUpdateSet(({ ref }) => ({ resets_at: ref('excluded.resets_at') })))
    .compile(),
)
const HELD_ROWS_LAST_MS = 3_600_000

const counting = statement((db, { whos, now, today }: { whos: string[]; now: number; today: number }) =>
  db
    .selectFrom('open_request')
    .innerJoin('booking', 'booking.id', 'open_request.booking_id')
    .select(({ fn }) => ['who', fn.countAll().as('open')])
    .where('who', 'in', whos)
    .where((row) => isOpen(row, now, today))
    .groupBy('who')
    .compile(),
)

const keeping = statement((db, { rows }: { rows: Tables['open_request'][] }) =>
  db.insertInto('open_request').values(rows).compile(),
)

export function isOpen(row: ExpressionBuilder<Pick<Tables, 'booking'>, 'booking'>, now: number, today: number) {
  return row.and([
    row('booking.status', 'in', statusesThat('awaitsAnswer')),
    row.or([row('booking.expires_at', 'is', null), row('booking.expires_at', '>', now)]),
    row('booking.check_out', '>', today),
  ])
}

/** Whose request it was is nobody's business any more. */
export const purgeAsker = (db: Database, bookingId: number) =>
  db.deleteFrom('open_request').where('booking_id', '=', bookingId).execute()

/** By booking, from which networks the open ones came. */
export async function networksOfRequests(db: Database, accountId: number): Promise<Map<number, string[]>> {
  const rows = await db
    .selectFrom('open_request')
    .innerJoin('booking', 'booking.id', 'open_request.booking_id')
    .select(['who', 'booking_id'])
    .where('account_id', '=', accountId)
    .orderBy('who')
    .execute()
  const found = new Map<number, string[]>()
  for (const { who, booking_id } of rows) {
    if (isNetwork(who)) found.set(booking_id, [...(found.get(booking_id) ?? []), who.slice(networkPrefix.length)])
  }
  return found
}
