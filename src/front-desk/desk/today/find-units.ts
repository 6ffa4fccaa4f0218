import { sql } from 'kysely'
import { loadCompany } from '#content/company.ts'
import { startsWithWord } from '#platform/database/contains-word.ts'
import { localized } from '#platform/database/localized.ts'
import type { RequestContext } from '#platform/contract.ts'
import type { Database } from '#platform/database/database.ts'
import { normalizeWords } from '#platform/database/search-words.ts'
import { computeToday } from '#stays/availability/stay.ts'
import { getBookingReference } from '#stays/bookings/store.ts'

/** Finds units by the beginning of their name, each with the stay that has it tonight. */
export async function findUnits(db: Database, ctx: RequestContext, search: string, limit: number) {
  const day = computeToday(await loadCompany(db, ctx), ctx.now)
  const prefix = search.trim()
  const rows = await db
    .selectFrom('unit')
    .innerJoin('room', 'room.id', 'unit.room_id')
    .leftJoin('unit_night', (join) => join.onRef('unit_night.unit_id', '=', 'unit.id').on('unit_night.night', '=', day))
    .leftJoin('booking', 'booking.id', 'unit_night.booking_id')
    .select(['unit.name as unit', localized(ctx.language, 'room.name').as('roomName')])
    .select(['booking.code', 'booking.stay_code', 'booking.name'])
    .where('unit.active', '=', 1)
    .where(({ or }) => or([prefix, normalizeWords(prefix)].map((word) => startsWithWord(sql`unit.name`, word))))
    .orderBy('unit.name')
    .limit(limit)
    .execute()
  return rows.map(({ unit, roomName, code, stay_code, name }) => ({
    name: unit,
    roomName,
    stay: code === null ? null : { code: getBookingReference({ code, stay_code }), name },
  }))
}
