import { companyOf } from '#content/company.ts'
import type { Asker } from '#platform/contract.ts'
import type { Database } from '#platform/database/database.ts'
import { isoDay, isoInstant } from '#platform/day.ts'
import type { Handlers } from '#platform/http/handlers.ts'
import { markUnit } from '../condition.ts'
import { roomsToClean } from '../rooms-to-clean.ts'
import { addUnitTask, endUnitTask } from '../unit-tasks.ts'
import type { Housekeeping, housekeepingContract } from './contract.ts'

export const housekeepingHandlers = {
  getHousekeeping: (db, asker) => housekeeping(db, asker),
  async markUnit(db, asker, { unit, ...mark }) {
    await markUnit(db, asker, { unitId: unit, ...mark })
    return housekeeping(db, asker)
  },
  async addUnitTask(db, asker, { unit, text }) {
    await addUnitTask(db, asker, { unitId: unit, text })
    return housekeeping(db, asker)
  },
  async endUnitTask(db, asker, { id, done }) {
    await endUnitTask(db, asker, { id, isDone: done })
    return housekeeping(db, asker)
  },
} satisfies Handlers<typeof housekeepingContract>

async function housekeeping(db: Database, asker: Asker): Promise<Housekeeping> {
  const { checkInFrom, checkOutUntil } = await companyOf(db, asker)
  const { day, units } = await roomsToClean(db, asker)
  return {
    day: isoDay(day),
    check_in_from: checkInFrom,
    check_out_until: checkOutUntil,
    data: units.map((unit) => ({
      id: unit.id,
      version: unit.version,
      name: unit.name,
      kind: unit.kind,
      condition: unit.condition,
      note: unit.note,
      occupied: unit.isOccupied,
      closed: unit.closed && { until: isoDay(unit.closed.until), reason: unit.closed.reason },
      leaves: unit.leaves && { left_at: instant(unit.leaves.leftAt) },
      arrives: unit.arrives && { persons: unit.arrives.persons, arrived_at: instant(unit.arrives.arrivedAt) },
      stays_on: unit.staysOn,
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

const instant = (at: number | null): string | null => (at === null ? null : isoInstant(at))
