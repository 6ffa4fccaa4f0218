import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { enginesFor } from '#testing/engines.ts'
import { emailsTo } from '#testing/emails.ts'
import { freeToTheLast, houseBooksBy } from '#testing/policies.ts'
import { moveIn } from '#testing/rebooking.ts'
import { stayForm } from '#testing/stay.ts'
import { writeCompany } from '#content/company.ts'
import { languages } from '#routes/public.ts'
import { translatorFor } from '#locales/both.ts'

for (const engine of enginesFor(import.meta.url)) {
  describe(`other days for a stay, on ${engine.name}`, () => {
    const moving = moveIn(engine)
    const { today, days, room, span, as, book, bookAsGuest, plan, change, rowOf, datesOf, prices, setRate, proveAll } =
      moving

    test('says first what they cost: nights that stay keep their price, others cost what they cost today (REB-1)', async () => {
      const { id, from: at, total } = await book()
      const price = total / 3
      await setRate('twin', at, price + 900)
      await setRate('twin', at + 3, price + 500)
      const before = await rowOf(id)
      const { status, body } = await plan({ id, ...days(at, at + 4) })
      assert.equal(status, 200, JSON.stringify(body))
      const { terms, ...told } = body
      assert.deepEqual(told, {
        ...days(at, at + 4),
        nights: 4,
        total: total + price + 500,
        difference: price + 500,
        goes_back: 0,
      })
      assert.match(terms, /free|nothing/i)
      assert.deepEqual(await rowOf(id), before)

      const done = await change({ id, ...days(at, at + 4), total: told.total })
      assert.deepEqual(
        [done.status, done.body],
        [200, { message: translatorFor('en').t('dates.done'), ...days(at, at + 4), total: told.total }],
      )
      assert.deepEqual(await prices(id), [
        [at, price],
        [at + 1, price],
        [at + 2, price],
        [at + 3, price + 500],
      ])
      await proveAll()
      await setRate('twin', at, null)
      await setRate('twin', at + 3, null)
    })

    test('are told to both sides in their languages, kept by the log, and done once however often they are sent (REB-1, LET-1)', async () => {
      for (const language of languages) {
        const { t, money } = translatorFor(language)
        const { id, from: at, total, token } = await bookAsGuest()
        await moving.house.letters()
        const form = { token, ...days(at + 4, at + 6), total: (total / 3) * 2 }
        for (const answer of await Promise.all([1, 2, 3].map(() => change(form, { language }))))
          assert.deepEqual([answer.status, answer.body.message], [200, t('dates.done')])
        assert.deepEqual(await datesOf(id), { check_in: at + 4, check_out: at + 6 })
        const about = async (to: string, subject: string) =>
          (await emailsTo(moving.house, to)).filter(({ header }) => header('subject').startsWith(subject))
        const theirs = await about('rafiq@guest.example', t('mail.moved_subject', { code: id }))
        assert.equal(theirs.length, 1)
        assert.ok(theirs[0]!.text.includes(t('mail.moved_less', { amount: money(total / 3) })))
        assert.match(theirs[0]!.text, /stay=[\w-]+/)
        assert.equal((await about('hello@selvage.example', `New dates ${id}: `)).length, 1)
        const { data } = await moving.desk.done('getLog', {
          subject: `booking ${id}`,
          action: 'stay moved by whoever booked',
        })
        assert.equal(data.length, 1)
      }
      await proveAll()
    })

    test('are theirs alone to choose: by their session, or by the link (REB-2)', async () => {
      const { id, from: at, total } = await book()
      const form = { id, ...days(at + 1, at + 4), total }
      for (const [more, status] of [
        [{}, 401],
        [as(await moving.house.newGuest()), 404],
        [as(moving.desk.token), 404],
      ] as const) {
        assert.equal((await plan(form, more)).status, status)
        assert.equal((await change(form, more)).status, status)
      }
      assert.equal((await change({ ...form, id: undefined, token: 'x'.repeat(43) }, {})).status, 404)
      assert.deepEqual(await datesOf(id), { check_in: at, check_out: at + 3 })
    })

    test('are kept by the log as theirs who booked, whoever is signed in there, and not from where (REB-2)', async () => {
      const guest = await bookAsGuest()
      const hers = await book()
      const link = { token: guest.token, ...days(guest.from + 4, guest.from + 7), total: guest.total }
      // The link is opened where somebody of the desk is signed in.
      assert.equal((await change(link, as(moving.desk.token))).status, 200)
      const own = { id: hers.id, ...days(hers.from + 4, hers.from + 7), total: hers.total }
      assert.equal((await change(own)).status, 200)
      for (const { id } of [guest, hers]) {
        const { account_id } = await rowOf(id)
        const kept = await moving.house.db
          .selectFrom('audit')
          .select(['account_id', 'address'])
          .where('subject', '=', `booking ${id}`)
          .where('action', '=', 'stay moved by whoever booked')
          .execute()
        assert.deepEqual(kept, [{ account_id, address: null }])
      }
      await proveAll()
    })

    test('move all rooms of a party together, or none (REB-5)', async () => {
      const party = await book({ rooms: [room('twin'), room('single')] })
      const { body } = await plan({ id: party.id, ...days(party.from + 4, party.from + 7) })
      assert.deepEqual([body.total, body.difference], [party.total, 0])
      // The singles are gone for one of the nights.
      const many = moving.desk.kind('single').units.map((_, at) => at)
      await moving.desk.book('Full', party.from + 5, party.from + 6, { slug: 'single', at: many })
      const before = await moving.house.db
        .selectFrom('inventory')
        .selectAll()
        .orderBy('room_id')
        .orderBy('night')
        .execute()
      const { status, body: userError } = await change({
        id: party.id,
        ...days(party.from + 4, party.from + 7),
        total: body.total,
      })
      assert.equal(status, 409)
      assert.match(userError.message, /Single/)
      assert.deepEqual(
        await moving.house.db.selectFrom('inventory').selectAll().orderBy('room_id').orderBy('night').execute(),
        before,
      )
      const next = days(party.from + 1, party.from + 4)
      const { body: could } = await plan({ id: party.id, ...next })
      assert.equal((await change({ id: party.id, ...next, total: could.total })).status, 200)
      const rows = await moving.house.db.selectFrom('booking').selectAll().where('stay_code', '=', party.id).execute()
      assert.deepEqual(
        rows.map(({ check_in, check_out }) => [check_in - today(), check_out - today()]),
        [
          [party.from + 1, party.from + 4],
          [party.from + 1, party.from + 4],
        ],
      )
      await proveAll()
    })

    test('stay in the unit that was given if that is free, and wait for another if not (REB-5)', async () => {
      const units = moving.desk.kind('twin').units
      const unitsOf = async (code: string) => {
        const rows = await moving.house.db
          .selectFrom('unit_night')
          .innerJoin('booking', 'booking.id', 'booking_id')
          .select(['unit_night.unit_id', 'night'])
          .where('code', '=', code)
          .orderBy('night')
          .execute()
        return rows.map(({ unit_id, night }) => [unit_id, night - today()])
      }
      const { id, from: at, total } = await book()
      const { rooms } = await moving.desk.done('getDeskStay', { code: id })
      const parts = [{ room: moving.desk.kind('twin').id, unit: units[0]!.id, ...span(at, at + 3) }]
      await moving.desk.done('arrangeStays', {
        changes: [{ booking: rooms[0].booking, version: rooms[0].version, parts }],
        price: 'kept',
        after: null,
        reason: '',
        tell: false,
      })
      assert.equal((await change({ id, ...days(at + 1, at + 4), total })).status, 200)
      assert.deepEqual(await unitsOf(id), [
        [units[0]!.id, at + 1],
        [units[0]!.id, at + 2],
        [units[0]!.id, at + 3],
      ])
      await moving.desk.book('Other', at + 5, at + 6, { slug: 'twin', at: [0] })
      assert.equal((await change({ id, ...days(at + 3, at + 6), total })).status, 200)
      assert.deepEqual(await unitsOf(id), [])
      await proveAll()
    })

    test('give back what is then paid too much, by what was agreed (REB-6, PAY-16)', async () => {
      const { id, from: at, total } = await book()
      await moving.desk.done('takePayment', { code: id, amount: total, method: 'cash' })
      const { body } = await plan({ id, ...days(at, at + 2) })
      assert.deepEqual([body.difference, body.goes_back], [-total / 3, total / 3])
      assert.equal((await change({ id, ...days(at, at + 2), total: body.total })).status, 200)
      await moving.house.worker.runDue()
      assert.equal((await rowOf(id)).payment_status, 'refund_pending')
      const refunds = await moving.house.db.selectFrom('refund').selectAll().where('stay_code', '=', id).execute()
      assert.deepEqual(
        refunds.map(({ amount_poisha }) => amount_poisha / 100),
        [total / 3],
      )
      await proveAll()
    })

    test('a request that waits moves as well, and owes nothing for it (REB-4)', async () => {
      await writeCompany(moving.house.db, { offlineNeedsApproval: true })
      const { id, from: at, total, token } = await bookAsGuest()
      const { status, body } = await plan({ token, ...days(at + 2, at + 4) }, {})
      assert.deepEqual([status, body.goes_back], [200, 0])
      assert.equal((await change({ token, ...days(at + 2, at + 4), total: (total / 3) * 2 }, {})).status, 200)
      const row = await rowOf(id)
      assert.deepEqual([row.status, row.payment_status, row.expires_at !== null], ['pending_approval', 'unpaid', true])
      await writeCompany(moving.house.db, { offlineNeedsApproval: false })
      await proveAll()
    })

    test('never sell a night twice: of many who want the last room one has it (REB-7, BOOK-8)', async () => {
      await houseBooksBy(moving.house.db, freeToTheLast)
      const slug = 'family'
      const units = moving.desk.kind(slug).units.length
      const stays = []
      for (let each = 0; each < units * 3; each++) stays.push(await book({ slug }))
      const wanted = moving.freeDay()
      const answers = await Promise.all([
        ...stays.map(({ id, total }) => change({ id, ...days(wanted, wanted + 3), total })),
        ...Array.from({ length: 3 }, () =>
          moving.house.call('requestBooking', stayForm(moving.house, { slug, ...days(wanted, wanted + 3) }), as()),
        ),
      ])
      assert.equal(answers.filter(({ status }) => status === 200).length, units)
      assert.ok(answers.every(({ status }) => [200, 409, 503].includes(status)))
      await proveAll()
    })
  })
}
