import type { ExpressionBuilder } from 'kysely'
import { digestText } from '#platform/codes.ts'
import type { RequestContext } from '#platform/contract.ts'
import type { Database } from '#platform/database/database.ts'
import { getMailboxKey } from '#platform/email-key.ts'
import { UserError } from '#platform/errors.ts'
import { getNetworks } from '#platform/http/caller.ts'
import { sendTogether } from '#platform/database/pipeline.ts'
import { statement } from '#platform/database/statement.ts'
import type { Role } from '#schema/accounts.ts'
import type { Tables } from '#schema/tables.ts'
import { listStatusesWith } from './status.ts'
import type { BookedRow } from './store.ts'
import { HOUR_MS } from '#platform/durations.ts'

const MAX_ROOMS_PER_MAILBOX = 3
const MAX_ROOMS_PER_NETWORK = 10
/** Returns whether the caller is staff. Staff book for guests who call or write, so their requests do not count. */
export const isStaff = (role: Role | undefined): boolean => role === 'staff' || role === 'owner'

/** The limits that a request counts against, and the number of open requests of each that has any. */
interface RequestLimits {
  keys: readonly string[]
  openByKey: ReadonlyMap<string, number>
}

/**
 * Locks the mailbox and the networks of a request until the transaction ends, so it must run before any night is
 * reserved. Then counts their open requests. These hold nights before they are answered, and anyone can send them under
 * any name, so each mailbox and each network may have only a few.
 */
export async function lockRequestLimits(
  db: Database,
  ctx: RequestContext,
  { email, today }: { email: string; today: number },
): Promise<RequestLimits> {
  const { now, account, context } = ctx
  if (!context.isLimited || isStaff(account?.role)) return { keys: [], openByKey: new Map() }
  const keys = listLimitKeys(ctx, email)
  const lockRows = keys.map((key) => ({ key: `request:${key}`, hits: 1, resets_at: now + LOCK_ROW_TTL_MS }))
  // The count begins after the lock, because a connection runs its statements in order.
  const [, { rows }] = await sendTogether([
    lockKeys(db, { rows: lockRows }),
    countOpenRequests(db, { keys, now, today }),
  ])
  return { keys, openByKey: new Map(rows.map(({ who: key, open }) => [key, Number(open)])) }
}

/**
 * Throws 429 if a mailbox or network would have too many open requests, counted per room. Its first request may have
 * any number of rooms.
 */
export function rejectTooManyRequests({ openByKey }: RequestLimits, roomCount: number): void {
  for (const [key, openCount] of openByKey) {
    if (openCount + roomCount > (isNetwork(key) ? MAX_ROOMS_PER_NETWORK : MAX_ROOMS_PER_MAILBOX))
      throw new UserError(429, { key: 'booking.too_many_open' })
  }
}

/** Records the rooms of a stay as open requests. */
export async function recordOpenRequests(
  db: Database,
  { keys }: RequestLimits,
  rooms: readonly Pick<BookedRow, 'id' | 'created_at'>[],
): Promise<void> {
  const rows = rooms.flatMap(({ id, created_at }) => keys.map((key) => ({ who: key, booking_id: id, created_at })))
  if (rows.length > 0) await insertOpenRequests(db, { rows })
}

/** Returns the keys of the limits, sorted so that two requests cannot deadlock. */
const listLimitKeys = ({ address }: RequestContext, email: string): string[] =>
  [
    `mailbox ${digestText(getMailboxKey(email))}`,
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
const LOCK_ROW_TTL_MS = HOUR_MS

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
    row('booking.status', 'in', listStatusesWith('awaitsAnswer')),
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
