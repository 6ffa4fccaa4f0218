import { sql } from 'kysely'
import { findConstraintName } from '#platform/database/constraint.ts'
import { publish, type PublishTransaction, type Publisher } from '#platform/database/publish.ts'
import { conflict } from '#platform/errors.ts'
import { updateUnitCounts } from './inventory.ts'
import type { Stay } from './stay.ts'
import { lockUnits } from './unit-nights.ts'

export interface Closure {
  unitId: number
  fromDay: number
  /** The first day on which the unit is available again. */
  toDay: number
  reason: string
}

/**
 * Takes a unit off sale for the given nights. Throws a conflict if the unit is assigned to guests, or if the sold
 * nights of its room need it.
 */
export async function closeUnit(db: Publisher, { unitId, fromDay, toDay, reason }: Closure): Promise<void> {
  await publish(db, async (tx) => {
    await tx.insertInto('unit_closure').values({ unit_id: unitId, from_day: fromDay, to_day: toDay, reason }).execute()
    await recountClosedNights(tx, unitId, { checkIn: fromDay, checkOut: toDay })
  }).catch((error: unknown) => {
    if (findConstraintName(error) === 'unit_night_pk') throw conflict('error.unit_assigned')
    throw findConstraintName(error) === 'no_overbooking' ? conflict('error.unit_needed') : error
  })
}

/** Deletes a closure. Its nights are available again, except those of another closure. */
export async function endClosure(db: Publisher, closureId: number): Promise<void> {
  await publish(db, async (tx) => {
    const endedClosures = await tx
      .deleteFrom('unit_closure')
      .where('id', '=', closureId)
      .returning(['unit_id', 'from_day', 'to_day'])
      .executeTakeFirst()
    if (endedClosures)
      await recountClosedNights(tx, endedClosures.unit_id, {
        checkIn: endedClosures.from_day,
        checkOut: endedClosures.to_day,
      })
  })
}

/** Ends a closure earlier than planned. */
export async function shortenClosure(tx: PublishTransaction, closureId: number, day: number): Promise<void> {
  const { unit_id, to_day } = await tx
    .selectFrom('unit_closure')
    .select(['unit_id', 'to_day'])
    .where('id', '=', closureId)
    .executeTakeFirstOrThrow()
  await tx.updateTable('unit_closure').set({ to_day: day }).where('id', '=', closureId).execute()
  await recountClosedNights(tx, unit_id, { checkIn: day, checkOut: to_day })
}

/** Recomputes the closed nights of a unit and how many units its room can sell. Closures may overlap. */
export async function recountClosedNights(
  tx: PublishTransaction,
  unitId: number,
  { checkIn, checkOut }: Stay,
): Promise<void> {
  await lockUnits(tx, [unitId])
  await tx
    .deleteFrom('unit_night')
    .where('unit_id', '=', unitId)
    .where('closure_id', 'is not', null)
    .where('night', '>=', checkIn)
    .where('night', '<', checkOut)
    .execute()
  await sql`
    insert into unit_night (unit_id, night, closure_id)
    with recursive nights (night) as (
      select cast(${checkIn} as integer)
      union all
      select night + 1 from nights where night + 1 < cast(${checkOut} as integer)
    )
    select unit_closure.unit_id, nights.night, min(unit_closure.id)
    from nights join unit_closure
      on unit_closure.from_day <= nights.night and unit_closure.to_day > nights.night
    where unit_closure.unit_id = cast(${unitId} as integer)
    group by unit_closure.unit_id, nights.night
    order by nights.night`.execute(tx)
  const { room_id } = await tx.selectFrom('unit').select('room_id').where('id', '=', unitId).executeTakeFirstOrThrow()
  await updateUnitCounts(tx, room_id, { checkIn, checkOut })
}
