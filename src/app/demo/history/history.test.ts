import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { sql } from 'kysely'
import { bothEngines, enginesFor } from '#testing/engines.ts'
import { testContext } from '#testing/request-context.ts'
import { startTestApp, type TestApp } from '#testing/test-app.ts'
import { runDoctor } from '../../admin/doctor.ts'
import { seedHistory } from './history.ts'

const folder = fileURLToPath(new URL('../../../../seed/', import.meta.url))
/** A Sunday shortly after midnight, a Friday in the evening, and a leap day. */
const times = ['2027-01-10T00:05:00+06:00', '2027-01-15T23:50:00+06:00', '2028-02-29T12:00:00+06:00']

async function startWithHistory(engine: (typeof bothEngines)[number], time: string, hasMailServer = false) {
  const app = await startTestApp(engine)
  app.clock.now = Date.parse(time)
  const installation = { ...testContext.installation, hasMailServer }
  await seedHistory(app.db, { ...testContext, clock: () => app.clock.now, installation }, folder)
  return app
}

for (const time of times)
  for (const engine of time === times[2] ? bothEngines : enginesFor(import.meta.url + time))
    describe(`the history of the demo company, on ${engine.name}, at ${time}`, () => {
      let app: TestApp
      let ownerToken: string
      before(async () => {
        app = await startWithHistory(engine, time)
        ownerToken = await app.signIn('owner')
      })
      after(() => app.close())

      const callAsOwner = (name: Parameters<TestApp['call']>[0], form: object = {}) =>
        app.callOk(name, form, { token: ownerToken })

      test('keeps all invariants that the doctor checks (DES-50)', async () => {
        const lines: string[] = []
        assert.ok(await runDoctor(app.db, (line) => void lines.push(line)), lines.join('\n'))
      })

      test('sells 55 to 75 percent of the nights of the last and the next weeks, and more than 30 percent a month later (DES-50)', async () => {
        const today = Math.floor((app.clock.now + 6 * 3_600_000) / 86_400_000)
        const { units: unitCount } = await app.db
          .selectFrom('unit')
          .select(({ fn }) => fn.countAll<number>().as('units'))
          .executeTakeFirstOrThrow()
        const computeOccupancy = async (from: number, to: number) => {
          const { sold } = await app.db
            .selectFrom('inventory')
            .select(({ fn }) => fn.sum<number>('sold').as('sold'))
            .where('night', '>=', from)
            .where('night', '<', to)
            .executeTakeFirstOrThrow()
          return Number(sold) / Number(unitCount) / (to - from)
        }
        for (const [from, to] of [
          [-58, 0],
          [-7, 14],
        ] as const) {
          const occupancy = await computeOccupancy(today + from, today + to)
          assert.ok(occupancy > 0.55 && occupancy < 0.75, `${from} to ${to}: ${occupancy}`)
        }
        assert.ok((await computeOccupancy(today + 30, today + 58)) > 0.3)
      })

      test('has arrivals, departures, guests in house, notes and a request today (DES-50)', async () => {
        const { arrivals, departures, in_house, notes } = await callAsOwner('getToday')
        const listNames = (rows: { name: string }[]) => rows.map(({ name }) => name)
        for (const name of ['Jonas Weber', 'Mina Akter']) assert.ok(listNames(arrivals).includes(name), name)
        assert.ok(listNames(departures).includes('Tomas Novak'))
        assert.ok(listNames(in_house).includes('Ingrid Lindqvist'))
        assert.ok(in_house.length >= 5, String(in_house.length))
        assert.ok(notes.length >= 2)
        assert.equal((await callAsOwner('getWaitingRequests')).data.length, 1)
      })

      test('has cancellations at different times (DES-50)', async () => {
        const rows = await app.db
          .selectFrom('booking')
          .select('cancelled_at')
          .where('status', '=', 'cancelled')
          .execute()
        assert.ok(rows.length >= 5, String(rows.length))
        assert.equal(new Set(rows.map(({ cancelled_at }) => cancelled_at)).size, rows.length)
      })

      test('has one stay in house per unit at most (DES-50)', async () => {
        const crowdedUnits = await app.db
          .selectFrom('unit_night')
          .innerJoin('booking', 'booking.id', 'unit_night.booking_id')
          .select('unit_id')
          .where('status', '=', 'checked_in')
          .groupBy('unit_id')
          .having(({ fn }) => fn.count('booking_id').distinct(), '>', 1)
          .execute()
        assert.deepEqual(crowdedUnits, [])
      })

      test('has conversations, quotations and orders in several states, and customers (DES-50)', async () => {
        const { data: inbox } = await callAsOwner('getInbox', { view: 'all' })
        assert.ok(new Set(inbox.map(({ state }: { state: string }) => state)).size >= 4)
        const { data: quotations } = await callAsOwner('getQuotations')
        const states = new Set(quotations.map(({ state }: { state: string }) => state))
        for (const state of ['accepted', 'sent', 'lost']) assert.ok(states.has(state), state)
        const { data: orders } = await callAsOwner('getOrders')
        assert.ok(new Set(orders.map(({ state }: { state: string }) => state)).size >= 4)
        assert.ok((await callAsOwner('getCustomers')).data.length >= 5)
      })

      test('has paid, partly paid and unpaid bills, online payments and invoices (DES-50)', async () => {
        const groups = await app.db
          .selectFrom('booking')
          .select(['payment_status', sql<number>`count(*)`.as('n')])
          .groupBy('payment_status')
          .execute()
        const counts = Object.fromEntries(groups.map(({ payment_status, n }) => [payment_status, Number(n)]))
        for (const status of ['paid', 'partially_paid', 'unpaid']) assert.ok(counts[status]! >= 3, status)
        for (const [table, minCount] of [
          ['invoice', 10],
          ['payment_receipt', 10],
          ['customer_payment', 2],
          ['till_move', 3],
        ] as const) {
          const { n } = await app.db
            .selectFrom(table)
            .select(sql<number>`count(*)`.as('n'))
            .executeTakeFirstOrThrow()
          assert.ok(Number(n) >= minCount, table)
        }
      })

      test('numbers emails and entries of the log in the order of their times, as their lists show them (DES-51)', async () => {
        for (const [table, column] of [
          ['mail', 'created_at'],
          ['audit', 'at'],
        ] as const) {
          const rows = await app.db
            .selectFrom(table)
            .select(sql<number>`${sql.ref(column)}`.as('at'))
            .orderBy('id')
            .execute()
          const timestamps = rows.map(({ at }) => Number(at))
          assert.ok(timestamps.length > 10)
          assert.deepEqual(
            timestamps,
            timestamps.toSorted((a, b) => a - b),
            table,
          )
        }
      })

      test('records nothing after now and sends no email (DES-51)', async () => {
        for (const [table, column] of [
          ['booking', 'created_at'],
          ['payment', 'at'],
          ['charge', 'at'],
          ['invoice', 'at'],
          ['ledger_entry', 'at'],
          ['conversation_entry', 'at'],
          ['audit', 'at'],
        ] as const) {
          const { latest } = await app.db
            .selectFrom(table)
            .select(({ fn, ref }) => fn.max<number>(ref(column as never)).as('latest'))
            .executeTakeFirstOrThrow()
          assert.ok(Number(latest) <= app.clock.now, table)
        }
        await app.sendDueEmails()
        assert.deepEqual(await app.deliverEmails(), [])
        const { data: emails } = await callAsOwner('getEmails')
        assert.ok(emails.length > 10)
      })
    })

describe('the history of the demo company', () => {
  test('has no request that expires if there is a mail server, so it sends no later emails (DES-51)', async (t) => {
    const [engine] = enginesFor(import.meta.url)
    const app = await startWithHistory(engine!, times[0]!, true)
    t.after(() => app.close())
    for (let day = 0; day < 4; day++) {
      app.clock.advance(86_400_000)
      await app.sendDueEmails()
      assert.deepEqual(await app.deliverEmails(), [])
    }
  })

  test('has the same bookings for the same day, except for codes (DES-51)', async (t) => {
    const [engine] = enginesFor(import.meta.url)
    const readStays = async () => {
      const app = await startWithHistory(engine!, times[2]!)
      t.after(() => app.close())
      return app.db
        .selectFrom('booking')
        .select(['name', 'room_id', 'check_in', 'check_out', 'status', 'payment_status', 'total_poisha', 'created_at'])
        .orderBy('id')
        .execute()
    }
    assert.deepEqual(await readStays(), await readStays())
  })
})
