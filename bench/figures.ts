import { join } from 'node:path'
import { sql } from 'kysely'
import { prepareDatabase } from '../src/app.ts'
import { figuresHandlers } from '../src/figures/office/http.ts'
import { dayIn } from '../src/platform/clock.ts'
import { openDatabase, type Database, type OpenOptions } from '../src/platform/database/database.ts'
import { MONDAY_MORNING_IN_DHAKA } from '../testing/house.ts'
import { askerWith } from './asker.ts'
import { openPostgresDatabase } from './databases.ts'
import type { Figure } from './table.ts'
import { inTurns } from './turns.ts'

const turns = 5
/** A house of some hundred rooms, and one larger than any that we know. */
const sizes = [100_000, 2_000_000]
/** Four years back and more than one ahead. */
const [daysBack, daysInAll] = [1_460, 2_000]
const FILLING_LASTS_MS = 900_000

/** The figures of the house for a month and for a year, of bookings of five years and a half. */
export const figuresOnSqlite = (folder: string): Promise<Figure[]> =>
  ofEachSize((stays) => figures('SQLite', { file: join(folder, `figures-${stays}.sqlite`) }, stays))

export const figuresOnPostgres = (): Promise<Figure[]> =>
  ofEachSize(async (stays) => {
    await using database = await openPostgresDatabase('figures')
    return await figures('PostgreSQL', { url: database.url, file: '' }, stays)
  })

async function ofEachSize(measure: (stays: number) => Promise<Figure[]>): Promise<Figure[]> {
  const all: Figure[] = []
  for (const stays of sizes) all.push(...(await measure(stays)))
  return all
}

const asked = { 'a month': 'last_month', 'a year': 'last_year', 'this year': 'year' } as const

async function figures(engineName: string, place: OpenOptions, stays: number): Promise<Figure[]> {
  const database = await openDatabase({ ...place, statementsLastMs: FILLING_LASTS_MS })
  try {
    await prepareDatabase(database, () => MONDAY_MORNING_IN_DHAKA, true)
    await fill(database.db, stays)
    const owner = { id: 1, name: 'Nasreen Akter', role: 'owner' as const }
    const timed = async (period: (typeof asked)[keyof typeof asked]) => {
      const asker = { ...askerWith(owner), now: MONDAY_MORNING_IN_DHAKA }
      const started = performance.now()
      await figuresHandlers.getFigures.act(database.db, asker, { period, compare: 'none' })
      return performance.now() - started
    }
    const runs = Object.fromEntries(Object.entries(asked).map(([name, period]) => [name, () => timed(period)]))
    await inTurns(1, runs)
    const tookMs = await inTurns(turns, runs)
    return Object.keys(runs).map((name) => ({
      what: `${engineName}: ${name} of ${stays.toLocaleString('en')}`,
      unit: 'ms',
      ours: tookMs[name]!,
      target: { atMost: 2_000 },
    }))
  } finally {
    await database.close()
  }
}

/** One in seven came to nothing; who was to come came. */
async function fill(db: Database, stays: number): Promise<void> {
  const today = dayIn('Asia/Dhaka', MONDAY_MORNING_IN_DHAKA)
  const rooms = (await db.selectFrom('room').select('id').orderBy('id').execute()).map(({ id }) => id)
  const room = sql.raw(`case n % ${rooms.length} ${rooms.map((id, at) => `when ${at} then ${id}`).join(' ')} end`)
  const day = sql.raw(`(${today - daysBack} + cast(cast(n as bigint) * 7919 % ${daysInAll} as integer))`)
  await sql`
    insert into booking (id, code, account_id, room_id, check_in, check_out, adults, children, status, payment_status,
      payment_type, room_name_en, bed_en, total_poisha, vat_basis_points, vat_poisha, name, email, phone, message,
      language, created_at, cancel_free_until, cancel_late_poisha, source, country, cancelled_at, cancel_fee_poisha)
    with recursive numbers (n) as (
      select 0 union all select n + 1 from numbers where n + 1 < cast(${stays} as integer)
    )
    select 1000 + n, 'F' || n, 1, ${room}, ${day}, ${day} + 1 + n % 4, 1, 0,
      case when n % 7 = 3 then 'cancelled' when ${day} > ${sql.lit(today)} then 'confirmed' else 'checked_out' end,
      'unpaid', 2, 'A room', 'A bed', 460000 * (1 + n % 4), 1500, 60000 * (1 + n % 4), 'Rafiq Islam',
      'rafiq@guest.example', '+8801700000004', '', 'en', cast(${day} - n % 60 as bigint) * 86400000, 0, 0,
      case n % 3 when 0 then 'website' when 1 then 'phone' else 'agent' end,
      case n % 4 when 0 then 'BD' when 1 then 'DE' when 2 then 'CN' end,
      case when n % 7 = 3 then cast(${day} - n % 5 as bigint) * 86400000 end, case when n % 7 = 3 then 0 end
    from numbers`.execute(db)
  await sql`
    insert into booking_night (booking_id, night, room_id, price_poisha, vat_poisha)
    select booking.id, booking.check_in + later.nights, booking.room_id, 460000, 60000
    from booking
    join (select 0 as nights union all select 1 union all select 2 union all select 3) as later
      on booking.check_in + later.nights < booking.check_out
    where booking.id >= 1000`.execute(db)
  // As a database does by itself before long.
  await sql`vacuum`.execute(db)
  await sql`analyze`.execute(db)
}
