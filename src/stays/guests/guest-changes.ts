import { lockAccount } from '#people/accounts/account.ts'
import { findPerson } from '#people/staff/people.ts'
import { recordChange } from '#platform/audit.ts'
import { runInBatches } from '#platform/background/cleanup.ts'
import type { RequestContext } from '#platform/contract.ts'
import { inTransaction, type Database, type Transaction } from '#platform/database/database.ts'
import { conflict, notFound } from '#platform/errors.ts'
import { bookingRetention } from '../bookings/retention.ts'
import { isFirstRoomOfStay } from '../bookings/store.ts'
import { assignGuest, createGuest } from './guest.ts'
import { DAY_MS } from '#platform/durations.ts'

/**
 * Moves all stays of one guest to another guest, who is the same person. Moves the preferences too, if the other guest
 * has none. The stays of a member cannot be moved.
 */
export async function mergeGuests(
  db: Database,
  ctx: RequestContext,
  { id, intoId }: { id: number; intoId: number },
): Promise<void> {
  await inTransaction(db, async (transaction) => {
    const [sourceGuest] = await lockGuests(transaction, [id, intoId])
    if (id === intoId || sourceGuest!.role === 'member') throw conflict('error.cannot_merge')
    const stays = await selectStays(transaction, id).execute()
    if (stays.length === 0) throw conflict('error.conflict')
    await moveStays(transaction, ctx, { fromId: id, toId: intoId, codes: stays.map(({ code }) => code) })
    await transaction
      .updateTable('account')
      .set({ preferences: sourceGuest!.preferences })
      .where('id', '=', intoId)
      .where('preferences', '=', '')
      .execute()
    await recordChange(transaction, ctx, 'guests merged', `account ${intoId}`, { after: { stays: stays.length } })
  })
}

/** Moves some stays of a guest to a new guest, with the contact data of the newest of these stays. */
export async function splitGuest(
  db: Database,
  ctx: RequestContext,
  { id, codes }: { id: number; codes: readonly string[] },
): Promise<number> {
  return inTransaction(db, async (transaction) => {
    await lockGuests(transaction, [id])
    const uniqueCodes = [...new Set(codes)]
    const stays = await selectStays(transaction, id).where('code', 'in', uniqueCodes).execute()
    // Another user may have moved a stay in the meantime.
    if (stays.length < uniqueCodes.length) throw conflict('error.conflict')
    const { name, email, phone, language } = stays[0]!
    const toId = await createGuest(transaction, { name, email, phone, language, now: ctx.now })
    await moveStays(transaction, ctx, { fromId: id, toId, codes: uniqueCodes })
    await recordChange(transaction, ctx, 'guest split', `account ${id}`, { after: { stays: uniqueCodes.length } })
    return toId
  })
}

/** Undoes a merge or a split. Moves back the stays that the other guest still has. */
export async function undoGuestChange(db: Database, ctx: RequestContext, { id }: { id: number }): Promise<void> {
  await inTransaction(db, async (transaction) => {
    const change = await transaction.selectFrom('guest_change').selectAll().where('id', '=', id).executeTakeFirst()
    if (!change) throw notFound()
    await lockGuests(transaction, [change.from_id, change.to_id])
    const { numUpdatedRows } = await transaction
      .updateTable('guest_change')
      .set({ undone_at: ctx.now })
      .where('id', '=', id)
      .where('undone_at', 'is', null)
      .executeTakeFirst()
    if (numUpdatedRows === 0n) throw conflict('error.conflict')
    const codes = JSON.parse(change.stay_codes) as string[]
    const stays = await selectStays(transaction, change.to_id).where('code', 'in', codes).execute()
    await assignGuest(
      transaction,
      stays.map(({ code }) => code),
      change.from_id,
    )
    await recordChange(transaction, ctx, 'guest change undone', `account ${change.from_id}`, {
      after: { stays: stays.length },
    })
  })
}

/** Locks these guests in the order of their IDs, so that two changes cannot deadlock. */
async function lockGuests(db: Transaction, ids: readonly number[]) {
  for (const id of ids.toSorted((a, b) => a - b)) await lockAccount(db, id).execute()
  const guests = []
  for (const id of ids) guests.push(await findPerson(db, id))
  return guests
}

const selectStays = (db: Database, guestId: number) =>
  db
    .selectFrom('booking')
    .select(['code', 'name', 'email', 'phone', 'language'])
    .where('guest_id', '=', guestId)
    .where(isFirstRoomOfStay)
    .orderBy('id', 'desc')

async function moveStays(
  db: Transaction,
  { now, account }: RequestContext,
  { fromId, toId, codes }: { fromId: number; toId: number; codes: readonly string[] },
): Promise<void> {
  await assignGuest(db, codes, toId)
  await db
    .insertInto('guest_change')
    .values({ from_id: fromId, to_id: toId, stay_codes: JSON.stringify(codes), at: now, changed_by: account!.id })
    .execute()
}

/**
 * Deletes old merges and splits, which can then no longer be undone. After that, purgeGuests can delete a guest without
 * stays.
 */
export async function purgeGuestChanges(db: Database, now: number): Promise<void> {
  const cutoffAt = now - bookingRetention.guestChangeDays * DAY_MS
  await runInBatches(async (limit) => {
    const oldChanges = db.selectFrom('guest_change').select('id').where('at', '<', cutoffAt).limit(limit)
    return (await db.deleteFrom('guest_change').where('id', 'in', oldChanges).executeTakeFirst()).numDeletedRows
  })
}
