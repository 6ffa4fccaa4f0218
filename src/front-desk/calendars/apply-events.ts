import { computeToday } from '#stays/availability/stay.ts'
import { syncImportedClosures, type ImportedClosure } from '#stays/availability/imported-closures.ts'
import { readCompany } from '#content/company.ts'
import { isoDay } from '#platform/day.ts'
import { inTransaction, type Database, type WholeDatabase } from '#platform/database/database.ts'
import type { Publisher } from '#platform/database/publish.ts'
import { recordAudit } from '#platform/audit.ts'

/** Applies the pending events of all units, so that a night is closed as soon as it becomes available. */
export async function applyPendingEvents(db: WholeDatabase, now: number): Promise<void> {
  const units = await db
    .selectFrom('imported_event')
    .innerJoin('calendar_import', 'calendar_import.id', 'imported_event.import_id')
    .select('unit_id')
    .distinct()
    .where('needs_closure', '=', 1)
    .orderBy('unit_id')
    .execute()
  for (const { unit_id } of units) await applyUnitEvents(db, unit_id, now)
}

/**
 * Closes a unit on nights that were sold elsewhere and opens nights that were released. A night that was sold here as
 * well is a conflict. The conflict remains until one side releases the night, or until a user settles it.
 */
export async function applyUnitEvents(db: WholeDatabase, unitId: number, now: number): Promise<void> {
  const day = computeToday(await readCompany(db), now)
  const { imported: closures, sold: conflicts } = await syncImportedClosures(
    db,
    unitId,
    day,
    selectClosures(unitId, day),
  )
  const datesByEvent = new Map(closures.map(({ eventId, fromDay, toDay }) => [eventId, `${fromDay} ${toDay}`]))
  await inTransaction(db, async (transaction) => {
    const events = await transaction
      .selectFrom('imported_event')
      .innerJoin('calendar_import', 'calendar_import.id', 'imported_event.import_id')
      .innerJoin('unit', 'unit.id', 'calendar_import.unit_id')
      .select(['imported_event.id', 'gone_at', 'clash_since', 'from_day', 'to_day', 'needs_closure', 'room_id'])
      .select(['calendar_import.name', 'unit.name as unit_name'])
      .where('unit_id', '=', unitId)
      .where((row) =>
        row.or([
          row('needs_closure', '=', 1),
          row('clash_since', 'is not', null),
          row('imported_event.id', 'in', [-1, ...conflicts.keys()]),
        ]),
      )
      .orderBy('imported_event.id')
      .execute()
    for (const event of events) {
      const isOver = event.gone_at !== null || event.to_day <= day
      // The event has changed in the meantime. The process that changed it runs this function next.
      if (!isOver && datesByEvent.get(event.id) !== `${event.from_day} ${event.to_day}`) continue
      const hasConflict = !isOver && (conflicts.get(event.id)?.length ?? 0) > 0
      if (hasConflict !== (event.clash_since !== null))
        await recordAudit(transaction, {
          at: now,
          accountId: null,
          action: hasConflict ? 'calendar conflict' : 'calendar conflict ended',
          subject: `room ${event.room_id}`,
          changes: { [`sold_elsewhere ${event.unit_name}`]: toAuditChange(hasConflict, formatEvent(event)) },
        })
      if (event.gone_at !== null) await transaction.deleteFrom('imported_event').where('id', '=', event.id).execute()
      else
        await transaction
          .updateTable('imported_event')
          .set({ needs_closure: hasConflict ? 1 : 0, clash_since: hasConflict ? (event.clash_since ?? now) : null })
          .where('id', '=', event.id)
          .execute()
    }
  })
}

const formatEvent = ({ name, from_day, to_day }: { name: string; from_day: number; to_day: number }) =>
  `${name}: ${isoDay(from_day)} – ${isoDay(to_day)}`
const toAuditChange = (isAdded: boolean, text: string) => (isAdded ? ([null, text] as const) : ([text, null] as const))

/** Returns a query for the closures that the calendars of a unit require, without those of one import. */
const selectClosures =
  (unitId: number, day: number, excludedImportId = 0) =>
  async (db: Database): Promise<ImportedClosure[]> => {
    const rows = await db
      .selectFrom('imported_event')
      .innerJoin('calendar_import', 'calendar_import.id', 'imported_event.import_id')
      .select(['imported_event.id', 'from_day', 'to_day', 'name'])
      .where('unit_id', '=', unitId)
      .where('gone_at', 'is', null)
      .where('to_day', '>', day)
      .where('import_id', '<>', excludedImportId)
      .orderBy('from_day')
      .orderBy('imported_event.id')
      .execute()
    return rows.map(({ id, from_day, to_day, name }) => {
      return { eventId: id, fromDay: from_day, toDay: to_day, reason: name }
    })
  }

/** Opens the nights that only the given import keeps closed. */
export async function reopenWithoutImport(db: Publisher, unitId: number, importId: number, now: number): Promise<void> {
  const day = computeToday(await readCompany(db), now)
  await syncImportedClosures(db, unitId, day, selectClosures(unitId, day, importId))
}
