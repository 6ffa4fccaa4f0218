import { sql } from 'kysely'
import type { Database } from '#platform/database/database.ts'
import { dayIn } from '#platform/clock.ts'
import type { DatabaseContent } from './engines.ts'
import { MONDAY_MORNING_IN_DHAKA, demoContent } from './test-app.ts'
import { serializedNoTerms } from './policies.ts'
import { DAY_MS } from '#platform/durations.ts'

/**
 * Fills the demo with many years of stays: four years back and more than one ahead. About one in seven is cancelled,
 * declined or expired, and 40 are waiting requests. One person in twenty is called Rahman, one in fifty Anna.
 */
export const seedManyBookings =
  (size: SeedSize): DatabaseContent =>
  async (database) => {
    await demoContent(database)
    const { db } = database
    await fillPeople(db, MONDAY_MORNING_IN_DHAKA, size)
    await fillStays(db, dayIn('Asia/Dhaka', MONDAY_MORNING_IN_DHAKA), MONDAY_MORNING_IN_DHAKA, size)
    // A database of many years has been vacuumed and analysed.
    await sql.raw(database.engine === 'postgres' ? 'vacuum analyze' : 'analyze').execute(db)
  }

export const manyBookings = seedManyBookings({ people: 20_000, stays: 100_000 })

interface SeedSize {
  people: number
  /** From 40, because the last 40 stays are waiting requests, to two million, because of the codes. */
  stays: number
}

const createNumbersSql = (count: number) =>
  sql`with recursive numbers (n) as (select 0 union all select n + 1 from numbers where n + 1 < cast(${count} as integer))`

/** SQL for the six digits of a number below a million, optionally in reverse order. */
function generateDigits(number: string, isBackwards = false) {
  const digits = [100_000, 10_000, 1_000, 100, 10, 1].map((each) => `(${number} / ${each} % 10)`)
  return sql.raw((isBackwards ? digits.toReversed() : digits).join(' || '))
}

const firstNames = ['Rafiq', 'Ayesha', 'Marta', 'Omar', 'Hannah', 'Jan', 'Li', 'Sofia', 'মীনা', 'রহিম']
const firstNameSql = sql.raw(`case when who % 50 = 7 then 'Anna' else ${getCase('who % 10', firstNames)} end`)
const lastNameSql = sql.raw(`case when who % 20 = 3 then 'Rahman' else 'Family' || (who % 997) end`)
function getCase(index: string, names: readonly string[]): string {
  return `case ${index} ${names.map((name, at) => `when ${at} then '${name}'`).join(' ')} end`
}

const searchWords = [
  sql`lower(${firstNameSql})`,
  sql`lower(${lastNameSql})`,
  sql`'guest-' || who || '@mail.example'`,
  sql`'#' || ${generateDigits('n', true)} || '2171088'`,
]

async function fillPeople(db: Database, now: number, { people }: SeedSize): Promise<void> {
  const source = sql`${createNumbersSql(people)}, made as (select n, n as who, 1000 + n as id from numbers)`
  await sql`
    insert into account (id, role, name, email, phone, language, created_at)
    ${source}
    select id, 'guest', ${firstNameSql} || ' ' || ${lastNameSql}, 'guest-' || who || '@mail.example', '+8801712' || ${generateDigits('n')},
      'en', cast(${sql.lit(now)} as bigint)
    from made`.execute(db)
  for (const word of searchWords) {
    await sql`
      insert into account_search_word (word, account_id) ${source} select ${word}, id from made where true
      on conflict do nothing`.execute(db)
  }
}

async function fillStays(db: Database, today: number, now: number, { people, stays }: SeedSize): Promise<void> {
  const source = sql`${createNumbersSql(stays)}, made as (select n, n % ${sql.lit(people)} as who, 1000 + n as id from numbers)`
  const rooms = (await db.selectFrom('room').select('id').orderBy('id').execute()).map(({ id }) => id)
  const roomSql = sql.raw(getCase(`n % ${rooms.length}`, rooms.map(String)).replaceAll("'", ''))
  // The order of arrivals differs from the order of bookings.
  const daySql = sql.raw(`${today} - 1460 + cast(cast(n as bigint) * 7919 % 2000 as integer)`)
  const codeSql = sql`'MAN' || substr('YZ', 1 + n / 1000000, 1) || ${generateDigits('n')}`
  const statusSql = sql.raw(
    `case when n >= ${stays - 40} then 'pending_approval' when n % 21 = 1 then 'cancelled' when n % 21 = 2 then 'declined'
      when n % 21 = 3 then 'expired' else 'confirmed' end`,
  )
  await sql`
    insert into booking (id, code, booker_id, guest_id, room_id, check_in, check_out, adults, children, status, payment_status,
      payment_type, room_name_en, bed_en, total_poisha, vat_basis_points, vat_poisha, name, email, phone, message,
      language, created_at, email_verified_at, expires_at, terms)
    ${source}
    select id, ${codeSql}, 1000 + who, 1000 + who, ${roomSql},
      case when n >= ${sql.lit(stays - 40)} then ${sql.lit(today + 30)} else ${daySql} end,
      case when n >= ${sql.lit(stays - 40)} then ${sql.lit(today + 33)} else ${daySql} + 1 + n % 4 end,
      1, 0, ${statusSql}, 'unpaid', 2, 'A room', 'A bed', 900000, 0, 0,
      ${firstNameSql} || ' ' || ${lastNameSql}, 'guest-' || who || '@mail.example', '+8801712' || ${generateDigits('n')}, 'Arriving late',
      'en', cast(${sql.lit(now - DAY_MS)} as bigint), cast(${sql.lit(now - DAY_MS)} as bigint),
      case when n >= ${sql.lit(stays - 40)} then cast(${sql.lit(now + DAY_MS)} as bigint) + n end, ${sql.lit(serializedNoTerms)}
    from made`.execute(db)
  for (const word of [sql`lower(${codeSql})`, ...searchWords]) {
    await sql`
      insert into booking_search_word (word, booking_id) ${source} select ${word}, id from made where true
      on conflict do nothing`.execute(db)
  }
}
