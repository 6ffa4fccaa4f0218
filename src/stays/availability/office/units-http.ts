import { loadCompany } from '#content/company.ts'
import type { RequestContext } from '#platform/contract.ts'
import type { Database } from '#platform/database/database.ts'
import { isoDay } from '#platform/day.ts'
import { notFound } from '#platform/errors.ts'
import type { Handlers } from '#platform/http/handlers.ts'
import { pickLocalizedName } from '#locales/localized-name.ts'
import { closeForDates, validateClosing, reopenUnit } from '../office-closures.ts'
import { computeToday } from '../stay.ts'
import { addUnit, validateUnit, saveUnit } from '../units.ts'
import type { RoomUnits, unitsContract } from './units-contract.ts'

export const unitsHandlers = {
  getRoomUnits: (db, ctx, { room }) => readRoomUnitViews(db, ctx, room),
  addUnit: {
    validate: (db, ctx, { name }) => validateUnit(db, ctx, name === undefined ? {} : { name }),
    async execute(db, ctx, form) {
      await addUnit(db, ctx, form)
      return readRoomUnitViews(db, ctx, form.room)
    },
  },
  saveUnit: {
    validate: (db, ctx, { id, name }) =>
      validateUnit(db, ctx, id === undefined || name === undefined ? {} : { id, name }),
    async execute(db, ctx, form) {
      await saveUnit(db, ctx, form)
      return readUnitsOfSameRoom(db, ctx, form.id)
    },
  },
  closeUnit: {
    validate: validateClosing,
    async execute(db, ctx, form) {
      await closeForDates(db, ctx, form)
      return readUnitsOfSameRoom(db, ctx, form.unit)
    },
  },
  async reopenUnit(db, ctx, { id }) {
    const closure = await db.selectFrom('unit_closure').select('unit_id').where('id', '=', id).executeTakeFirst()
    if (!closure) throw notFound()
    await reopenUnit(db, ctx, { id })
    return readUnitsOfSameRoom(db, ctx, closure.unit_id)
  },
} satisfies Handlers<typeof unitsContract>

async function readUnitsOfSameRoom(db: Database, ctx: RequestContext, unitId: number): Promise<RoomUnits> {
  const unit = await db.selectFrom('unit').select('room_id').where('id', '=', unitId).executeTakeFirst()
  if (!unit) throw notFound()
  return readRoomUnitViews(db, ctx, unit.room_id)
}

async function readRoomUnitViews(db: Database, ctx: RequestContext, roomId: number): Promise<RoomUnits> {
  const room = await db.selectFrom('room').selectAll().where('id', '=', roomId).executeTakeFirst()
  if (!room) throw notFound()
  const currentDay = computeToday(await loadCompany(db, ctx), ctx.now)
  const units = await db.selectFrom('unit').selectAll().where('room_id', '=', roomId).orderBy('name').execute()
  const closures = await db
    .selectFrom('unit_closure')
    .innerJoin('unit', 'unit.id', 'unit_closure.unit_id')
    .selectAll('unit_closure')
    .where('unit.room_id', '=', roomId)
    .orderBy('from_day')
    .orderBy('unit_closure.id')
    .execute()
  const closuresByUnit = Map.groupBy(closures, ({ unit_id }) => unit_id)
  const getState = (from: number, to: number) => (to <= currentDay ? 'over' : from > currentDay ? 'to come' : 'now')
  return {
    room: roomId,
    name: pickLocalizedName(ctx.language, room),
    today: isoDay(currentDay),
    sold: room.capacity,
    data: units.map(({ id, version, name, active }) => {
      const unitClosures = closuresByUnit.get(id) ?? []
      const pastClosures = unitClosures.filter(({ to_day }) => to_day <= currentDay)
      return {
        id,
        version,
        name,
        active: active === 1,
        closures: [...unitClosures.filter(({ to_day }) => to_day > currentDay), ...pastClosures.toReversed()].map(
          (row) => ({
            id: row.id,
            from: isoDay(row.from_day),
            to: isoDay(row.to_day),
            reason: row.reason,
            is_imported: row.event_id !== null,
            state: getState(row.from_day, row.to_day),
          }),
        ),
      }
    }),
  }
}
