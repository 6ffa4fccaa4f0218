import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { createRequestContext } from '#testing/request-context.ts'
import { bothEngines, type TestDatabase } from '#testing/engines.ts'
import { MONDAY_MORNING_IN_DHAKA } from '#testing/test-app.ts'
import { seedManyBookings, manyBookings } from '#testing/many-bookings.ts'
import { countQueries, type CountedQuery } from '#testing/query-work.ts'
import { valueForTier } from '#testing/tier.ts'
import { bookingsOfficeContract } from '#stays/bookings/office/contract.ts'
import { bookingsOfficeHandlers } from '#stays/bookings/office/http.ts'
import type { WholeDatabase } from '#platform/database/database.ts'
import { dayIn } from '#platform/clock.ts'
import { isoDay } from '#platform/day.ts'
import { peopleContract } from '#people/staff/office/people-contract.ts'
import { createPeopleHandlers } from '#people/staff/office/people-http.ts'

/**
 * The maximum work for the first page of a list: steps of SQLite's virtual machine, or rows that PostgreSQL reads.
 * Reading all bookings takes about 1,500,000 steps or 100,000 rows. `npm run bench` measures milliseconds.
 */
const queryLimits = {
  list: { sqlite: 150_000, postgres: 1_500, statements: 5 },
  search: { sqlite: 1_000_000, postgres: 60_000, statements: 11 },
}
/** Twenty thousand bookings are enough for the same query plans. */
const bookingSeed = valueForTier({
  gate: seedManyBookings({ people: 20_000, stays: 20_000 }),
  all: manyBookings,
  soak: manyBookings,
})
const ctx = {
  ...createRequestContext({ id: 1, name: 'Nasreen Akter', role: 'owner' }),
  now: MONDAY_MORNING_IN_DHAKA,
}
const getDay = (fromToday: number) => isoDay(dayIn('Asia/Dhaka', ctx.now) + fromToday)
const dates = { from: getDay(-400), until: getDay(-390) }

/** The queries of the lists, with the indexes that they must use. */
const listQueries: [query: object, ...indexes: string[]][] = [
  [{}],
  [{ view: 'to_answer' }, 'booking_waiting'],
  [{ view: 'arriving' }, 'booking_by_arrival'],
  [{ view: 'in_house' }, 'booking_by_departure'],
  [{ view: 'past' }, 'booking_by_departure'],
  [{ view: 'cancelled' }, 'booking_over'],
  [{ room: 'single' }, 'booking_by_room'],
  [{ room: 'single', view: 'past' }],
  [dates, 'booking_by_arrival'],
  [{ view: 'past', ...dates }, 'booking_by_arrival'],
  [{ view: 'cancelled', ...dates }],
]
/** Frequent and rare words, and several words that are frequent but never occur together. */
const searchQueries: [query: object, ...indexes: string[]][] = [
  [{ search: 'rahman' }, 'booking_search_word'],
  [{ search: 'a' }, 'booking_search_word'],
  [{ search: 'মীনা' }, 'booking_search_word'],
  [{ search: 'many0199' }, 'booking_search_word'],
  [{ search: '003999' }, 'booking_search_word'],
  [{ search: '234' }, 'booking_search_word'],
  [{ search: 'guest-77@mail.example' }, 'booking_search_word'],
  [{ search: 'nobody' }, 'booking_search_word'],
  [{ search: 'rafiq rahman' }, 'booking_search_word'],
  [{ search: 'guest rafiq rahman' }, 'booking_search_word'],
  [{ search: 'rahman', view: 'past' }, 'booking_search_word'],
  [{ search: 'rahman', view: 'cancelled' }, 'booking_search_word'],
  [{ search: 'rahman', room: 'single' }, 'booking_search_word', 'booking_by_room'],
  [{ search: 'rafiq rahman', view: 'past' }, 'booking_search_word'],
  [{ search: 'marta rahman', view: 'past' }, 'booking_search_word'],
]
const peopleSearches = ['rahman', 'a', 'মীনা', '003999', 'guest-77@mail.example', 'nobody', 'rafiq rahman']

for (const engine of bothEngines) {
  describe(`the office lists after many years, on ${engine.name}`, () => {
    let database: TestDatabase
    before(async () => {
      database = await engine.filled(bookingSeed)
    })
    after(() => database.close())

    function assertLittleWork(
      executedQueries: readonly CountedQuery[],
      limit: (typeof queryLimits)['list'],
      label: string,
    ) {
      const steps = executedQueries.reduce((sum, query) => sum + query.steps, 0)
      assert.ok(steps <= limit[engine.name], `${label}: ${steps} steps`)
      assert.ok(
        executedQueries.length > 0 && executedQueries.length <= limit.statements,
        `${label}: ${executedQueries.length} statements`,
      )
    }
    const getBookings = (query: object) => (db: WholeDatabase) =>
      bookingsOfficeHandlers.getBookings(
        db,
        { ...ctx, visit: {} },
        bookingsOfficeContract.getBookings.input.parse(query),
      )
    const getPeople = (query: object) => (db: WholeDatabase) =>
      createPeopleHandlers({}).getPeople(db, ctx, peopleContract.getPeople.input.parse(query))

    test('read open requests with their index (OFF-41)', async () => {
      const query = bookingsOfficeContract.getWaitingRequests.input.parse({})
      const executedQueries = await countQueries(database.at, (db) =>
        bookingsOfficeHandlers.getWaitingRequests(db, { ...ctx, visit: {} }, query),
      )
      assertLittleWork(executedQueries, queryLimits.list, 'open requests')
      assert.match(listPlans(executedQueries, 'booking').join('\n'), /booking_waiting/)
    })

    for (const [limit, queries] of [
      [queryLimits.list, listQueries],
      [queryLimits.search, searchQueries],
    ] as const)
      for (const [query, ...indexes] of queries)
        test(`read bookings with ${JSON.stringify(query)} by an index, without sorting long lists (OFF-41)`, async () => {
          const executedQueries = await countQueries(database.at, getBookings(query))
          assertLittleWork(executedQueries, limit, JSON.stringify(query))
          const plan = listPlans(executedQueries, 'booking')
          // Open requests are few, so they may be sorted by deadline.
          const maySort = 'view' in query && query.view === 'to_answer'
          const costlyLines = plan.filter((line) => isFullTableScan(line) || (isSort(line) && !maySort))
          assert.deepEqual(costlyLines, [], plan.join('\n'))
          for (const index of indexes) assert.ok(plan.join('\n').includes(index), `${index}\n${plan.join('\n')}`)
        })

    test('read people with few database steps (OFF-11)', async () => {
      for (const query of [{}, { kind: 'guest' }])
        assertLittleWork(await countQueries(database.at, getPeople(query)), queryLimits.list, JSON.stringify(query))
      // There are so few members that a scan for them reads past all guests.
      assertLittleWork(await countQueries(database.at, getPeople({ kind: 'member' })), queryLimits.search, 'members')
    })

    test('find people by names, addresses and the ends of phone numbers with few database steps (OFF-11)', async () => {
      for (const search of peopleSearches)
        assertLittleWork(await countQueries(database.at, getPeople({ search })), queryLimits.search, search)
    })

    test('find people by two names with the indexes of people and search words (OFF-11)', async () => {
      const executedQueries = await countQueries(database.at, getPeople({ search: 'rafiq rahman', after: '9000' }))
      const plan = listPlans(executedQueries, 'account').join('\n')
      assert.match(plan, /account_people|PRIMARY KEY/)
      assert.match(plan, /account_search_word/)
      assert.doesNotMatch(plan, /Seq Scan|TEMP B-TREE|SCAN account(?! USING INDEX account_people)/)
    })
  })
}

/** Lists the plans of the queries that read a table, or a table whose name starts with the same text. */
const listPlans = (executedQueries: readonly CountedQuery[], table: string): string[] =>
  executedQueries.filter(({ sql }) => sql.includes(`from "${table}`)).flatMap(({ plan }) => plan)

/** SQLite may scan bookings in list order until the page is full. */
const orderedScanPattern = /^SCAN (booking|some|booking USING INDEX (booking_over|booking_waiting))$/
const isFullTableScan = (line: string) =>
  line.includes('Seq Scan') || (line.startsWith('SCAN') && !orderedScanPattern.test(line))
const isSort = (line: string) => line === 'USE TEMP B-TREE FOR ORDER BY'
