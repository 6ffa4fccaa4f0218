import { today } from '#stays/availability/stay.ts'
import { closeAsTold, type Told } from '#stays/availability/told-closures.ts'
import { readCompany } from '#content/company.ts'
import { isoDay } from '#platform/day.ts'
import { inTransaction, type Database, type WholeDatabase } from '#platform/database/database.ts'
import type { Publisher } from '#platform/database/publish.ts'
import { recordAudit } from '#platform/work/audit.ts'

/** Brings each unit of which something waits to what calendars say of it: as soon as a night is to be had, it is closed. */
export async function fitAll(db: WholeDatabase, now: number): Promise<void> {
  const units = await db
    .selectFrom('imported_event')
    .innerJoin('calendar_import', 'calendar_import.id', 'imported_event.import_id')
    .select('unit_id')
    .distinct()
    .where('waits', '=', 1)
    .orderBy('unit_id')
    .execute()
  for (const { unit_id } of units) await fitUnit(db, unit_id, now)
}

/**
 * Closes a unit on the nights on which somebody else has it, and opens it on those that they have given up. Nights that are
 * sold here as well are a clash: it stands until one of the two sides gives way, or until somebody says that it is settled.
 */
export async function fitUnit(db: WholeDatabase, unitId: number, now: number): Promise<void> {
  const day = today(await readCompany(db), now)
  const { told, sold } = await closeAsTold(db, unitId, day, toldOf(unitId, day))
  const datesOf = new Map(told.map(({ eventId, fromDay, toDay }) => [eventId, `${fromDay} ${toDay}`]))
  await inTransaction(db, async (transaction) => {
    const events = await transaction
      .selectFrom('imported_event')
      .innerJoin('calendar_import', 'calendar_import.id', 'imported_event.import_id')
      .innerJoin('unit', 'unit.id', 'calendar_import.unit_id')
      .select(['imported_event.id', 'gone_at', 'clash_since', 'from_day', 'to_day', 'waits', 'room_id'])
      .select(['calendar_import.name', 'unit.name as unit_name'])
      .where('unit_id', '=', unitId)
      .where((row) =>
        row.or([
          row('waits', '=', 1),
          row('clash_since', 'is not', null),
          row('imported_event.id', 'in', [-1, ...sold.keys()]),
        ]),
      )
      .orderBy('imported_event.id')
      .execute()
    for (const event of events) {
      const isOver = event.gone_at !== null || event.to_day <= day
      // It has changed since: whoever changed it comes here next.
      if (!isOver && datesOf.get(event.id) !== `${event.from_day} ${event.to_day}`) continue
      const clashes = !isOver && (sold.get(event.id)?.length ?? 0) > 0
      if (clashes !== (event.clash_since !== null))
        await recordAudit(transaction, {
          at: now,
          accountId: null,
          action: clashes ? 'calendar clash' : 'calendar clash over',
          subject: `room ${event.room_id}`,
          changes: { [`sold_elsewhere ${event.unit_name}`]: inOrder(clashes, saidOf(event)) },
        })
      if (event.gone_at !== null) await transaction.deleteFrom('imported_event').where('id', '=', event.id).execute()
      else
        await transaction
          .updateTable('imported_event')
          .set({ waits: clashes ? 1 : 0, clash_since: clashes ? (event.clash_since ?? now) : null })
          .where('id', '=', event.id)
          .execute()
    }
  })
}

const saidOf = ({ name, from_day, to_day }: { name: string; from_day: number; to_day: number }) =>
  `${name}: ${isoDay(from_day)} – ${isoDay(to_day)}`
const inOrder = (isNew: boolean, said: string) => (isNew ? ([null, said] as const) : ([said, null] as const))

/** What all calendars of a unit say of it; without what one of them says that is about to be read no more. */
const toldOf =
  (unitId: number, day: number, without = 0) =>
  async (db: Database): Promise<Told[]> => {
    const rows = await db
      .selectFrom('imported_event')
      .innerJoin('calendar_import', 'calendar_import.id', 'imported_event.import_id')
      .select(['imported_event.id', 'from_day', 'to_day', 'name'])
      .where('unit_id', '=', unitId)
      .where('gone_at', 'is', null)
      .where('to_day', '>', day)
      .where('import_id', '<>', without)
      .orderBy('from_day')
      .orderBy('imported_event.id')
      .execute()
    return rows.map(({ id, from_day, to_day, name }) => {
      return { eventId: id, fromDay: from_day, toDay: to_day, reason: name }
    })
  }

/** As if a calendar had never said anything: what it closed can be had again. */
export async function openWithout(db: Publisher, unitId: number, importId: number, now: number): Promise<void> {
  const day = today(await readCompany(db), now)
  await closeAsTold(db, unitId, day, toldOf(unitId, day, importId))
}
