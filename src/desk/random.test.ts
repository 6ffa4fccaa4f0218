import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { sql } from 'kysely'
import { proveBooks } from '../../testing/books.ts'
import { proveMoney } from '../../testing/money.ts'
import { engines } from '../../testing/engines.ts'
import { MONDAY_MORNING_IN_DHAKA, openHouse, type Answer, type TestHouse } from '../../testing/house.ts'
import { chance, type Chance } from '../../testing/random.ts'
import { isoDay, parseDay } from '../platform/day.ts'
import { lifeOf } from '../bookings/status.ts'
import { allShifted } from './shifted.ts'
import { partsOf, readStays, type DeskStay } from './stays.ts'

/**
 * Acts at the desk beside bookings on the site, some of them at once, at random. SEEDS says how many rounds, SEED which one
 * alone: a round that fails says its number, and fails with it again.
 */
const only = process.env['SEED']
const rounds = only ? [Number(only)] : Array.from({ length: Number(process.env['SEEDS'] ?? 60) }, (_, at) => at + 1)
const DAYS = 5
/** Who was told so is not told otherwise by an undoing. */
const gone = ['cancelled', 'declined', 'expired']
const DAY_MS = 86_400_000

for (const engine of engines) {
  describe(`a desk at random, on ${engine.name}`, () => {
    let house: TestHouse
    let owner: string
    let kinds: { id: number; slug: string; units: number[] }[]
    before(async () => {
      house = await openHouse(engine)
      owner = await house.signIn('owner')
      // Days pass faster here than a session lasts.
      const never = MONDAY_MORNING_IN_DHAKA * 2
      await house.db
        .updateTable('session')
        .set({ idle_until: never, ends_at: never, seen_at: never, proved_at: never })
        .execute()
      kinds = await twoKinds(house)
    })
    after(() => house.close())

    const lasts = { timeout: rounds.length * 5_000 }
    test(
      'sells no night twice, gives no unit to two, and loses no poisha (BOOK-8, OFF-108, OFF-117)',
      lasts,
      async () => {
        for (const seed of rounds) {
          try {
            await round(chance(seed))
          } catch (error) {
            throw new Error(`SEED=${seed} fails: ${(error as Error).message}`, { cause: error })
          }
        }
      },
    )

    async function round(by: Chance): Promise<void> {
      await clearBooks(house)
      house.clock.now = MONDAY_MORNING_IN_DHAKA
      const acts: number[] = []
      for (let turn = by.between(5, 12); turn > 0; turn--) {
        if (by.isTrue(0.15)) house.clock.advance(DAY_MS)
        const stays = await allStays()
        const atOnce = Array.from({ length: by.between(1, 3) }, () => act(by, stays, acts))
        for (const { status, body } of await Promise.all(atOnce.map((each) => each()))) {
          assert.ok([200, 409, 422].includes(status), `${status} ${JSON.stringify(body)}`)
          if (body.act) acts.push(body.act)
        }
        await proveBooks(house.db)
        await proveMoney(house.db)
        for (const { id, status } of stays.filter((stay) => gone.includes(stay.status)))
          assert.equal((await allStays()).find((stay) => stay.id === id)?.status, status, 'nobody comes back')
      }
    }

    const allStays = async () =>
      readStays(
        house.db,
        (await house.db.selectFrom('booking').select('id').orderBy('id').execute()).map(({ id }) => id),
      )
    const call = (name: Parameters<TestHouse['call']>[0], form: object) => () =>
      house.call(name, form, { token: owner })

    /** What is done is chosen now, and done when all of the turn are chosen. */
    function act(by: Chance, stays: readonly DeskStay[], acts: readonly number[]): () => Promise<Answer> {
      const stay = stays.length > 0 ? by.oneOf(stays) : null
      const what = by.below(20)
      if (!stay || what === 0) return bookOnSite(by)
      if (what < 4) return bookAtDesk(by)
      if (what === 4) return closeOrOpen(by)
      const [looked, code] = [{ booking: stay.id, version: stay.version }, stay.stay_code ?? stay.code]
      if (what === 5 && acts.length > 0) return call('undoAct', { act: by.oneOf(acts) })
      if (what >= 16) return money(by, stay)
      const whole = stays.filter((each) => (each.stay_code ?? each.code) === code)
      if (whole.length > 1 && by.isTrue(0.4)) return together(by, whole)
      if (what === 6 && stays.length > 1) return swap(by, stay, by.oneOf(stays))
      if (what < 10) {
        const parts = partsAnew(by, stay)
        return call('arrangeStays', { changes: [{ ...looked, parts }], price: by.oneOf(['kept', 'new']) })
      }
      // Else what its time has come for.
      if (stay.status === 'checked_in') return call('checkGuestOut', { ...looked, owing: 'Pays later' })
      if (stay.status === 'pending_approval')
        return call(by.isTrue(0.8) ? 'confirmRequest' : 'declineRequest', { code, sentence: '' })
      if (what < 14) return call('checkGuestIn', { ...looked, unit: by.oneOf(unitsOf(stay)), anyway: true })
      if (what === 14) return call('markNoShow', { ...looked, fee: by.oneOf(['agreed', 'none']) })
      return call('cancelForGuest', { code, fee: 'agreed' })
    }

    const day = (fromToday: number) => isoDay(parseDay(house.day(0))! + fromToday)
    const unitsOf = (stay: DeskStay) => kinds.find(({ id }) => id === stay.room_id)?.units ?? [0]

    function bookOnSite(by: Chance) {
      const from = by.below(DAYS - 1)
      const nights = by.between(1, 3)
      const form = {
        name: 'Rafiq Islam',
        email: 'rafiq@guest.example',
        phone: '+8801700000004',
        paymenttype: 2,
        adult: 1,
        child: 0,
      }
      const again = { slug: by.oneOf(kinds).slug, checkin: day(from), checkout: day(from + nights), again: 1 }
      return call('requestBooking', { ...form, ...again })
    }

    function bookAtDesk(by: Chance) {
      const from = by.between(-1, DAYS - 2)
      const rooms = Array.from({ length: by.between(1, 3) }, () => {
        const kind = by.oneOf(kinds)
        return {
          room: kind.id,
          unit: by.isTrue(0.6) ? by.oneOf(kind.units) : null,
          adults: 1,
          price: by.isTrue(0.2) ? 1234.56 : null,
        }
      })
      return call('bookAtDesk', {
        from: day(from),
        to: day(from + by.between(1, 4)),
        rooms,
        source: 'walk_in',
        name: 'Mina',
        phone: '+8801700000009',
        language: 'bn',
      })
    }

    /** Other days, other units, another kind on the way: whatever a hand at the chart can make of a stay. */
    function partsAnew(by: Chance, stay: DeskStay) {
      let from = stay.check_in + by.between(-1, 1)
      const parts = []
      for (let left = by.between(1, 3); left > 0; left--) {
        const to = from + by.between(1, 3)
        const kind = by.isTrue(0.7) ? kinds.find(({ id }) => id === stay.room_id)! : by.oneOf(kinds)
        parts.push({
          room: kind.id,
          unit: by.isTrue(0.7) ? by.oneOf(kind.units) : null,
          from: isoDay(from),
          to: isoDay(to),
        })
        from = to
      }
      return parts
    }

    /** All rooms of a stay: moved, longer or shorter, let in or out; as often as not some that cannot. */
    function together(by: Chance, whole: readonly DeskStay[]) {
      const rooms = whole.map(({ id: booking, version }) => ({ booking, version }))
      const what = by.below(4)
      if (what === 0)
        return call('arriveTogether', {
          rooms: whole.map((stay, at) => ({ ...rooms[at], unit: by.oneOf(unitsOf(stay)) })),
        })
      if (what === 1) return call('leaveTogether', { rooms, owing: by.isTrue(0.5) ? 'Pays later' : '' })
      const shift = { start: by.between(-1, 2), end: by.between(-1, 2) }
      const changes = allShifted(
        whole.map((stay, at) => ({
          ...rooms[at]!,
          status: stay.status,
          may_change: by.isTrue(0.2) || !lifeOf(stay.status).isOver,
          parts: partsOf(stay.nights).map(({ roomId, unitId, from, to }) => {
            return { room: roomId, unit: unitId, from: isoDay(from), to: isoDay(to) }
          }),
        })),
        shift,
        new Set(by.isTrue(0.5) ? whole.flatMap(unitsOf) : []),
      )
      return call('arrangeStays', { changes: changes ?? [] })
    }

    /** Each gets the units of the other, for as long as both are there. */
    function swap(by: Chance, one: DeskStay, other: DeskStay) {
      const withUnitsOf = (stay: DeskStay, from: DeskStay) => ({
        booking: stay.id,
        version: stay.version,
        parts: stay.nights.map(({ night, roomId, unitId }) => {
          const there = from.nights.find((each) => each.night === night)
          const at = there && by.isTrue(0.9) ? there : { roomId, unitId }
          return { room: at.roomId, unit: at.unitId, from: isoDay(night), to: isoDay(night + 1) }
        }),
      })
      return call('arrangeStays', { changes: [withUnitsOf(one, other), withUnitsOf(other, one)] })
    }

    /** Something more on the bill, something paid, given back, or taken back: often too much, or what is gone already. */
    function money(by: Chance, stay: DeskStay) {
      const [code, reason] = [stay.stay_code ?? stay.code, 'At random']
      const paid = { code, method: by.oneOf(['cash', 'cash', 'bank']), reference: 'FT 1' }
      const amount = by.oneOf([500, 617.28, 1234.56, 4500, 6200])
      const what = by.below(6)
      if (what === 0)
        return call('addCharge', { code, booking: stay.id, name: 'Tea', quantity: by.between(1, 3), each: 33.33 })
      if (what < 3) return call('takePayment', { ...paid, amount })
      if (what === 3) return call('payBack', { ...paid, amount, reason })
      const table = what === 4 ? 'charge' : 'payment'
      return async () => {
        const line = await house.db
          .selectFrom(table)
          .select('id')
          .where('booking_id', '=', stay.id)
          .orderBy('id')
          .executeTakeFirst()
        const voiding = call(what === 4 ? 'voidCharge' : 'voidPayment', { code, id: line?.id ?? 1_000_000, reason })
        return voiding().then((answer) => (answer.status === 404 ? { ...answer, status: 409 } : answer))
      }
    }

    function closeOrOpen(by: Chance) {
      const from = by.below(DAYS)
      const unit = by.oneOf(by.oneOf(kinds).units)
      if (by.isTrue(0.5))
        return call('closeUnit', { unit, from: day(from), to: day(from + by.between(1, 3)), reason: 'paint' })
      return async () => {
        const closure = await house.db.selectFrom('unit_closure').select('id').limit(1).executeTakeFirst()
        return house
          .call('reopenUnit', { id: closure?.id ?? 1_000_000 }, { token: owner })
          .then((answer) => (answer.status === 404 ? { ...answer, status: 409 } : answer))
      }
    }
  })
}

/** Two kinds of room, of two units and of three, that are small enough to be full. */
async function twoKinds(house: TestHouse) {
  const rooms = await house.db
    .selectFrom('room')
    .select(['id', 'slug'])
    .where('slug', 'in', ['single', 'twin'])
    .execute()
  const units = await house.db.selectFrom('unit').select(['id', 'room_id']).orderBy('id').execute()
  return rooms.map(({ id, slug }) => ({
    id,
    slug,
    units: units.filter(({ room_id }) => room_id === id).map((unit) => unit.id),
  }))
}

/** An empty house, however it was left. */
async function clearBooks({ db }: TestHouse): Promise<void> {
  await db.updateTable('till').set({ cash_poisha: 0, moves: 0 }).execute()
  for (const table of [
    'open_request',
    'request_key',
    'unit_state',
    'unit_night',
    'unit_closure',
    'booking_word',
    'payment',
    'charge',
    'booking_night',
    'booking',
    'inventory',
    'desk_act',
    'mail',
    'job',
  ])
    await sql`delete from ${sql.table(table)}`.execute(db)
}
