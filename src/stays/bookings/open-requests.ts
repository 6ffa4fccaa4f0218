import type { ExpressionBuilder } from 'kysely'
import { textHash } from '#platform/codes.ts'
import type { RequestContext } from '#platform/contract.ts'
import type { Database } from '#platform/database/database.ts'
import { getMailboxKey } from '#platform/email-key.ts'
import { UserError } from '#platform/errors.ts'
import { getNetworks } from '#platform/http/caller.ts'
import { statement } from '#platform/database/statement.ts'
import type { Role } from '#schema/accounts.ts'
import type { Tables } from '#schema/tables.ts'
import { statusesWith } from './status.ts'

const MAX_PER_MAILBOX = 3
const MAX_PER_NETWORK = 10
/** Returns whether the caller is staff. Staff book for guests who call or write, so their requests do not count. */
export const isStaff = (role: Role | undefined): boolean => role === 'staff' || role === 'owner'

/**
 * Limits open requests, which hold nights before they are answered. Anyone can send them under any name, so each
 * mailbox and each network may have only a few. Throws 429 beyond the limit. Locks the mailbox and the networks until
 * the transaction ends, so it must run before any night is reserved. Returns a function that records the booking as an
 * open request.
 */
export async function reserveRequestSlot(
  db: Database,
  ctx: RequestContext,
  { email, today, rooms }: { email: string; today: number; rooms: number },
): Promise<(bookingId: number) => Promise<void>> {
  const { now, account, context } = ctx
  if (!context.isLimited || isStaff(account?.role)) return async () => {}
  const keys = limitKeys(ctx, email)
  await lockKeys(db, {
    rows: keys.map((key) => ({ key: `request:${key}`, hits: 1, resets_at: now + LOCK_ROW_TTL_MS })),
  })
  const { rows } = await countOpenRequests(db, { keys, now, today })
  // A mailbox or network without open requests has no row here, so a first request may have more rooms than the limit.
  for (const { who: key, open } of rows) {
    if (Number(open) + rooms > (isNetwork(key) ? MAX_PER_NETWORK : MAX_PER_MAILBOX))
      throw new UserError(429, { key: 'booking.too_many_open' })
  }
  return async (bookingId) => {
    await insertOpenRequests(db, { rows: keys.map((key) => ({ who: key, booking_id: bookingId, created_at: now })) })
  }
}

/** Returns the keys of the limits, sorted so that two requests cannot deadlock. */
const limitKeys = ({ address }: RequestContext, email: string): string[] =>
  [
    `mailbox ${textHash(getMailboxKey(email))}`,
    ...(address === null ? [] : getNetworks(address).map((network) => networkPrefix + network)),
  ].toSorted()

const networkPrefix = 'network '
const isNetwork = (key: string) => key.startsWith(networkPrefix)

/** Upserts one row per key as a lock: only one transaction can hold a key at a time. */
const lockKeys = statement((db, { rows }: { rows: Tables['rate_limit'][] }) =>
  db
    .insertInto('rate_limit')
    .values(rows)
    .onConflict((conflictTarget) =>
      conflictTarget.column('key').doUpdateSet(({ ref }) => ({ resets_at: ref('excluded.resets_at') })),
    )
    .compile(),
)
const LOCK_ROW_TTL_MS = 3_600_000

const countOpenRequests = statement((db, { keys, now, today }: { keys: string[]; now: number; today: number }) =>
  db
    .selectFrom('open_request')
    .innerJoin('booking', 'booking.id', 'open_request.booking_id')
    .select(({ fn }) => ['who', fn.countAll().as('open')])
    .where('who', 'in', keys)
    .where((row) => isOpen(row, now, today))
    .groupBy('who')
    .compile(),
)

const insertOpenRequests = statement((db, { rows }: { rows: Tables['open_request'][] }) =>
  db.insertInto('open_request').values(rows).compile(),
)

export function isOpen(row: ExpressionBuilder<Pick<Tables, 'booking'>, 'booking'>, now: number, today: number) {
  return row.and([
    row('booking.status', 'in', statusesWith('awaitsAnswer')),
    row.or([row('booking.expires_at', 'is', null), row('booking.expires_at', '>', now)]),
    row('booking.check_out', '>', today),
  ])
}

/** Deletes the mailbox hash and the networks of a request. */
export const deleteRequestSenders = (db: Database, bookingId: number) =>
  db.deleteFrom('open_request').where('booking_id', '=', bookingId).execute()

/** The networks that the open requests by an account came from, by booking id. */
export async function readNetworksOfRequests(db: Database, accountId: number): Promise<Map<number, string[]>> {
  const rows = await db
    .selectFrom('open_request')
    .innerJoin('booking', 'booking.id', 'open_request.booking_id')
    .select(['who', 'booking_id'])
    .where('booker_id', '=', accountId)
    .orderBy('who')
    .execute()
  const networksByBooking = new Map<number, string[]>()
  for (const { who: key, booking_id } of rows) {
    if (isNetwork(key))
      networksByBooking.set(booking_id, [...(networksByBooking.get(booking_id) ?? []), key.slice(networkPrefix.length)])
  }
  return networksByBooking
}
