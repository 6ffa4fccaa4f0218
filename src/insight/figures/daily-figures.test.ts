import assert from 'node:assert/strict'
import { setImmediate as turn } from 'node:timers/promises'
import { after, before, beforeEach, describe, test } from 'node:test'
import { sql, type RawBuilder } from 'kysely'
import { writeCompany } from '#content/company.ts'
import { isoDay, parseDay } from '#platform/day.ts'
import { assertFiguresMatchBookings } from '#testing/assert-figures.ts'
import { bothEngines } from '#testing/engines.ts'
import { buildNights, insertStay } from '#testing/insert-stay.ts'
import { purgeStays } from '#testing/purge-stays.ts'
import { countQueries } from '#testing/query-work.ts'
import { keepSignedIn } from '#testing/keep-signed-in.ts'
import { openRandomDesk } from '#testing/random-desk.ts'
import { createRequestContext } from '#testing/request-context.ts'
import { addRoom } from '#testing/rooms.ts'
import { MONDAY_MORNING_IN_DHAKA, ownerOnlyContent, setUpTestApp } from '#testing/test-app.ts'
import { valueForTier } from '#testing/tier.ts'
import { findWrongSums, refreshAllDailyFigures, refreshDailyFigures } from './daily-figures.ts'
import { calculateFigures, type FiguresQuery } from './figures.ts'
import { HOUR_MS } from '#platform/durations.ts'

const TIME_ZONE = 'Asia/Dhaka'
const emptyPeriod = { from: 0, to: 0 }

for (const engine of bothEngines) {
  describe(`the daily figures, on ${engine.name}`, () => {
    const app = setUpTestApp(engine, {}, ownerOnlyContent)
    let roomId: number
    let monday: number
    before(async () => {
      roomId = await addRoom(app.db, 'plain', 9)
      monday = parseDay(app.day(0))!
    })
    beforeEach(async () => {
      await purgeStays(app.db)
      await app.db.deleteFrom('figure_day').execute()
    })

    const getNoon = (day: number) => day * 24 * HOUR_MS + 6 * HOUR_MS
    const listCompleteDays = async () =>
      (await app.db.selectFrom('figure_day').select('day').orderBy('day').execute()).map(({ day }) => day - monday)

    test('become outdated on the days of a changed stay, and on no others (PERF-15)', async () => {
      const bookingFields = {
        created_at: getNoon(monday - 6),
        cancelled_at: getNoon(monday - 4),
        status: 'cancelled',
      } as const
      await insertStay(app.db, buildNights(roomId, monday - 9, 12, 2_300, 300), { created_at: getNoon(monday - 9) })
      const code = await insertStay(app.db, buildNights(roomId, monday, 2, 2_300, 300), bookingFields)
      await refreshDailyFigures(app.db, TIME_ZONE, { from: monday - 9, to: monday + 4 })
      assert.deepEqual(await listCompleteDays(), [-9, -8, -7, -6, -5, -4, -3, -2, -1, 0, 1, 2, 3])
      await app.db.updateTable('booking').set({ source: 'agent' }).where('code', '=', code).execute()
      await refreshDailyFigures(app.db, TIME_ZONE, emptyPeriod)
      assert.deepEqual(await listCompleteDays(), [-9, -8, -7, -5, -3, -2, -1, 3])
      // A change that the figures do not show makes no day outdated.
      await app.db.updateTable('booking').set({ payment_status: 'paid', name: 'Anna' }).execute()
      await refreshDailyFigures(app.db, TIME_ZONE, emptyPeriod)
      assert.deepEqual(await listCompleteDays(), [-9, -8, -7, -5, -3, -2, -1, 3])
    })

    test('follow every change to a booking, its nights or the time zone, even if made directly in SQL (PERF-17)', async () => {
      const otherRoomId = await addRoom(app.db, 'other', 9)
      await insertStay(app.db, buildNights(roomId, monday - 3, 5, 2_300, 300), {
        created_at: getNoon(monday - 20),
        country: 'DE',
      })
      const code = await insertStay(app.db, buildNights(roomId, monday + 1, 3, 4_600, 600), {
        created_at: getNoon(monday - 5) + 11 * HOUR_MS,
        status: 'confirmed',
        country: 'DE',
      })
      const booking = sql`(select id from booking where code = ${code})`
      const update = (change: RawBuilder<unknown>) => sql`update booking set ${change} where code = ${code}`
      const changes: RawBuilder<unknown>[] = [
        update(sql`status = 'checked_in'`),
        update(sql`source = 'agent'`),
        update(sql`country = null`),
        update(sql`check_in = check_in - 2`),
        update(sql`check_out = check_out + 2`),
        update(sql`created_at = created_at - 86400000`),
        update(sql`stay_code = 'OTHER'`),
        update(sql`stay_code = null`),
        update(sql`status = 'cancelled', cancelled_at = ${getNoon(monday - 1)}, cancel_fee_poisha = 100`),
        update(sql`cancel_fee_poisha = 200`),
        update(sql`cancelled_at = ${getNoon(monday - 2)}`),
        update(sql`status = 'no_show'`),
        update(sql`status = 'confirmed', cancelled_at = null, cancel_fee_poisha = null`),
        sql`update booking_night set price_poisha = 0, vat_poisha = 0 where booking_id = ${booking}`,
        sql`update booking_night set room_id = ${otherRoomId} where booking_id = ${booking}`,
        sql`update booking_night set night = night + 10 where booking_id = ${booking} and night = ${monday + 3}`,
        sql`delete from booking_night where booking_id = ${booking} and night = ${monday + 1}`,
        sql`insert into booking_night (booking_id, night, room_id, price_poisha, vat_poisha)
          values (${booking}, ${monday + 1}, ${roomId}, 100, 10)`,
        sql`delete from booking where code = ${code}`,
      ]
      const period = { from: monday - 30, to: monday + 30 }
      await refreshDailyFigures(app.db, TIME_ZONE, period)
      const readSums = () => app.db.selectFrom('daily_figure').selectAll().orderBy('kind').orderBy('day').execute()
      for (const change of changes) {
        const sumsBefore = await readSums()
        await change.execute(app.db)
        await refreshDailyFigures(app.db, TIME_ZONE, period)
        const description = change.compile(app.db).sql
        assert.deepEqual(await findWrongSums(app.db, TIME_ZONE, 20), [], description)
        assert.notDeepEqual(await readSums(), sumsBefore, description)
      }
      await writeCompany(app.db, { timeZone: 'Pacific/Auckland' })
      try {
        await refreshDailyFigures(app.db, 'Pacific/Auckland', period)
        assert.deepEqual(await findWrongSums(app.db, 'Pacific/Auckland', 20), [])
        assert.equal(
          (await findWrongSums(app.db, TIME_ZONE, 20)).length,
          0,
          'no day is complete in the former time zone',
        )
        const madeSums = await readSums().then((sums) => sums.filter(({ kind }) => kind === 'made'))
        assert.deepEqual(
          madeSums.map(({ day }) => day - monday),
          [-20],
        )
      } finally {
        await writeCompany(app.db, { timeZone: TIME_ZONE })
      }
    })

    test('follow changes of the other rooms of a stay (PERF-17)', async () => {
      const insertRoom = (code: string, day: number) =>
        insertStay(app.db, buildNights(roomId, day, 2, 2_300, 300), {
          code,
          stay_code: 'ROOMS00001',
          created_at: getNoon(monday - 20),
        })
      await insertRoom('ROOMS00001', monday)
      const period = { from: monday - 30, to: monday + 30 }
      await refreshDailyFigures(app.db, TIME_ZONE, period)
      const setStatus = (code: string, status: 'cancelled' | 'confirmed', day: number) =>
        app.db
          .updateTable('booking')
          .set({ status, cancelled_at: status === 'cancelled' ? getNoon(day) : null })
          .where('code', '=', code)
          .execute()
      const changes: (() => Promise<unknown>)[] = [
        () => insertRoom('ROOMS00002', monday + 5),
        () => insertRoom('ROOMS00003', monday + 10),
        () => setStatus('ROOMS00001', 'cancelled', monday - 15),
        () => setStatus('ROOMS00002', 'cancelled', monday - 14),
        () => setStatus('ROOMS00003', 'cancelled', monday - 13),
        () => setStatus('ROOMS00002', 'confirmed', monday),
        () => app.db.updateTable('booking').set({ stay_code: null }).where('code', '=', 'ROOMS00002').execute(),
        () => app.db.deleteFrom('booking').where('code', '=', 'ROOMS00003').execute(),
      ]
      for (const [index, change] of changes.entries()) {
        await change()
        await refreshDailyFigures(app.db, TIME_ZONE, period)
        assert.deepEqual(await findWrongSums(app.db, TIME_ZONE, 20), [], `change ${index}`)
      }
    })

    test('count a booking on its local day, also where clocks change at midnight (PERF-17)', async () => {
      const timeZone = 'America/Havana'
      // The clocks of Havana went back from 01:00 to 00:00 on 1 November 2026, and forward at 00:00 on 8 March 2026.
      for (const day of ['2026-11-01', '2026-03-08'])
        for (let hour = 0; hour < 48; hour++)
          await insertStay(app.db, buildNights(roomId, monday, 1, 2_300, 300), {
            created_at: Date.parse(`${day}T00:00Z`) + (hour - 12) * HOUR_MS,
          })
      const period = { from: monday - 400, to: monday + 2 }
      await refreshDailyFigures(app.db, timeZone, period)
      const rowsBefore = await app.db.selectFrom('daily_figure').selectAll().where('kind', '=', 'made').execute()
      await app.db.updateTable('booking').set({ source: 'agent', status: 'confirmed' }).execute()
      await refreshDailyFigures(app.db, timeZone, period)
      assert.deepEqual(await findWrongSums(app.db, timeZone, 20), [])
      const rowsAfterwards = await app.db.selectFrom('daily_figure').selectAll().where('kind', '=', 'made').execute()
      assert.deepEqual(sumByDay(rowsAfterwards), sumByDay(rowsBefore))
      assert.equal(
        [...sumByDay(rowsBefore).values()].reduce((sum, times) => sum + times),
        96,
      )
    })

    test('are computed in short steps, between which other requests run (PERF-18)', async () => {
      const dayCount = 10
      const firstStay = await insertStay(app.db, buildNights(roomId, monday, 2, 2_300, 300))
      await multiplyStays(app.db, firstStay, 501, dayCount)
      const period = { from: monday, to: monday + dayCount }
      await refreshDailyFigures(app.db, TIME_ZONE, emptyPeriod)
      assert.deepEqual(await listCompleteDays(), [])
      let eventLoopTurnCount = 0
      let isFinished = false
      const countingPromise = (async () => {
        for (; !isFinished; eventLoopTurnCount++) await turn()
      })()
      await refreshDailyFigures(app.db, TIME_ZONE, period)
      isFinished = true
      await countingPromise
      assert.ok(eventLoopTurnCount >= dayCount, `${eventLoopTurnCount} turns of the event loop`)
      assert.equal((await listCompleteDays()).length, dayCount)
    })
  })

  describe(`figures of a year, on ${engine.name}`, () => {
    test('read at most 1.5 times as much if there are ten times as many stays on each day (PERF-15)', async (t) => {
      const { db, at, close } = await engine.filled(ownerOnlyContent)
      t.after(close)
      const ctx = {
        ...createRequestContext({ id: 1, name: 'Nasreen Akter', role: 'owner' }),
        now: MONDAY_MORNING_IN_DHAKA,
      }
      const query = { period: 'year', compare: 'year' } satisfies FiguresQuery
      const countQuerySteps = async () => {
        await calculateFigures(db, ctx, query)
        await sql`analyze`.execute(db)
        const queries = await countQueries(at, (counted) => calculateFigures(counted, ctx, query))
        return queries.reduce((sum, { steps }) => sum + steps, 0)
      }
      const roomId = await addRoom(db, 'plain', 999)
      const firstStay = await insertStay(db, buildNights(roomId, parseDay('2026-01-05')!, 2, 2_300, 300))
      await multiplyStays(db, firstStay, 1, 300)
      const stepCount = await countQuerySteps()
      await multiplyStays(db, firstStay, 9, 300)
      const laterStepCount = await countQuerySteps()
      assert.ok(laterStepCount < stepCount * 1.5, `${stepCount} steps, with ten times as many stays ${laterStepCount}`)
    })
  })

  describe(`figures during random desk work, on ${engine.name}`, () => {
    let desk: Awaited<ReturnType<typeof openRandomDesk>>
    before(async () => {
      desk = await openRandomDesk(engine)
    })
    after(() => desk.close())

    test('equal those that are computed from all bookings again (PERF-16)', async () => {
      const { app } = desk
      const token = await app.signIn('owner')
      await keepSignedIn(app.db)
      for (let seed = 101; seed < valueForTier({ gate: 104, all: 120, soak: 300 }); seed++) {
        await desk.round(seed, 'at once')
        const [today] = [parseDay(app.day(0))!]
        const readFigures = async (from: number, until: number) => {
          const query = { period: 'own', from: isoDay(from), until: isoDay(until), compare: 'year' }
          return app.callOk('getFigures', query, { token })
        }
        const periods = [
          [today - 3, today + 20],
          [today, today],
          [today - 200, today + 150],
        ] as const
        const storedFigures = await Promise.all(periods.map(([from, until]) => readFigures(from, until)))
        await app.db.deleteFrom('figure_day').execute()
        const computedFigures = await Promise.all(periods.map(([from, until]) => readFigures(from, until)))
        assert.deepEqual(storedFigures, computedFigures, `seed ${seed}`)
        await assertFiguresMatchBookings(app.db, TIME_ZONE)
      }
    })

    test('include a change that is committed while the day is being computed (PERF-16)', async () => {
      const { app } = desk
      const roomId = await addRoom(app.db, 'busy', 99)
      const day = parseDay(app.day(40))!
      await Promise.all(
        Array.from({ length: 20 }, async (_, index) => {
          await insertStay(app.db, buildNights(roomId, day + (index % 3), 1 + (index % 2), 2_300, 300))
          await refreshAllDailyFigures(app.db, TIME_ZONE)
          assert.deepEqual(await findWrongSums(app.db, TIME_ZONE, 20), [])
        }),
      )
      const { times } = await app.db
        .selectFrom('daily_figure')
        .select(({ fn }) => fn.sum<number | string>('times').as('times'))
        .where('kind', '=', 'left')
        .where('day', '>', day)
        .executeTakeFirstOrThrow()
      assert.equal(Number(times), 20)
    })
  })
}

const sumByDay = (sums: readonly { day: number; times: number }[]) =>
  new Map(
    [...Map.groupBy(sums, ({ day }) => day)].map(([day, foundSums]) => [
      day,
      foundSums.reduce((sum, { times }) => sum + times, 0),
    ]),
  )

/** Copies a stay `times` times to each of `days` days, from its own day on. */
async function multiplyStays(db: Parameters<typeof insertStay>[0], code: string, times: number, days: number) {
  const { id } = await db.selectFrom('booking').select('id').where('code', '=', code).executeTakeFirstOrThrow()
  const columns = Object.keys(await db.selectFrom('booking').selectAll().where('id', '=', id).executeTakeFirstOrThrow())
  const copiedColumns = columns.filter((name) => !['id', 'code', 'check_in', 'check_out'].includes(name))
  const prefix = `COPY${times}-`
  await sql`
    insert into booking (code, check_in, check_out, ${sql.join(copiedColumns.map((name) => sql.ref(name)))})
    with recursive numbers (n) as (
      select 0 union all select n + 1 from numbers where n + 1 < cast(${times * days} as integer)
    )
    select cast(${prefix} as text) || n, check_in + n % cast(${days} as integer), check_out + n % cast(${days} as integer),
      ${sql.join(copiedColumns.map((name) => sql.ref(name)))}
    from booking cross join numbers where id = ${id}`.execute(db)
  await sql`
    insert into booking_night (booking_id, night, room_id, price_poisha, vat_poisha)
    select booking.id, booking.check_in + later.nights, booking.room_id, 230000, 30000
    from booking cross join (select 0 as nights union all select 1) as later
    where booking.code like ${`${prefix}%`}`.execute(db)
}
