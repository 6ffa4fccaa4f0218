import { sql } from 'kysely'
import type { WholeDatabase } from '#platform/database/database.ts'
import { createRandom } from './random.ts'

const firstNames = [
  'Anjali',
  'Mehmet',
  'Giulia',
  'Tasnim',
  'James',
  'Farhana',
  'Lakshan',
  'Priya',
  'Hiroshi',
  'নুসরাত',
  'Sultana',
  'David',
]
const lastNames = [
  'Menon',
  'Yıldız',
  'Conti',
  'Haque',
  'Whitfield',
  'Yasmin',
  'Perera',
  'Nair',
  'Tanaka',
  'চৌধুরী',
  'Begum',
  'Okafor',
  'Rahman',
  'Lindqvist',
]

/**
 * Fills a large hotel almost completely: room types of twenty units each, with consecutive stays in each unit from
 * `first` on. Some stays are requests. Returns the number of stays.
 */
export async function fillChart(
  db: WholeDatabase,
  { units, days, stays, first, now }: { units: number; days: number; stays: number; first: number; now: number },
): Promise<number> {
  const random = createRandom(7)
  const guest = await db
    .insertInto('account')
    .values({ role: 'guest', name: 'Guest', email: 'guest@guest.example', created_at: now })
    .returning('id')
    .executeTakeFirstOrThrow()
  await sql`
    insert into room (slug, name_en, type_en, bed_en, description_en, size_sqm, max_adults, max_children, max_guests,
      price_poisha, capacity, position, active)
    with recursive kinds (n) as (select 0 union all select n + 1 from kinds where (n + 1) * 20 < cast(${units} as integer))
    select 'kind-' || n, 'Kind ' || n, 'Double', 'Double bed', '', 20, 2, 1, 3, 500000, 20, 100 + n, 1 from kinds`.execute(
    db,
  )
  await sql`
    insert into unit (room_id, name)
    with recursive doors (n) as (select 0 union all select n + 1 from doors where n + 1 < cast(${units} as integer))
    select room.id, 'K' || (1000 + n) from doors join room on room.slug = 'kind-' || (n / 20)`.execute(db)
  const unitRows = await sql<{ id: number; room_id: number; slug: string }>`
    select unit.id, unit.room_id from unit join room on room.id = unit.room_id where room.slug like 'kind-%' order by unit.id`.execute(
    db,
  )
  const staysPerUnit = Math.floor(stays / units)
  const [bookings, nights, unitNights]: [object[], object[], object[]] = [[], [], []]
  const { id: lastId } = await db
    .selectFrom('booking')
    .select(({ fn }) => fn.coalesce(fn.max('id'), sql<number>`0`).as('id'))
    .executeTakeFirstOrThrow()
  let id = lastId + 1_000
  for (const unitRow of unitRows.rows) {
    for (let index = 0; index < staysPerUnit; index++) {
      const from = first + Math.floor((index * days) / staysPerUnit)
      const to = Math.max(
        from + 1,
        first + Math.floor(((index + 1) * days) / staysPerUnit) - (random.isTrue(0.3) ? 1 : 0),
      )
      id += random.between(1, 4)
      bookings.push({
        id,
        code: `FULL${id}`,
        booker_id: guest.id,
        guest_id: guest.id,
        room_id: unitRow.room_id,
        check_in: from,
        check_out: to,
        adults: 1,
        children: 0,
        status: random.isTrue(0.1) ? 'pending_approval' : 'confirmed',
        payment_status: 'unpaid',
        payment_type: 2,
        room_name_en: 'Kind',
        bed_en: 'Double bed',
        total_poisha: 500_000 * (to - from),
        vat_basis_points: 0,
        vat_poisha: 0,
        name: `${random.oneOf(firstNames)} ${random.oneOf(lastNames)}`,
        email: '',
        phone: '+8801700000009',
        message: '',
        language: 'en',
        created_at: now,
      })
      for (let night = from; night < to; night++) {
        nights.push({ booking_id: id, night, room_id: unitRow.room_id, price_poisha: 500_000, vat_poisha: 0 })
        unitNights.push({ unit_id: unitRow.id, night, booking_id: id })
      }
    }
  }
  await insertInBatches(bookings, (batch) =>
    db
      .insertInto('booking')
      .values(batch as never)
      .execute(),
  )
  await insertInBatches(nights, (batch) =>
    db
      .insertInto('booking_night')
      .values(batch as never)
      .execute(),
  )
  await insertInBatches(unitNights, (batch) =>
    db
      .insertInto('unit_night')
      .values(batch as never)
      .execute(),
  )
  await sql`
    insert into inventory (room_id, night, sold, capacity)
    select booking_night.room_id, booking_night.night, count(*), 20
    from booking_night join room on room.id = booking_night.room_id
    where room.slug like 'kind-%' group by booking_night.room_id, booking_night.night`.execute(db)
  await sql`analyze`.execute(db)
  return bookings.length
}

async function insertInBatches(
  rows: readonly object[],
  write: (batch: readonly object[]) => Promise<unknown>,
): Promise<void> {
  for (let offset = 0; offset < rows.length; offset += 500) await write(rows.slice(offset, offset + 500))
}
