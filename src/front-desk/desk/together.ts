import { isFirst, roomsOf } from '#stays/bookings/store.ts'
import { lifeOf, statusOf } from '#stays/bookings/status.ts'
import type { RequestContext } from '#platform/contract.ts'
import type { Database } from '#platform/database/database.ts'
import { notFound, UserError } from '#platform/errors.ts'
import type { Condition } from '#schema/bookings.ts'
import type { MessageRef } from '#locales/translator.ts'
import { allLeave, allTaken, arrivalOf, type Looked } from './arriving.ts'
import { atDesk, changeStays, type Change } from './changing.ts'
import { againstIt } from './clashes.ts'
import { freeUnits } from './free-units.ts'
import { readStays, type DeskStay } from './stays.ts'

interface Ready {
  stay: DeskStay
  /** The unit of the stay, or one that is free, ready and not given to another room. */
  unit: { id: number; name: string } | null
  /** Why the room cannot be checked in or out with the others. */
  against: MessageRef | null
}

/**
 * Returns the rooms of a stay to check in or out now, each with the reason if it is not possible. Ended rooms are left
 * out.
 */
export async function whoCan(db: Database, ctx: RequestContext, code: string, way: 'in' | 'out'): Promise<Ready[]> {
  const first = await db.selectFrom('booking').selectAll().where('code', '=', code).where(isFirst).executeTakeFirst()
  if (!first) throw notFound()
  const ids = (await roomsOf(db, first)).map(({ id }) => id)
  const stays = (await readStays(db, ids)).filter((stay) => {
    const status = statusOf(stay, ctx.now)
    return way === 'out' ? status === 'checked_in' : status !== 'checked_in' && !lifeOf(status).isOver
  })
  const units = await unitsFor(db, ctx, stays)
  const ready: Ready[] = []
  for (const [at, stay] of stays.entries()) {
    const unit = units[at]!
    const against = way === 'in' ? await againstArrival(db, ctx, stay, unit?.id ?? null) : null
    ready.push({ stay, unit, against })
  }
  return ready
}

/** The unit of each stay. Nights without one get a free unit that no other stay gets. */
async function unitsFor(db: Database, ctx: RequestContext, stays: readonly DeskStay[]): Promise<Ready['unit'][]> {
  const own = stays.flatMap(({ nights }) => nights.flatMap(({ unitId }) => unitId ?? []))
  const named = await db
    .selectFrom('unit')
    .select(['id', 'name'])
    .where('id', 'in', own.length > 0 ? own : [0])
    .execute()
  const given = new Set(own)
  const units: Ready['unit'][] = []
  for (const { nights } of stays) {
    const without = nights.filter(({ unitId }) => unitId === null)
    if (without.length === 0) {
      units.push(named.find(({ id }) => id === nights.at(-1)!.unitId) ?? null)
      continue
    }
    const days = { checkIn: without[0]!.night, checkOut: without.at(-1)!.night + 1 }
    const kind = (await freeUnits(db, ctx, days)).find(({ room }) => room.id === without[0]!.roomId)
    const free = (kind?.units ?? []).filter(({ id }) => !given.has(id))
    const unit = free.find((f) => !f.isOccupied && isMade(f.condition)) ?? free[0] ?? null
    if (unit) given.add(unit.id)
    units.push(unit && { id: unit.id, name: unit.name })
  }
  return units
}

const isMade = (condition: Condition): boolean => condition === 'clean' || condition === 'inspected'

/** Checks in all of these rooms, each into its unit or the given one; or none of them. */
export const arriveTogether = (
  db: Database,
  ctx: RequestContext,
  rooms: readonly (Looked & { unitId: number | null })[],
): Promise<number> =>
  atDesk(db, async (transaction) => {
    const changes: Change[] = []
    for (const [at, stay] of (await allTaken(transaction, rooms)).entries())
      changes.push(await arrivalOf(transaction, ctx, stay, { unitId: rooms[at]!.unitId, anyway: false }))
    const against = await againstIt(transaction, ctx, changes)
    if (against) throw against
    return changeStays(transaction, ctx, 'guest arrived', changes)
  }).catch(asOne)

/**
 * Checks out all of these rooms, or none. If they are the last of their stay, the stay must be paid, or `owing` gives
 * the reason.
 */
export const leaveTogether = (
  db: Database,
  ctx: RequestContext,
  rooms: readonly Looked[],
  owing: string,
): Promise<number> =>
  atDesk(db, async (transaction) => allLeave(transaction, ctx, await allTaken(transaction, rooms), owing))

/** The error of one room rejects all rooms, so it belongs to no field. */
function asOne(error: unknown): never {
  throw error instanceof UserError ? new UserError(409, sentenceOf(error)) : error
}

const sentenceOf = ({ sentence: message, fields }: UserError): MessageRef =>
  Object.values(fields ?? {}).flat()[0] ?? message

async function againstArrival(
  db: Database,
  ctx: RequestContext,
  stay: DeskStay,
  unitId: number | null,
): Promise<MessageRef | null> {
  try {
    await arrivalOf(db, ctx, stay, { unitId, anyway: false })
    return null
  } catch (error) {
    if (!(error instanceof UserError)) throw error
    return unitId === null && error.fields?.['unit'] ? { key: 'desk.none_free' } : sentenceOf(error)
  }
}
