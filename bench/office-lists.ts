import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { sql } from 'kysely'
import { searchHandlers } from '#office/search/http.ts'
import { bookingsOfficeHandlers } from '#stays/bookings/office/http.ts'
import { openDatabase, type OpenDatabase, type OpenOptions } from '#platform/database/database.ts'
import { MONDAY_MORNING_IN_DHAKA } from '#testing/test-app.ts'
import { seedManyBookings, manyBookings } from '#testing/many-bookings.ts'
import { migrate } from '#platform/database/migrate.ts'
import { createPeopleHandlers } from '#people/staff/office/people-http.ts'
import { createRequestContext } from '#testing/request-context.ts'
import { openPostgresDatabase } from './databases.ts'
import { chooseBySize } from './size.ts'
import type { Figure } from './table.ts'
import { runInTurns } from './turns.ts'

const turnCount = chooseBySize({ full: 15, smallest: 1 })
const fillWithBookings = chooseBySize({
  full: manyBookings,
  smallest: seedManyBookings({ people: 20, stays: 100 }),
  huge: seedManyBookings({ people: 100_000, stays: 2_000_000 }),
})
const FILLING_TIMEOUT_MS = 1_800_000
const migrations = fileURLToPath(new URL('../migrations/', import.meta.url))

/** Measures the first page of each office list, and searches, with a hundred thousand or two million stays. */
export const measureListsOnSqlite = (folder: string): Promise<Figure[]> =>
  measureLists('SQLite', { file: join(folder, 'lists.sqlite') })

export async function measureListsOnPostgres(): Promise<Figure[]> {
  await using database = await openPostgresDatabase('lists')
  return await measureLists('PostgreSQL', { url: database.url, file: '' })
}

const views = ['newest', 'to_answer', 'arriving', 'in_house', 'past', 'cancelled'] as const
const searches = {
  'a name': 'rahman',
  'two names without a match': 'rafiq rahman',
  'the end of a phone number': '091234',
  'an address': 'guest-77@mail.example',
}

/** Joins two of every ten stays into one stay of two rooms. */
async function makeTwoRoomStays({ db }: OpenDatabase): Promise<void> {
  await sql`
    update booking set stay_code = (select first.code from booking as first where first.id = booking.id - booking.id % 10)
    where id % 10 in (0, 1) and id >= 1000`.execute(db)
  await sql`delete from booking_search_word where booking_id in (select id from booking where stay_code <> code)`.execute(
    db,
  )
  await sql`vacuum`.execute(db) // as a database does by itself after a while
  await sql`analyze`.execute(db)
}

async function measureLists(engineName: string, location: OpenOptions): Promise<Figure[]> {
  const database = await openDatabase({ ...location, statementsLastMs: FILLING_TIMEOUT_MS })
  try {
    const { db, engine } = database
    await migrate(db, engine, migrations)
    await fillWithBookings(database)
    await makeTwoRoomStays(database)
    const owner = { id: 1, name: 'Nasreen Akter', role: 'owner' as const }
    const { slug: room } = await db.selectFrom('room').select('slug').orderBy('id').executeTakeFirstOrThrow()
    const timeBookings = async (query: {
      view: (typeof views)[number]
      search?: string
      room?: string
      from?: string
    }) => {
      const ctx = { ...createRequestContext(owner), now: MONDAY_MORNING_IN_DHAKA }
      const startedAt = performance.now()
      await bookingsOfficeHandlers.getBookings(db, ctx, query)
      return performance.now() - startedAt
    }
    const { getPeople } = createPeopleHandlers({})
    const timePeople = async (search?: string) => {
      const startedAt = performance.now()
      await getPeople(db, createRequestContext(owner), { search })
      return performance.now() - startedAt
    }
    const timeSearch = async (search: string) => {
      const startedAt = performance.now()
      await searchHandlers.searchOffice(db, createRequestContext(owner), { search })
      return performance.now() - startedAt
    }
    const runs = Object.fromEntries([
      ...views.map((view) => [view, () => timeBookings({ view })] as const),
      ...Object.entries(searches).map(
        ([name, search]) => [name, () => timeBookings({ view: 'newest', search })] as const,
      ),
      ['arriving, of one kind', () => timeBookings({ view: 'arriving', room })] as const,
      ['newest, from a day on', () => timeBookings({ view: 'newest', from: '2026-01-01' })] as const,
      ['people, newest', () => timePeople()] as const,
      ...Object.entries(searches).map(([name, search]) => [`people, ${name}`, () => timePeople(search)] as const),
      ...Object.entries(searches).map(
        ([name, search]) => [`the whole office, ${name}`, () => timeSearch(search)] as const,
      ),
    ])
    if (turnCount > 1) await runInTurns(1, runs)
    const tookMs = await runInTurns(turnCount, runs)
    const createFigure = (name: string, max: number): Figure => ({
      label: `${engineName}: ${name.replace('_', ' ')}`,
      unit: 'ms',
      ours: tookMs[name]!,
      target: { max },
    })
    const firstPageNames = [...views, 'people, newest']
    return Object.keys(runs).map((name) => createFigure(name, firstPageNames.includes(name) ? 50 : 100))
  } finally {
    await database.close()
  }
}
