import type { RequestContext } from '#platform/contract.ts'
import type { WholeDatabase } from '#platform/database/database.ts'
import { publish, type PublishTransaction } from '#platform/database/publish.ts'
import { companyOf } from '#content/company.ts'
import { isoDay } from '#platform/day.ts'
import { conflict, invalid, notFound, assertValid } from '#platform/errors.ts'
import { recordChange } from '#platform/work/audit.ts'
import { holdPolicy } from '../policies/changing.ts'
import { isSameRate, nothingOwn } from './own-rate.ts'
import { planRates, pricesIn, type RatesForm, type RatesPlan } from './rate-plan.ts'
import { holdRooms, inChunks, keptRate, ownRates, readRate, writeRates, type RateCell } from './rate-rows.ts'
import { today } from './stay.ts'

/** The request and the price ranges before and after it. Stored with the change for the history. */
export interface KeptForm extends RatesForm {
  was: Span
  is: Span
}
type Span = ReturnType<typeof pricesIn>['before']

/** Returns the effect of a change without applying it. */
export async function previewRates(db: WholeDatabase, ctx: RequestContext, form: RatesForm): Promise<RatesPlan> {
  const plan = await planRates(db, ctx, form)
  assertValid(plan.fieldErrors)
  return plan
}

/** Applies a previewed change. Throws 409 if the data has changed since the preview. */
export function applyRates(
  db: WholeDatabase,
  ctx: RequestContext,
  { digest, ...form }: RatesForm & { digest: string },
): Promise<{ id: number; cells: number }> {
  return publish(db, async (tx) => {
    await holdRooms(tx, form.rooms)
    if (form.policy && !(await holdPolicy(tx, form.policy))) throw invalid({ policy: 'error.policy_gone' })
    const plan = await planRates(tx, ctx, form)
    if (plan.digest !== digest) throw conflict('error.rates_stale')
    assertValid(plan.fieldErrors)
    const { cells } = plan
    if (cells.length === 0) throw invalid({ price: 'error.rates_so_already' })
    const { before: was, after: is } = pricesIn(cells)
    await writeRates(tx, cells)
    const id = await keepChange(tx, ctx, { asked: { ...form, was, is }, cells, undoes: null })
    await recordChange(tx, ctx, 'rates changed', `rates ${id}`, {
      before: { price: inLine(was) },
      after: {
        price: inLine(is),
        rooms: plan.roomNames.join(', '),
        days: `${form.from} – ${form.to}`,
        nights: cells.length,
      },
    })
    return { id, cells: cells.length }
  })
}

const inLine = (span: Span) =>
  span === null ? '' : span.lowest === span.highest ? `${span.lowest} BDT` : `${span.lowest} – ${span.highest} BDT`

export interface Undone {
  id: number
  cells: number
  skipped: { roomId: number; day: number; why: 'changed' | 'past' | 'policy' }[]
}

/**
 * Undoes a change night by night. Skips and returns nights that have changed since, are past, or had a policy that no
 * longer exists.
 */
export function undoRates(db: WholeDatabase, ctx: RequestContext, { id }: { id: number }): Promise<Undone> {
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
    const { cells, skipped } = await undoable(tx, ctx, id)
    if (cells.length === 0) throw conflict('error.rates_nothing_left')
    await writeRates(tx, cells)
    const { was, is, ...form } = JSON.parse(change.asked) as KeptForm
    const asked = { ...form, was: is, is: was }
    const undoing = await keepChange(tx, ctx, { asked, cells, undoes: id })
    await tx.updateTable('rate_change').set({ undone_by: undoing }).where('id', '=', id).execute()
    await recordChange(tx, ctx, 'rates undone', `rates ${id}`, {
      after: { nights: cells.length, skipped: skipped.length },
    })
    return { id: undoing, cells: cells.length, skipped }
  })
}

/** The nights of a change whose rates are still as the change left them. */
async function undoable(tx: PublishTransaction, ctx: RequestContext, id: number) {
  const of = tx.selectFrom('rate_change_cell').where('change_id', '=', id)
  const rooms = await of.select('room_id').distinct().execute()
  const ids = rooms.map(({ room_id }) => room_id)
  await holdRooms(tx, ids)
  const kept = await of.selectAll().orderBy('room_id').orderBy('day').execute()
  const days = kept.map(({ day }) => day)
  const own = await ownRates(
    tx,
    ids,
    days.reduce((a, b) => Math.min(a, b), Infinity),
    days.reduce((a, b) => Math.max(a, b), 0),
  )
  const now = today(await companyOf(tx, ctx), ctx.now)
  const held = await policiesHeld(
    tx,
    kept.map(({ rate_before }) => readRate(rate_before).policyId),
  )
  const cells: RateCell[] = []
  const skipped: Undone['skipped'] = []
  for (const { room_id: roomId, day, rate_before, rate_after } of kept) {
    const before = own.get(roomId)?.get(day) ?? nothingOwn
    const after = readRate(rate_before)
    if (day < now) skipped.push({ roomId, day, why: 'past' })
    else if (!isSameRate(before, readRate(rate_after))) skipped.push({ roomId, day, why: 'changed' })
    else if (after.policyId !== null && !held.has(after.policyId)) skipped.push({ roomId, day, why: 'policy' })
    else cells.push({ roomId, day, before, after })
  }
  return { cells, skipped }
}

/** Returns those of the given policies that still exist, and locks them. The fixed order avoids deadlocks. */
async function policiesHeld(tx: PublishTransaction, ids: readonly (number | null)[]): Promise<Set<number>> {
  const held = new Set<number>()
  const named = new Set(ids.filter((id) => id !== null))
  for (const id of [...named].toSorted((a, b) => a - b)) if (await holdPolicy(tx, id)) held.add(id)
  return held
}

async function keepChange(
  tx: PublishTransaction,
  { now, account, address }: RequestContext,
  { asked, cells, undoes }: { asked: KeptForm; cells: readonly RateCell[]; undoes: number | null },
): Promise<number> {
  const { id } = await tx
    .insertInto('rate_change')
    .values({
      at: now,
      account_id: account!.id,
      address,
      asked: JSON.stringify(asked),
      cells: cells.length,
      undoes,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  for (const some of inChunks(cells)) {
    const rows = some.map(({ roomId, day, before, after }) => ({
      change_id: id,
      room_id: roomId,
      day,
      rate_before: keptRate(before),
      rate_after: keptRate(after),
    }))
    await tx.insertInto('rate_change_cell').values(rows).execute()
  }
  return id
}

/** A night in API format. */
export const presentNight = ({ roomId, day }: { roomId: number; day: number }) => ({ room: roomId, day: isoDay(day) })
