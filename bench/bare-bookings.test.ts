import assert from 'node:assert/strict'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { test } from 'node:test'
import { createSqliteDialect } from '#platform/database/sqlite.ts'
import { openBareOnSqlite, recordBookings } from './bare-bookings.ts'
import { openHotel } from './hotel.ts'

test('the bare driver writes the same rows per booking as the product', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'bare-'))
  const file = join(folder, 'hotel.sqlite')
  try {
    await using hotel = await openHotel({ file }, 3)
    using reader = new DatabaseSync(file)
    const countRows = () =>
      reader
        .prepare(
          `select
      (select count(*) from booking) bookings, (select count(*) from booking_night) nights,
      (select sum(sold) from inventory) sold,
      (select count(*) from mail) emails, (select count(*) from job) jobs,
      (select count(*) from request_key) keys, (select count(*) from signed_link) links`,
        )
        .get() as Counts

    const emptyCounts = countRows()
    const recipes = await recordBookings(createSqliteDialect(file), 3, hotel.book)
    const productGrowth = countGrowth(emptyCounts, countRows())
    assert.deepEqual(productGrowth, { bookings: 3, nights: 9, sold: 9, emails: 6, jobs: 9, keys: 3, links: 3 })

    const countsBefore = countRows()
    using bareDatabase = openBareOnSqlite(file, recipes)
    bareDatabase.commit(2)
    const { bookings, ...rest } = countGrowth(countsBefore, countRows())
    assert.equal(bookings, 2)
    const [bookingCount, nightCount] = [bookings, 3 * bookings]
    assert.deepEqual(rest, {
      nights: nightCount,
      sold: nightCount,
      emails: 2 * bookingCount,
      jobs: 3 * bookingCount,
      keys: bookingCount,
      links: bookingCount,
    })
    const wrongNightCounts = reader.prepare(`select count(*) n from booking
      where (select count(*) from booking_night where booking_id = booking.id) <> check_out - check_in`)
    assert.equal(wrongNightCounts.get()!.n, 0)
  } finally {
    await rm(folder, { recursive: true })
  }
})

type Counts = Record<'bookings' | 'nights' | 'sold' | 'emails' | 'jobs' | 'keys' | 'links', number>

function countGrowth(before: Counts, after: Counts): Counts {
  const names = Object.keys(after) as (keyof Counts)[]
  return Object.fromEntries(names.map((name) => [name, after[name] - before[name]])) as Counts
}
