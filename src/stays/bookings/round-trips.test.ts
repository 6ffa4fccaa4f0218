import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { after, before, describe, mock, test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import { inTransaction } from '#platform/database/database.ts'
import { publish } from '#platform/database/publish.ts'
import { parseDay } from '#platform/day.ts'
import { recordPostgres } from '#testing/round-trips.ts'
import { createStayForm } from '#testing/stay-form.ts'
import { startTestApp, type TestApp } from '#testing/test-app.ts'

describe('a booking on PostgreSQL', () => {
  const { engine, recordRoundTrips } = recordPostgres()
  let app: TestApp
  let guestToken: string
  let memberToken: string
  const email = 'anna@buyer.example'
  before(async () => {
    // Scheduled tasks and background jobs would run their own statements.
    mock.timers.enable({ apis: ['setInterval'] })
    app = await startTestApp({ ...engine, pollsJobs: false }, { RATE_LIMIT: 'on' })
    guestToken = await app.newGuest()
    memberToken = await app.signIn('anna')
  })
  after(async () => {
    mock.timers.reset()
    await app.close()
  })

  async function book(name: 'requestGuestBooking' | 'requestBooking', token: string, overrides: object) {
    const { again: _, ...form } = createStayForm(app)
    return app.callOk(name, { ...form, ...overrides }, { token, key: randomUUID() })
  }

  test('takes 8 round trips for a guest (PERF-1)', async () => {
    const roundTrips = await recordRoundTrips(() => book('requestGuestBooking', guestToken, {}))
    assert.deepEqual(
      roundTrips.map((statements) => statements.map(nameStatement)),
      [
        ['select session'],
        ['insert rate_limit'],
        ['begin', 'select setting', 'select room', 'select room'],
        [
          'insert request_key',
          'insert rate_limit',
          'select open_request',
          'select booking',
          'select rate',
          'select room',
          'select vat_rate',
          'select account',
        ],
        ['insert inventory', 'insert booking', 'insert signed_link'],
        ['insert booking_night', 'insert booking_search_word', 'insert open_request', 'insert job', 'insert mail'],
        ['insert job'],
        ['commit'],
      ],
    )
  })

  test('takes no more round trips for a member or for several rooms (PERF-1)', async () => {
    const rooms = ['twin', 'family'].map((slug) => ({ slug, adult: 1, child: 0 }))
    const dates = { checkin: app.day(20), checkout: app.day(23) }
    assert.equal((await recordRoundTrips(() => book('requestBooking', memberToken, { ...dates, email }))).length, 8)
    const severalRoomsForm = { ...createStayForm(app), ...dates, rooms }
    const roundTrips = await recordRoundTrips(() => book('requestGuestBooking', guestToken, severalRoomsForm))
    assert.equal(roundTrips.length, 8)
    assert.equal(roundTrips.flat().filter((statement) => statement.startsWith('insert into "booking" ')).length, 2)
  })

  test('has the price that applies when the request gets its turn (PERF-3)', async () => {
    const [checkin, checkout] = [app.day(30), app.day(31)]
    const { id } = await app.db.selectFrom('room').select('id').where('slug', '=', 'twin').executeTakeFirstOrThrow()
    // Another request of the same mailbox is under way.
    const lockSignal = Promise.withResolvers<void>()
    const endSignal = Promise.withResolvers<void>()
    const earlierRequest = inTransaction(app.db, async (transaction) => {
      await transaction.updateTable('rate_limit').set({ hits: 1 }).where('key', 'like', 'request:mailbox %').execute()
      lockSignal.resolve()
      await endSignal.promise
    })
    await lockSignal.promise
    const booking = book('requestBooking', memberToken, { email, slug: 'twin', checkin, checkout })
    while (!(await isWaitingForLock())) await sleep(5)
    await publish(app.db, (tx) =>
      tx
        .insertInto('rate')
        .values(createRate(id, parseDay(checkin)!, 777_700))
        .execute(),
    )
    endSignal.resolve()
    await earlierRequest
    assert.equal((await booking).total, 7_777)
  })

  async function isWaitingForLock(): Promise<boolean> {
    const { rows } = await sql`select 1 from pg_locks where not granted`.execute(app.db)
    return rows.length > 0
  }
})

/** Returns the verb of a statement and its first table. */
function nameStatement(statement: string): string {
  const [, verb, table] = /^\s*(\w+)(?:.*?\b(?:from|into)\s+"?(\w+))?/s.exec(statement)!
  return table ? `${verb} ${table}` : verb!
}

const createRate = (roomId: number, day: number, poisha: number) => ({
  room_id: roomId,
  day,
  price_poisha: poisha,
  min_nights: null,
  max_nights: null,
  policy_id: null,
})
