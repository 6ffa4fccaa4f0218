import { constraintOf } from '../platform/database/constraint.ts'
import { publish, type Publisher } from '../platform/database/publish.ts'
import { conflict } from '../platform/errors.ts'
import { recountUnits } from './inventory.ts'

interface Closure {
  unitId: number
  fromDay: number
  /** The first day on which the unit is to be had again. */
  toDay: number
  reason: string
}

/** Takes a unit out of sale for some nights; refused where its room is sold so often that it cannot be spared. */
export async function closeUnit(db: Publisher, { unitId, fromDay, toDay, reason }: Closure): Promise<void> {
  await publish(db, async (press) => {
    await press
      .insertInto('unit_closure')
      .values({ unit_id: unitId, from_day: fromDay, to_day: toDay, reason })
      .execute()
    const { room_id } = await press
      .selectFrom('unit')
      .select('room_id')
      .where('id', '=', unitId)
      .executeTakeFirstOrThrow()
    await recountUnits(press, room_id, { checkIn: fromDay, checkOut: toDay })
  }).catch((error: unknown) => {
    throw constraintOf(error) === 'no_overbooking' ? conflict('error.unit_needed') : error
  })
}

/** Brings it back. */
export async function endClosure(db: Publisher, closureId: number): Promise<void> {
  await publish(db, async (press) => {
    const ended = await press
      .deleteFrom('unit_closure')
      .where('id', '=', closureId)
      .returning(['unit_id', 'from_day', 'to_day'])
      .executeTakeFirst()
    if (!ended) return
    const { room_id } = await press
      .selectFrom('unit')
      .select('room_id')
      .where('id', '=', ended.unit_id)
      .executeTakeFirstOrThrow()
    await recountUnits(press, room_id, { checkIn: ended.from_day, checkOut: ended.to_day })
  })
}
