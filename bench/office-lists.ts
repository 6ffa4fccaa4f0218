import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { bookingsOfficeHandlers } from '../src/bookings/office/http.ts'
import { openDatabase, type OpenOptions } from '../src/platform/database/database.ts'
import { MONDAY_MORNING_IN_DHAKA } from '../testing/house.ts'
import { manyBookings } from '../testing/many-bookings.ts'
import { migrate } from '../src/platform/database/migrate.ts'
import { peopleHandlers } from '../src/staff/office/people-http.ts'
import { askerWith } from './asker.ts'
import { openPostgresDatabase } from './databases.ts'
import type { Figure } from './table.ts'
import { inTurns } from './turns.ts'

const turns = 15
const FILLING_LASTS_MS = 600_000
const migrations = fileURLToPath(new URL('../migrations/', import.meta.url))

/** The first page of each list of the office, and what is searched, of a hundred thousand stays of twenty thousand people. */
export const listsOnSqlite = (folder: string): Promise<Figure[]> =>
  lists('SQLite', { file: join(folder, 'lists.sqlite') })

export async function listsOnPostgres(): Promise<Figure[]> {
  await using database = await openPostgresDatabase('lists')
  return await lists('PostgreSQL', { url: database.url, file: '' })
}

const views = ['newest', 'to_answer', 'arriving', 'in_house', 'past', 'cancelled'] as const
const searches = {
  'a name': 'rahman',
  'two names that nobody has': 'rafiq rahman',
  'the end of a phone number': '091234',
  'an address': 'guest-77@mail.example',
}

async function lists(engineName: string, place: OpenOptions): Promise<Figure[]> {
  const database = await openDatabase({ ...place, statementsLastMs: FILLING_LASTS_MS })
  try {
    const { db, engine } = database
    await migrate(db, engine, migrations)
    await manyBookings(database)
    const owner = { id: 1, name: 'Nasreen Akter', role: 'owner' as const }
    const timed = async (query: { view: (typeof views)[number]; search?: string }) => {
      const asker = { ...askerWith(owner), now: MONDAY_MORNING_IN_DHAKA }
      const started = performance.now()
      await bookingsOfficeHandlers.getBookings(db, asker, query)
      return performance.now() - started
    }
    const { getPeople } = peopleHandlers({})
    const timedOfPeople = async (search?: string) => {
      const started = performance.now()
      await getPeople(db, askerWith(owner), { search })
      return performance.now() - started
    }
    const runs = Object.fromEntries([
      ...views.map((view) => [view, () => timed({ view })] as const),
      ...Object.entries(searches).map(([name, search]) => [name, () => timed({ view: 'newest', search })] as const),
      ['people, newest', () => timedOfPeople()] as const,
      ...Object.entries(searches).map(([name, search]) => [`people, ${name}`, () => timedOfPeople(search)] as const),
    ])
    await inTurns(1, runs)
    const tookMs = await inTurns(turns, runs)
    const figure = (name: string, atMost: number): Figure => ({
      what: `${engineName}: ${name.replace('_', ' ')}`,
      unit: 'ms',
      ours: tookMs[name]!,
      target: { atMost },
    })
    const firstPages = [...views, 'people, newest']
    return Object.keys(runs).map((name) => figure(name, firstPages.includes(name) ? 50 : 100))
  } finally {
    await database.close()
  }
}
