import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { after, before, describe, test } from 'node:test'
import { proveBooks } from '#testing/books.ts'
import { enginesFor } from '#testing/engines.ts'
import { openHouse, type TestHouse } from '#testing/house.ts'
import { addRoom } from '#testing/rooms.ts'
import { stayForm } from '#testing/stay.ts'
import { writeCompany } from '#content/company.ts'
import { forgetAskers, forgetGuests } from './personal-data.ts'
import { endHolds } from './hold.ts'

const DAY_MS = 24 * 3_600_000
const at = (time: string) => Date.parse(`${time}+06:00`)

for (const engine of enginesFor(import.meta.url)) {
  describe(`what is forgotten of guests, on ${engine.name}`, () => {
    let house: TestHouse
    before(async () => {
      house = await openHouse(engine)
      await addRoom(house.db, 'barracks', 50)
    })
    after(() => house.close())

    const forget = () => forgetGuests(house.db, house.clock.now)
    const book = async (token: string, more: object = {}): Promise<string> => {
      const { status, body } = await house.call('requestGuestBooking', stayForm(house, { slug: 'barracks', ...more }), {
        token,
        key: randomUUID(),
      })
      assert.equal(status, 200, JSON.stringify(body))
      return body.booking_id
    }
    const stay = (code: string) =>
      house.db.selectFrom('booking').selectAll().where('code', '=', code).executeTakeFirstOrThrow()
    const guestOf = async (code: string) =>
      house.db
        .selectFrom('account')
        .selectAll()
        .where('id', '=', (await stay(code)).account_id)
        .executeTakeFirstOrThrow()
    const isKnown = async (code: string) => {
      const { name, email, phone, message } = await stay(code)
      const all = [name, email, phone, message]
      assert.ok(all.every(Boolean) || !all.some(Boolean), all.join())
      return all.every(Boolean)
    }

    test('who never booked, after two days; their session goes with them', async () => {
      await house.newGuest()
      const enquirer = await house.newGuest()
      const enquiry = {
        company: 'Rafiq',
        name: 'Rafiq Islam',
        email: 'rafiq@guest.example',
        lines: [{ product: 'zipper' }],
      }
      assert.equal((await house.call('sendEnquiry', enquiry, { token: enquirer })).status, 200)
      const guests = async () =>
        (await house.db.selectFrom('account').select('id').where('role', '=', 'guest').orderBy('id').execute()).length
      const others = () =>
        house.db.selectFrom('account').selectAll().where('role', '<>', 'guest').orderBy('id').execute()
      const [before, members] = [await guests(), await others()]
      house.clock.advance(2 * DAY_MS)
      await forget()
      assert.equal(await guests(), before)
      house.clock.advance(1)
      await forget()
      const sessions = house.db
        .selectFrom('session')
        .innerJoin('account', 'account.id', 'session.account_id')
        .select('account.id')
      assert.deepEqual(
        [await guests(), (await sessions.where('role', '=', 'guest').execute()).length],
        [1, 1],
        'who asked something stays',
      )
      assert.deepEqual(await others(), members)
    })

    test('of their stays who they were, 24 months after they left; the stays and their amounts remain', async () => {
      const token = await house.newGuest()
      const [early, late] = [
        await book(token, { checkin: '2027-01-10', checkout: '2027-01-12' }),
        await book(token, { checkin: '2027-02-01', checkout: '2027-02-03' }),
      ]
      const asBooked = await stay(early)
      house.clock.now = at('2029-01-12T23:59:59')
      await forget()
      assert.deepEqual([await isKnown(early), await isKnown(late)], [true, true])
      house.clock.now = at('2029-01-13T00:00:00')
      await forget()
      assert.deepEqual([await isKnown(early), await isKnown(late)], [false, true])
      assert.deepEqual(await stay(early), { ...asBooked, name: '', email: '', phone: '', message: '' })
      assert.equal((await guestOf(late)).name, 'Rafiq Islam', 'a stay of theirs is still known')
      house.clock.now = at('2029-02-04T00:00:00')
      await forget()
      assert.deepEqual([await isKnown(early), await isKnown(late)], [false, false])
      const { name, email, phone, closed_at } = await guestOf(late)
      assert.deepEqual([name, email, phone, closed_at], ['', '', null, house.clock.now])
      await proveBooks(house.db)
    })

    test('of who came without an address as well, and why money was written down or taken back for them', async () => {
      const token = await house.signIn('owner')
      const call = async (name: Parameters<TestHouse['call']>[0], form: object) => {
        const { status, body } = await house.call(name, form, { token })
        assert.equal(status, 200, JSON.stringify(body))
        return body
      }
      const twin = await house.db.selectFrom('room').select('id').where('slug', '=', 'twin').executeTakeFirstOrThrow()
      const { code } = await call('bookAtDesk', {
        from: house.day(0),
        to: house.day(1),
        rooms: [{ room: twin.id, adults: 1 }],
        source: 'walk_in',
        name: 'Mina Akter',
        phone: '+8801700000009',
        language: 'bn',
      })
      const { payments } = await call('takePayment', { code, amount: 100, method: 'cash' })
      await call('voidPayment', { code, id: payments[0].id, reason: 'Mina Akter had no change' })
      const now = new Date(house.clock.now)
      now.setUTCFullYear(now.getUTCFullYear() + 2)
      house.clock.now = now.getTime() + 2 * DAY_MS
      await forget()
      const { name, phone, id } = await stay(code)
      assert.deepEqual([name, phone], ['', ''])
      const kept = await house.db
        .selectFrom('payment')
        .select(['amount_poisha', 'reason'])
        .where('booking_id', '=', id)
        .execute()
      assert.deepEqual(kept, [
        { amount_poisha: 10_000, reason: '' },
        { amount_poisha: -10_000, reason: '' },
      ])
    })

    test('of what came to nothing, 24 months after it did', async () => {
      const day = house.clock.now
      const days = { checkin: house.day(400), checkout: house.day(401) }
      const token = await house.newGuest()
      const [cancelled, declined, open] = [await book(token, days), await book(token, days), await book(token, days)]
      await house.db.updateTable('booking').set({ status: 'declined' }).where('code', '=', declined).execute()
      await house.db
        .updateTable('inventory')
        .set((row) => ({ sold: row('sold', '-', 1) }))
        .where('sold', '=', 3)
        .execute()
      house.clock.advance(10 * 3_600_000)
      assert.equal((await house.call('cancelBooking', { id: cancelled, fee: 0 }, { token })).status, 200)
      const known = async () => [await isKnown(cancelled), await isKnown(declined), await isKnown(open)]
      const inTwoYears = new Date(day)
      inTwoYears.setUTCFullYear(inTwoYears.getUTCFullYear() + 2)
      house.clock.now = inTwoYears.getTime()
      await forget()
      assert.deepEqual(await known(), [true, true, true])
      house.clock.advance(1)
      await forget()
      assert.deepEqual(await known(), [true, false, true])
      house.clock.advance(10 * 3_600_000)
      await forget()
      assert.deepEqual(await known(), [false, false, true])
      await proveBooks(house.db)
    })

    test('and nothing of members, whose stays are theirs until they close the account', async () => {
      const anna = await house.signIn('anna')
      const { body } = await house.call('requestBooking', stayForm(house, { slug: 'barracks' }), { token: anna })
      house.clock.advance(1000 * DAY_MS)
      await forget()
      assert.equal(await isKnown(body.booking_id), true)
      assert.equal((await guestOf(body.booking_id)).name, 'Anna Becker')
    })

    test('of hundreds at once, each, a few hundred at a time', async () => {
      for (let times = 0; times < 700; times++) {
        await house.db
          .insertInto('account')
          .values({ role: 'guest', name: 'Rafiq', email: 'r@guest.example', created_at: house.clock.now })
          .execute()
      }
      house.clock.advance(3 * DAY_MS)
      await forget()
      const left = await house.db
        .selectFrom('account')
        .select('id')
        .where('role', '=', 'guest')
        .where('name', '=', 'Rafiq')
        .execute()
      assert.deepEqual(left, [])
    })
  })

  describe(`what is forgotten of where requests came from, on ${engine.name}`, () => {
    let house: TestHouse
    before(async () => {
      house = await openHouse(engine, { RATE_LIMIT: 'on' })
      await addRoom(house.db, 'barracks', 50)
    })
    after(() => house.close())

    const whose = async () =>
      (
        await house.db
          .selectFrom('open_request')
          .innerJoin('booking', 'booking.id', 'booking_id')
          .select('code')
          .distinct()
          .execute()
      )
        .map(({ code }) => code)
        .toSorted()
    const book = async (from: number): Promise<string> => {
      const form = stayForm(house, { slug: 'barracks', checkin: house.day(from), checkout: house.day(from + 1) })
      const { status, body } = await house.call('requestGuestBooking', form, { token: await house.newGuest() })
      assert.equal(status, 200, JSON.stringify(body))
      return body.booking_id
    }

    test('all of it, once they are answered or over, and after 90 days in any case', async () => {
      await writeCompany(house.db, { proofHours: 24 * 400 })
      const [answered, soon, far] = [await book(20), await book(30), await book(400)]
      const forget = () => forgetAskers(house.db, house.clock.now)
      await forget()
      assert.deepEqual(await whose(), [answered, soon, far].toSorted())
      await house.db.updateTable('booking').set({ status: 'confirmed' }).where('code', '=', answered).execute()
      await forget()
      assert.deepEqual(await whose(), [soon, far].toSorted())
      house.clock.advance(31 * DAY_MS)
      await forget()
      assert.deepEqual(await whose(), [far])
      house.clock.advance((90 - 31) * DAY_MS)
      await forget()
      assert.deepEqual(await whose(), [far])
      house.clock.advance(1)
      await forget()
      assert.deepEqual(await whose(), [])
    })

    test('until then it stands among what a member is told is kept of them', async () => {
      const anna = await house.signIn('anna')
      await house.call('requestBooking', stayForm(house, { slug: 'barracks', email: 'anna@buyer.example' }), {
        token: anna,
      })
      const { body } = await house.call('getMyData', {}, { token: anna })
      assert.deepEqual(body.bookings.at(-1).asked_from, ['127.0.0.0/24'])
      assert.deepEqual(
        body.bookings.map(({ payments }: { payments: { method: string }[] }) => payments.map(({ method }) => method)),
        [['card'], [], []],
      )
    })
  })

  describe(`what is kept of who did what to a stay, on ${engine.name}`, () => {
    let house: TestHouse
    before(async () => {
      house = await openHouse(engine)
    })
    after(() => house.close())

    test('it is kept who cancelled it, and that its time to pay was over; who asked for it the stay says itself', async () => {
      const token = await house.newGuest()
      const stay = (code: string) =>
        house.db.selectFrom('booking').selectAll().where('code', '=', code).executeTakeFirstOrThrow()
      const book = async (more: object) =>
        (await house.call('requestGuestBooking', stayForm(house, more), { token })).body.booking_id as string
      const cancelled = await book({})
      await house.call('cancelBooking', { id: cancelled, fee: 0 }, { token })
      await house.call('cancelBooking', { id: cancelled, fee: 0 }, { token })
      await writeCompany(house.db, { takesOnlinePayments: true, holdMinutes: 30 })
      const expired = await book({ paymenttype: 1 })
      house.clock.advance(30 * 60_000)
      await endHolds(house.db, house.clock.now, house)
      const { id } = await house.db
        .selectFrom('account')
        .select('id')
        .where('role', '=', 'guest')
        .orderBy('id', 'desc')
        .executeTakeFirstOrThrow()
      const deeds = await house.db
        .selectFrom('audit')
        .select(['account_id', 'action', 'subject'])
        .orderBy('id')
        .execute()
      assert.equal((await stay(expired)).account_id, id)
      assert.deepEqual(
        deeds.filter(({ action }) => action.startsWith('booking')),
        [
          { account_id: id, action: 'booking cancelled', subject: `booking ${cancelled}` },
          { account_id: null, action: 'booking expired', subject: `booking ${expired}` },
        ],
      )
    })
  })
}
