import type { RequestContext } from '#platform/contract.ts'
import type { WholeDatabase } from '#platform/database/database.ts'
import { publish, type PublishTransaction } from '#platform/database/publish.ts'
import { loadCompany } from '#content/company.ts'
import { isoDay } from '#platform/day.ts'
import { conflict, invalid, notFound, assertValid } from '#platform/errors.ts'
import { recordChange } from '#platform/audit.ts'
import { lockPolicy } from '../../policies/policy-changes.ts'
import { isSameRate, noOwnRate } from './own-rate.ts'
import { planRates, computePriceRanges, type RatesForm, type RatesPlan } from './rate-plan.ts'
import { lockRooms, toChunks, serializeRate, loadOwnRates, parseRate, writeRates, type RateCell } from './rate-rows.ts'
import { computeToday } from '../stay.ts'

/** The request and the price ranges before and after it. Stored with the change for the history. */
export interface StoredRateChange extends RatesForm {
  oldRange: PriceRange
  newRange: PriceRange
}
type PriceRange = ReturnType<typeof computePriceRanges>['before']

/** Returns the effect of a change without applying it. */
export async function previewRates(db: WholeDatabase, ctx: RequestContext, form: RatesForm): Promise<RatesPlan> {
  const plan = await planRates(db, ctx, form)
  assertValid(plan.fieldErrors)
  return plan
}

/** Applies a previewed change. Throws 409 if the form or the data differs from the preview. */
export function applyRates(
  db: WholeDatabase,
  ctx: RequestContext,
  { digest, ...form }: RatesForm & { digest: string },
): Promise<{ id: number; cells: number }> {
  return publish(db, async (tx) => {
    await lockRooms(tx, form.rooms)
    if (form.policy && !(await lockPolicy(tx, form.policy))) throw invalid({ policy: 'error.policy_gone' })
    const plan = await planRates(tx, ctx, form)
    if (plan.digest !== digest) throw conflict('error.rates_stale')
    assertValid(plan.fieldErrors)
    const { cells } = plan
    if (cells.length === 0) throw invalid({ price: 'error.rates_unchanged' })
    const { before: oldRange, after: newRange } = computePriceRanges(cells)
    await writeRates(tx, cells)
    const id = await storeChange(tx, ctx, { rateChange: { ...form, oldRange, newRange }, cells, undoes: null })
    await recordChange(tx, ctx, 'rates changed', `rates ${id}`, {
      before: { price: formatPriceRange(oldRange) },
      after: {
        price: formatPriceRange(newRange),
        rooms: plan.roomNames.join(', '),
        days: `${form.from} – ${form.to}`,
        nights: cells.length,
      },
    })
    return { id, cells: cells.length }
  })
}

const formatPriceRange = (span: PriceRange) =>
  span === null ? '' : span.lowest === span.highest ? `${span.lowest} BDT` : `${span.lowest} – ${span.highest} BDT`

export interface UndoResult {
  id: number
  cells: number
  skipped: { roomId: number; day: number; reason: 'changed' | 'past' | 'policy' }[]
}

/**
 * Undoes a change night by night. Skips and returns nights that have changed since, are past, or had a policy that no
 * longer exists.
 */
export function undoRates(db: WholeDatabase, ctx: RequestContext, { id }: { id: number }): Promise<UndoResult> {
  return publish(db, async (tx) => {
    // A concurrent undo of the same change waits here.
    await tx
      .updateTable('rate_change')
      .set(({ ref }) => ({ undone_by: ref('undone_by') }))
      .where('id', '=', id)
      .execute()
    const change = await tx.selectFrom('rate_change').selectAll().where('id', '=', id).executeTakeFirst()
    if (!change) throw notFound()
    if (change.undone_by !== null) throw conflict('error.rates_undone')
    const { cells, skipped } = await findUndoableNights(tx, ctx, id)
    if (cells.length === 0) throw conflict('error.rates_nothing_left')
    await writeRates(tx, cells)
    const { oldRange, newRange, ...form } = JSON.parse(change.asked) as StoredRateChange
    const reversedChange = { ...form, oldRange: newRange, newRange: oldRange }
    const undoId = await storeChange(tx, ctx, { rateChange: reversedChange, cells, undoes: id })
    await tx.updateTable('rate_change').set({ undone_by: undoId }).where('id', '=', id).execute()
    await recordChange(tx, ctx, 'rate change undone', `rates ${id}`, {
      after: { nights: cells.length, skipped: skipped.length },
    })
    return { id: undoId, cells: cells.length, skipped }
  })
}

/** Divides the nights of a change into those that can be undone and those to skip, with the reason. */
async function findUndoableNights(tx: PublishTransaction, ctx: RequestContext, id: number) {
  const cellsQuery = tx.selectFrom('rate_change_cell').where('change_id', '=', id)
  const rooms = await cellsQuery.select('room_id').distinct().execute()
  const roomIds = rooms.map(({ room_id }) => room_id)
  await lockRooms(tx, roomIds)
  const changedCells = await cellsQuery.selectAll().orderBy('room_id').orderBy('day').execute()
  const days = changedCells.map(({ day }) => day)
  const currentRatesByRoom = await loadOwnRates(
    tx,
    roomIds,
    days.reduce((a, b) => Math.min(a, b), Infinity),
    days.reduce((a, b) => Math.max(a, b), 0),
  )
  const currentDay = computeToday(await loadCompany(tx, ctx), ctx.now)
  const existingPolicies = await lockPolicies(
    tx,
    changedCells.map(({ rate_before }) => parseRate(rate_before).policyId),
  )
  const cells: RateCell[] = []
  const skippedNights: UndoResult['skipped'] = []
  for (const { room_id: roomId, day, rate_before, rate_after } of changedCells) {
    const before = currentRatesByRoom.get(roomId)?.get(day) ?? noOwnRate
    const after = parseRate(rate_before)
    if (day < currentDay) skippedNights.push({ roomId, day, reason: 'past' })
    else if (!isSameRate(before, parseRate(rate_after))) skippedNights.push({ roomId, day, reason: 'changed' })
    else if (after.policyId !== null && !existingPolicies.has(after.policyId))
      skippedNights.push({ roomId, day, reason: 'policy' })
    else cells.push({ roomId, day, before, after })
  }
  return { cells, skipped: skippedNights }
}

/** Returns those of the given policies that still exist, and locks them. The fixed order avoids deadlocks. */
async function lockPolicies(tx: PublishTransaction, ids: readonly (number | null)[]): Promise<Set<number>> {
  const existingPolicies = new Set<number>()
  const uniqueIds = new Set(ids.filter((id) => id !== null))
  for (const id of [...uniqueIds].toSorted((a, b) => a - b)) if (await lockPolicy(tx, id)) existingPolicies.add(id)
  return existingPolicies
}

async function storeChange(
  tx: PublishTransaction,
  { now, account, address }: RequestContext,
  { rateChange, cells, undoes }: { rateChange: StoredRateChange; cells: readonly RateCell[]; undoes: number | null },
): Promise<number> {
  const { id } = await tx
    .insertInto('rate_change')
    .values({
      at: now,
      account_id: account!.id,
      address,
      asked: JSON.stringify(rateChange),
      cells: cells.length,
      undoes,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  for (const chunk of toChunks(cells)) {
    const rows = chunk.map(({ roomId, day, before, after }) => ({
      change_id: id,
      room_id: roomId,
      day,
      rate_before: serializeRate(before),
      rate_after: serializeRate(after),
    }))
    await tx.insertInto('rate_change_cell').values(rows).execute()
  }
  return id
}

/** Returns a night in API format. */
export const toNightView = ({ roomId, day }: { roomId: number; day: number }) => ({ room: roomId, day: isoDay(day) })
