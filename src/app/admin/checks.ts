import { sql, type RawBuilder } from 'kysely'
import { readCompany } from '#content/company.ts'
import { findWrongSums } from '#insight/figures/daily-figures.ts'
import { isPostgres, type Database } from '#platform/database/database.ts'
import { entryAmountOwed } from '#ledger/stay-balance.ts'
import { isoDay } from '#platform/day.ts'
import { poishaToBdt } from '#platform/money.ts'
import { listStatusesWith } from '#stays/bookings/status.ts'

/** An invariant of the stored data. `find` returns violations as sentences, at most MAX_FINDINGS. It only reads. */
export interface Check {
  name: string
  find: (db: Database) => Promise<string[]>
}

export const MAX_FINDINGS = 20

/** Runs one statement and describes each row. One statement sees one state, even while the site is in use. */
async function findRows<Row>(
  db: Database,
  statement: RawBuilder<Row>,
  describe: (row: Row) => string,
): Promise<string[]> {
  const { rows } = await statement.execute(db)
  return rows.map(describe)
}

const limit = sql.lit(MAX_FINDINGS)
const releasedStatuses = sql.join(listStatusesWith('releasedNights').map((status) => sql.lit(status)))
const awaitingStatuses = sql.join(listStatusesWith('awaitsAnswer').map((status) => sql.lit(status)))
/** SQL: the reference of the stay that a booking belongs to. */
const stayCode = sql.raw(`coalesce(booking.stay_code, booking.code)`)
const formatBdt = (poisha: number | string | null) => `BDT ${poishaToBdt(Number(poisha))}`

const fileCheck: Check = {
  name: 'The database file is intact, and references lead to existing rows',
  async find(db) {
    const damagedRows = await findRows(
      db,
      sql<{ integrity_check: string }>`pragma integrity_check`,
      ({ integrity_check }) => integrity_check,
    )
    const brokenReferences = await findRows(
      db,
      sql<{ table: string; rowid: number | null; parent: string }>`pragma foreign_key_check`,
      ({ table, rowid, parent }) => `${table}, row ${rowid ?? '?'}: its row in ${parent} is missing`,
    )
    return [...damagedRows.filter((text) => text !== 'ok'), ...brokenReferences].slice(0, MAX_FINDINGS)
  },
}

const countersCheck: Check = {
  name: 'The number of sold rooms equals the booked nights, and never exceeds the rooms on sale',
  find: (db) =>
    findRows(
      db,
      sql<{ room_id: number; night: number; sold: number; capacity: number; booked: number }>`
        select room_id, night, sum(sold) as sold, sum(capacity) as capacity, sum(booked) as booked from (
          select room_id, night, sold, capacity, 0 as booked from inventory
          union all
          select booking_night.room_id, night, 0, 0, 1 from booking_night
          join booking on booking.id = booking_night.booking_id where status not in (${releasedStatuses})
        ) as counts
        group by room_id, night
        having sum(sold) <> sum(booked) or sum(sold) < 0 or sum(sold) > sum(capacity)
        order by night, room_id limit ${limit}`,
      ({ room_id, night, sold, capacity, booked }) =>
        `room ${room_id}, night ${isoDay(night)}: sold ${sold}, booked ${booked}, on sale ${capacity}`,
    ),
}

const nightsCheck: Check = {
  name: 'Each booking has one price per night, and its total is the sum of them',
  find: (db) =>
    findRows(
      db,
      sql<{ code: string; count: number; nights: number; total: number; sum: number }>`
        select code, count(night) as count, max(check_out - check_in) as nights, max(total_poisha) as total,
          coalesce(sum(price_poisha), 0) as sum
        from booking left join booking_night on booking_night.booking_id = booking.id
        group by booking.id, code
        having count(night) <> max(check_out - check_in) or min(night) <> max(check_in)
          or max(night) <> max(check_out) - 1 or sum(price_poisha) <> max(total_poisha)
          or sum(booking_night.vat_poisha) <> max(booking.vat_poisha)
        order by code limit ${limit}`,
      ({ code, count, nights: expected, total, sum }) =>
        `booking ${code}: ${count} of ${expected} nights, total ${formatBdt(total)}, sum of the nights ${formatBdt(sum)}`,
    ),
}

const unitsCheck: Check = {
  name: 'An assigned unit belongs to the room type of its night, and to a booking that uses it',
  find: (db) =>
    findRows(
      db,
      sql<{ code: string; unit: string; night: number }>`
        select code, unit.name as unit, unit_night.night from unit_night
        join unit on unit.id = unit_night.unit_id
        join booking on booking.id = unit_night.booking_id
        left join booking_night
          on booking_night.booking_id = unit_night.booking_id and booking_night.night = unit_night.night
        where status in (${releasedStatuses}) or booking_night.room_id is null or booking_night.room_id <> unit.room_id
        order by unit_night.night, code limit ${limit}`,
      ({ code, unit, night }) => `booking ${code}: unit ${unit} on ${isoDay(night)}`,
    ),
}

const balancesCheck: Check = {
  name: 'The ledger has the price, charges and payments of each stay',
  find: (db) =>
    findRows(
      db,
      sql<{ code: string; owed: number | string; posted: number | string }>`
        select code, sum(owed) as owed, sum(posted) as posted from (
          select ${stayCode} as code, 0 as posted, case
            when status in (${awaitingStatuses}) then 0
            when status in (${releasedStatuses}) then coalesce(cancel_fee_poisha, 0) else total_poisha end as owed
          from booking
          union all
          select ${stayCode}, 0, charge.total_poisha from charge join booking on booking.id = charge.booking_id
          union all
          select ${stayCode}, 0, -amount_poisha from payment join booking on booking.id = payment.booking_id
          union all
          select stay_code, ${entryAmountOwed}, 0 from ledger_entry where stay_code is not null
        ) as amounts
        group by code having sum(owed) <> sum(posted) order by code limit ${limit}`,
      ({ code, owed, posted }) => `stay ${code}: ${formatBdt(owed)} by its rows, ${formatBdt(posted)} in the ledger`,
    ),
}

const tillCheck: Check = {
  name: 'The cash in the till is the sum of its movements',
  find: (db) =>
    findRows(
      db,
      sql<{ cash: number; moved: number | string }>`
        select cash, moved from (
          select cash_poisha as cash,
            coalesce((select sum(amount_poisha) from payment where method = 'cash'), 0)
            + coalesce((select sum(amount_poisha) from customer_payment where method = 'cash'), 0)
            + coalesce((select sum(amount_poisha) from till_move), 0)
            + coalesce((select sum(counted_poisha - expected_poisha) from handover), 0) as moved
          from till
        ) as sums where cash <> moved`,
      ({ cash, moved }) => `the till has ${formatBdt(cash)}, its movements add up to ${formatBdt(moved)}`,
    ),
}

/** The oldest invoices are deleted after the retention period, so a series may begin after number 1. */
const invoiceNumbersCheck: Check = {
  name: 'Invoice numbers have no gaps',
  find: (db) =>
    findRows(
      db,
      sql<{ kind: string; year: number; first: number; count: number; last: number }>`
        select invoice_counter.kind, invoice_counter.year, min(no) as first, count(no) as count, max(last) as last
        from invoice_counter
        left join invoice on invoice.kind = invoice_counter.kind and invoice.year = invoice_counter.year
        group by invoice_counter.kind, invoice_counter.year
        having count(no) > 0 and (max(no) <> max(last) or count(no) <> max(no) - min(no) + 1)
        order by invoice_counter.year, invoice_counter.kind limit ${limit}`,
      ({ kind, year, first, count, last }) => `${kind} ${year}: ${count} documents from number ${first} to ${last}`,
    ),
}

const storedFilesCheck: Check = {
  name: 'Stored files are complete',
  find: (db) =>
    findRows(
      db,
      sql<{ file: string; expected: number; stored: number }>`
        select file, bytes as expected, stored from (
          select attachment.name as file, bytes,
            coalesce((select sum(length(content)) from attachment_part where attachment_id = attachment.id), 0) as stored
          from attachment
          union all
          select picture_file.name, bytes,
            coalesce((select sum(length(content)) from picture_file_part where file = picture_file.name), 0)
          from picture_file where exists (select 1 from picture_file_part where file = picture_file.name)
        ) as files
        where bytes <> stored order by file limit ${limit}`,
      ({ file, expected, stored }) => `${file}: ${stored} of ${expected} bytes`,
    ),
}

const dailyFiguresCheck: Check = {
  name: 'The daily figures equal the bookings',
  async find(db) {
    const { timeZone } = await readCompany(db)
    return (await findWrongSums(db, timeZone, MAX_FINDINGS)).map(
      ({ kind, name, day, stored, computed }) =>
        `figures of ${isoDay(day)}, ${[kind, name].filter(Boolean).join(' ')}: stored ${stored}, by the bookings ${computed}`,
    )
  },
}

const dataChecks: readonly Check[] = [
  countersCheck,
  nightsCheck,
  unitsCheck,
  balancesCheck,
  tillCheck,
  invoiceNumbersCheck,
  storedFilesCheck,
  dailyFiguresCheck,
]

/** Returns the checks for a database, the most basic ones first. PostgreSQL checks its files and references itself. */
export const listChecks = (db: Database): readonly Check[] => (isPostgres(db) ? dataChecks : [fileCheck, ...dataChecks])
