import { loadCompany } from '#content/company.ts'
import type { RequestContext } from '#platform/contract.ts'
import type { Database } from '#platform/database/database.ts'
import { isoDay, isoInstant } from '#platform/day.ts'
import type { Handlers } from '#platform/http/handlers.ts'
import { markUnit } from './condition.ts'
import { readUnitsToClean } from './rooms-to-clean.ts'
import { addUnitTask, setUnitTaskDone } from './unit-tasks.ts'
import type { Housekeeping, housekeepingContract } from './contract.ts'

export const housekeepingHandlers = {
  getHousekeeping: (db, ctx) => readHousekeepingView(db, ctx),
  async markUnit(db, ctx, { unit, ...mark }) {
    await markUnit(db, ctx, { unitId: unit, ...mark })
    return readHousekeepingView(db, ctx)
  },
  async addUnitTask(db, ctx, { unit, text }) {
    await addUnitTask(db, ctx, { unitId: unit, text })
    return readHousekeepingView(db, ctx)
  },
  async setUnitTaskDone(db, ctx, { id, done }) {
    await setUnitTaskDone(db, ctx, { id, isDone: done })
    return readHousekeepingView(db, ctx)
  },
} satisfies Handlers<typeof housekeepingContract>

async function readHousekeepingView(db: Database, ctx: RequestContext): Promise<Housekeeping> {
  const { checkInFrom, checkOutUntil } = await loadCompany(db, ctx)
  const { day, units } = await readUnitsToClean(db, ctx)
  return {
    day: isoDay(day),
    check_in_from: checkInFrom,
    check_out_until: checkOutUntil,
    data: units.map((unit) => ({
      id: unit.id,
      version: unit.version,
      name: unit.name,
      kind: unit.roomType,
      condition: unit.condition,
      note: unit.note,
      occupied: unit.isOccupied,
      closed: unit.closed && { until: isoDay(unit.closed.until), reason: unit.closed.reason },
      leaves: unit.leaves && { left_at: toInstantOrNull(unit.leaves.leftAt) },
      arrives: unit.arrives && {
        persons: unit.arrives.persons,
        arrived_at: toInstantOrNull(unit.arrives.arrivedAt),
        arrival: unit.arrives.arrival,
        bed: unit.arrives.bed,
      },
      stays_on: unit.staysOn,
      next_arrival: unit.nextArrival === null ? null : isoDay(unit.nextArrival),
      tasks: unit.tasks.map(({ id, text, createdBy, createdAt, isDone }) => ({
        id,
        text,
        by: createdBy,
        at: isoInstant(createdAt),
        done: isDone,
      })),
    })),
  }
}

const toInstantOrNull = (at: number | null): string | null => (at === null ? null : isoInstant(at))
