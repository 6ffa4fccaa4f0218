import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { enginesFor } from '#testing/engines.ts'
import { startTestApp, type TestApp } from '#testing/test-app.ts'
import { parseDay } from '#platform/day.ts'

for (const engine of enginesFor(import.meta.url)) {
  describe(`stays of several rooms in the list, on ${engine.name}`, () => {
    let app: TestApp
    let token: string
    before(async () => {
      app = await startTestApp(engine)
      token = await app.signIn('staff')
    })
    after(() => app.close())

    /** Books a single and a twin room for one stay. */
    async function book(name: string, from = 200) {
      const kinds = await app.db.selectFrom('room').select(['id', 'slug']).execute()
      const rooms = ['single', 'twin'].map((slug) => ({
        room: kinds.find((kind) => kind.slug === slug)!.id,
        adults: 1,
      }))
      const dates = { from: app.day(from), to: app.day(from + 2) }
      const form = { ...dates, rooms, source: 'phone', name, phone: '+8801700000009', language: 'en' }
      const { status, body } = await app.call('bookAtDesk', form, { token })
      assert.equal(status, 200, JSON.stringify(body))
      const rows = await app.db
        .selectFrom('booking')
        .select('id')
        .where('stay_code', '=', body.code)
        .orderBy('id')
        .execute()
      const set = (at: number, values: object) =>
        app.db.updateTable('booking').set(values).where('id', '=', rows[at]!.id).execute()
      return { code: body.code as string, set }
    }
    async function found(query: object): Promise<string[]> {
      const { status, body } = await app.call('getBookings', query, { token })
      assert.equal(status, 200, JSON.stringify(body))
      return body.data.map(({ code }: { code: string }) => code)
    }
    const day = (fromToday: number) => parseDay(app.day(fromToday))!

    test('finds a stay by the status, dates and kind of any of its rooms (OFF-119)', async () => {
      const { code, set } = await book('Giulia Conti')
      const times = async (query: object) => (await found(query)).filter((each) => each === code).length
      // The first room has checked out, the second is checked in.
      await set(0, { status: 'checked_out', check_in: day(-4), check_out: day(-2) })
      await set(1, { status: 'checked_in', check_in: day(-1), check_out: day(2) })
      const seen = async () =>
        Object.fromEntries(
          await Promise.all(
            (['newest', 'arriving', 'in_house', 'past', 'cancelled'] as const).map(async (view) => [
              view,
              await times({ view }),
            ]),
          ),
        )
      assert.deepEqual(await seen(), { newest: 1, arriving: 0, in_house: 1, past: 0, cancelled: 0 })
      assert.equal(await times({ view: 'in_house', room: 'twin' }), 1)
      assert.equal(await times({ view: 'in_house', room: 'single' }), 0)
      assert.equal(await times({ view: 'in_house', search: 'giulia' }), 1)
      // The first room is cancelled, the second arrives later.
      await set(0, { status: 'cancelled', check_in: day(10), check_out: day(12) })
      await set(1, { status: 'confirmed', check_in: day(20), check_out: day(22) })
      assert.deepEqual(await seen(), { newest: 1, arriving: 1, in_house: 0, past: 0, cancelled: 0 })
      assert.equal(await times({ from: app.day(19), until: app.day(21) }), 1)
      assert.equal(await times({ from: app.day(19), until: app.day(21), room: 'twin' }), 1)
      assert.equal(await times({ from: app.day(19), until: app.day(21), room: 'single' }), 0)
      assert.equal(await times({ from: app.day(19), search: 'conti' }), 1)
      // Both rooms arrive on different days. The list has one line.
      await set(0, { status: 'confirmed', check_in: day(18), check_out: day(20) })
      assert.equal(await times({ view: 'arriving' }), 1)
      assert.equal(await times({ from: app.day(17) }), 1)
      // The whole stay is cancelled, then in the past.
      await set(0, { status: 'cancelled' })
      await set(1, { status: 'no_show' })
      assert.deepEqual(await seen(), { newest: 1, arriving: 0, in_house: 0, past: 0, cancelled: 1 })
      await set(1, { status: 'checked_out', check_in: day(-9), check_out: day(-8) })
      assert.deepEqual(await seen(), { newest: 1, arriving: 0, in_house: 0, past: 1, cancelled: 0 })
    })

    test('lists each stay once across several pages (OFF-119)', async () => {
      const codes: string[] = []
      for (let at = 0; at < 52; at++) {
        const { code, set } = await book('Paul Page', 204 + 2 * at)
        codes.push(code)
        // The stays overlap, and often the second room arrives first.
        await set(0, { check_in: day(150 + (at % 7)) })
        await set(1, { check_in: day(150 + ((at * 3) % 7)) })
      }
      for (const query of [{ view: 'arriving', search: 'paul' }, { from: app.day(150) }, { search: 'page' }]) {
        const all: string[] = []
        let next: string | undefined
        do {
          const { body } = await app.call('getBookings', { ...query, ...(next && { after: next }) }, { token })
          all.push(...body.data.map(({ code }: { code: string }) => code))
          next = body.more ?? undefined
        } while (next)
        const ours = all.filter((code) => codes.includes(code))
        assert.deepEqual([ours.length, new Set(ours).size], [52, 52], JSON.stringify(query))
      }
    })
  })
}
