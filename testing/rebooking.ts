import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { after, before } from 'node:test'
import { writeCompany } from '#content/company.ts'
import { parseDay } from '#platform/day.ts'
import { publish } from '#platform/database/publish.ts'
import { proveBooks } from './books.ts'
import { atDesk } from './desk.ts'
import type { TestEngine } from './engines.ts'
import { openHouse, type TestHouse } from './house.ts'
import { lettersTo } from './letters.ts'
import { proveMoney } from './money.ts'
import { houseBooksBy, nightsFrom } from './policies.ts'
import { stayForm } from './stay.ts'

/** A house in which Anna and guests come on other days than they had booked. */
export function moveIn(engine: TestEngine) {
  let house: TestHouse
  let desk: Awaited<ReturnType<typeof atDesk>>
  let anna: string
  let from = 10
  before(async () => {
    house = await openHouse(engine)
    desk = await atDesk(house, 'owner')
    anna = await house.signIn('anna')
    await writeCompany(house.db, { offlineNeedsApproval: false })
    await houseBooksBy(house.db, nightsFrom(48, 1))
  })
  after(() => house.close())

  const today = () => parseDay(house.day(0))!
  const days = (start: number, end: number) => ({ checkin: house.day(start), checkout: house.day(end) })
  const as = (token = anna, more: object = {}) => ({ token, key: randomUUID(), ...more })
  /** Three nights that nobody else has. */
  async function book(more: object = {}) {
    from += 12
    const form = stayForm(house, { email: 'anna@buyer.example', slug: 'twin', ...days(from, from + 3), ...more })
    const { status, body } = await house.call('requestBooking', form, as())
    assert.equal(status, 200, JSON.stringify(body))
    return { id: body.booking_id as string, from, total: body.total as number }
  }
  /** The same by somebody without an account, who comes back by the link in the letter. */
  async function bookAsGuest(more: object = {}) {
    from += 12
    const form = stayForm(house, { slug: 'twin', ...days(from, from + 3), ...more })
    const { status, body } = await house.call('requestGuestBooking', form, as(await house.newGuest()))
    assert.equal(status, 200, JSON.stringify(body))
    const letter = (await lettersTo(house, 'rafiq@guest.example')).findLast(({ text }) =>
      text.includes(body.booking_id),
    )!
    const token = /stay=([\w-]+)/.exec(letter.text)![1]!
    return { id: body.booking_id as string, from, total: body.total as number, token }
  }
  const room = (slug: string) => ({ slug, adult: 1, child: 0 })
  const span = (start: number, end: number) => ({ from: house.day(start), to: house.day(end) })
  const plan = (form: object, more: object = as()) => house.call('planDates', form, more)
  const change = (form: object, more: object = as()) => house.call('changeDates', form, more)
  const rowOf = (code: string) =>
    house.db.selectFrom('booking').selectAll().where('code', '=', code).executeTakeFirstOrThrow()
  const datesOf = async (code: string) => {
    const { check_in, check_out } = await rowOf(code)
    return { check_in: check_in - today(), check_out: check_out - today() }
  }
  const prices = async (code: string) => {
    const nights = await house.db
      .selectFrom('booking_night')
      .innerJoin('booking', 'booking.id', 'booking_id')
      .select(['night', 'price_poisha'])
      .where('code', '=', code)
      .orderBy('night')
      .execute()
    return nights.map(({ night, price_poisha }) => [night - today(), price_poisha / 100])
  }
  /** What a night costs from now on; null: what the room costs. */
  const setRate = (slug: string, day: number, price: number | null, min_nights: number | null = null) =>
    publish(house.db, async (press) => {
      const at = { room_id: desk.kind(slug).id, day: today() + day }
      await press.deleteFrom('rate').where('room_id', '=', at.room_id).where('day', '=', at.day).execute()
      if (price === null && min_nights === null) return
      await press
        .insertInto('rate')
        .values({ ...at, price_poisha: price && price * 100, min_nights })
        .execute()
    })
  const proveAll = async () => {
    await proveBooks(house.db)
    await proveMoney(house.db)
  }

  return {
    get house() {
      return house
    },
    get desk() {
      return desk
    },
    /** Days of which nothing was booked yet. */
    freeDay: () => (from += 40) - 20,
    today,
    days,
    room,
    span,
    as,
    book,
    bookAsGuest,
    plan,
    change,
    rowOf,
    datesOf,
    prices,
    setRate,
    proveAll,
  }
}
