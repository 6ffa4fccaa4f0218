import assert from 'node:assert/strict'
import { sql } from 'kysely'
import { lifeOf } from '#stays/bookings/status.ts'
import { allShifted } from '#front-desk/desk/shifted.ts'
import { partsOf, readStays, type DeskStay } from '#front-desk/desk/stays.ts'
import { isoDay, parseDay } from '#platform/day.ts'
import type { EveryEndpointName } from '#routes/office.ts'
import { proveBooks } from './books.ts'
import type { TestEngine } from './engines.ts'
import { MONDAY_MORNING_IN_DHAKA, startTestApp, type Answer, type TestApp } from './test-app.ts'
import { proveMoney } from './money.ts'
import { chance, type Chance } from './random.ts'

const DAYS = 5
const DAY_MS = 86_400_000
/** Guests were notified of these statuses. Undoing another operation must not change them. */
const gone = ['cancelled', 'declined', 'expired']

/** A chosen operation. It runs together with the others of its turn. */
interface Act {
  name: string
  carryOut(): Promise<Answer>
}

/** How the operations of a turn run: concurrently, or one after the other. Without an order they run as chosen. */
export type Way = 'at once' | { order: readonly string[] }

/** The history of a round: for each turn its operations with their statuses, in the order of their responses. */
export interface Trail {
  turns: string[]
  /** For each turn, the indexes of its operations in that order: `021`. */
  order: string[]
}

/** A failed round with its history. */
export class Fault extends Error {
  readonly trail: Trail
  constructor(cause: unknown, trail: Trail) {
    super((cause as Error).message, { cause })
    this.trail = trail
  }
}

/**
 * Runs random desk operations and site bookings on a test server. The seed and the current data determine each choice, so
 * a sequential round is reproducible, including its ids.
 */
export async function openDeskAtRandom(engine: TestEngine) {
  const app = await startTestApp(engine)
  const [owner, staff] = [await app.signIn('owner'), await app.signIn('staff')]
  // The simulated days would end the sessions.
  const never = MONDAY_MORNING_IN_DHAKA * 2
  await app.db
    .updateTable('session')
    .set({ idle_until: never, ends_at: never, seen_at: never, proved_at: never })
    .execute()
  const kinds = await twoKinds(app)
  return {
    house: app,
    /** Throws a Fault if the books are wrong after a turn. */
    async round(seed: number, way: Way): Promise<Trail> {
      const by = chance(seed)
      const trail: Trail = { turns: [], order: [] }
      try {
        await clearBooks(app, engine)
        await turns(by, way, trail)
      } catch (error) {
        throw new Fault(error, trail)
      }
      return trail
    },
    close: () => app.close(),
  }

  async function turns(by: Chance, way: Way, trail: Trail): Promise<void> {
    app.clock.now = MONDAY_MORNING_IN_DHAKA
    const done: number[] = []
    for (let left = by.between(5, 12); left > 0; left--) {
      if (by.isTrue(0.15)) app.clock.advance(DAY_MS)
      const stays = await allStays()
      const acts = Array.from({ length: by.between(1, 3) }, () => act(by, stays, done))
      const answers = await carryOut(acts, way, trail)
      for (const { status, body } of answers) {
        assert.ok([200, 409, 422].includes(status), `${status} ${JSON.stringify(body)}`)
        if (body.act) done.push(body.act)
      }
      await proveBooks(app.db)
      await proveMoney(app.db)
      const back = await takenBack()
      for (const { id, status } of stays.filter((stay) => gone.includes(stay.status) && !back.has(stay.id)))
        assert.equal((await allStays()).find((stay) => stay.id === id)?.status, status, 'a cancelled stay does not come back')
    }
  }

  /** Returns the responses in the order of the operations. */
  async function carryOut(acts: readonly Act[], way: Way, trail: Trail): Promise<Answer[]> {
    const answers: Answer[] = []
    const came: number[] = []
    const one = async (at: number) => {
      answers[at] = await acts[at]!.carryOut()
      came.push(at)
    }
    if (way === 'at once') await Promise.all(acts.keys().map(one))
    else for (const at of way.order[trail.order.length] ?? acts.keys()) await one(Number(at))
    trail.order.push(came.join(''))
    trail.turns.push(came.map((at) => `${acts[at]!.name} ${answers[at]!.status}`).join(', '))
    return answers
  }

  async function allStays(): Promise<DeskStay[]> {
    const rows = await app.db.selectFrom('booking').select('id').orderBy('id').execute()
    return readStays(
      app.db,
      rows.map(({ id }) => id),
    )
  }

  /** Returns the bookings whose own cancellation was undone, which notifies the guest. */
  async function takenBack(): Promise<ReadonlySet<number>> {
    const undone = await app.db
      .selectFrom('desk_act')
      .select('before')
      .where('act', 'in', ['booking cancelled', 'room of a stay cancelled'])
      .where('undone_at', 'is not', null)
      .execute()
    return new Set(undone.flatMap(({ before: kept }) => (JSON.parse(kept) as { id: number }[]).map(({ id }) => id)))
  }

  function call(name: EveryEndpointName, form: object, token = owner): Act {
    return { name, carryOut: () => app.call(name, form, { token }) }
  }
  /** An operation that reads the current state first. A 404 is an accepted response. */
  function looking(name: EveryEndpointName, form: () => Promise<object>, token = owner): Act {
    return {
      name,
      async carryOut() {
        const answer = await app.call(name, await form(), { token })
        return answer.status === 404 ? { ...answer, status: 409 } : answer
      },
    }
  }

  function act(by: Chance, stays: readonly DeskStay[], done: readonly number[]): Act {
    const stay = stays.length > 0 ? by.oneOf(stays) : null
    const what = by.below(25)
    if (!stay || what === 0) return bookOnSite(by)
    if (what < 4) return bookAtDesk(by)
    if (what === 4) return closeOrOpen(by)
    const [looked, code] = [{ booking: stay.id, version: stay.version }, stay.stay_code ?? stay.code]
    if (what === 5 && done.length > 0) return call('undoAct', { act: by.oneOf(done) })
    if (what === 16) return looking('closeDay', async () => ({ day: (await dayToClose()) ?? day(-1) }))
    if (what < 19 && what > 16)
      return call('changeParty', { ...looked, adults: by.between(1, 3), children: by.below(2) })
    if (what < 21 && what > 18)
      return call('cancelRoom', { ...looked, fee: by.oneOf(['agreed', 'none']), tell: by.isTrue(0.3) })
    if (what > 20) return money(by, stay)
    const whole = stays.filter((each) => (each.stay_code ?? each.code) === code)
    if (whole.length > 1 && by.isTrue(0.4)) return together(by, whole)
    if (what === 6 && stays.length > 1) return swap(by, stay, by.oneOf(stays))
    if (what < 10) {
      const parts = partsAnew(by, stay)
      return call('arrangeStays', { changes: [{ ...looked, parts }], price: by.oneOf(['kept', 'new']) })
    }
    // Otherwise, run the next step of the stay.
    if (stay.status === 'checked_in') return call('checkGuestOut', { ...looked, owing: 'Pays later' })
    if (stay.status === 'pending_approval')
      return call(by.isTrue(0.8) ? 'confirmRequest' : 'declineRequest', { code, sentence: '' })
    if (what < 14) return call('checkGuestIn', { ...looked, unit: by.oneOf(unitsOf(stay)), anyway: true })
    if (what === 14) return call('markNoShow', { ...looked, fee: by.oneOf(['agreed', 'none']) })
    return call('cancelForGuest', { code, fee: 'agreed' })
  }

  function day(fromToday: number): string {
    return isoDay(parseDay(app.day(0))! + fromToday)
  }
  function unitsOf(stay: DeskStay): number[] {
    return kinds.find(({ id }) => id === stay.room_id)?.units ?? [0]
  }
  async function dayToClose(): Promise<string | null> {
    return (await app.call('getDay', {}, { token: owner })).body.day
  }

  function bookOnSite(by: Chance): Act {
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

  function bookAtDesk(by: Chance): Act {
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

  /** Rearranges a stay as the chart allows: other days, other units, or another room type for some nights. */
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

  /** An operation on all rooms of a stay: move, extend, shorten, check in or check out. Many of these are invalid. */
  function together(by: Chance, whole: readonly DeskStay[]): Act {
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

  /** Swaps the units of two stays for the nights they share. */
  function swap(by: Chance, one: DeskStay, other: DeskStay): Act {
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

  /** A charge, a payment, a refund or a void. Often the amount is too high or the line is already void. */
  function money(by: Chance, stay: DeskStay): Act {
    const [code, reason] = [stay.stay_code ?? stay.code, 'At random']
    const paid = { code, method: by.oneOf(['cash', 'cash', 'bank']), reference: 'FT 1' }
    const amount = by.oneOf([500, 617.28, 1234.56, 4500, 6200])
    const what = by.below(6)
    if (what === 0)
      return call('addCharge', { code, booking: stay.id, name: 'Tea', quantity: by.between(1, 3), each: 33.33 })
    if (what < 3) return call('takePayment', { ...paid, amount })
    if (what === 3) return call('payBack', { ...paid, amount, reason })
    const table = what === 4 ? 'charge' : 'payment'
    return looking(what === 4 ? 'voidCharge' : 'voidPayment', async () => {
      const lines = app.db.selectFrom(table).select('id').where('booking_id', '=', stay.id)
      const line = await lines.orderBy('id').executeTakeFirst()
      return { code, id: line?.id ?? 1_000_000, reason }
    })
  }

  /** Closes or reopens a unit, as the owner or at the desk. */
  function closeOrOpen(by: Chance): Act {
    const from = by.below(DAYS)
    const unit = by.oneOf(by.oneOf(kinds).units)
    const dates = { unit, from: day(from), to: day(from + by.between(1, 3)), reason: 'paint' }
    const isAtDesk = by.isTrue(0.5)
    if (by.isTrue(0.5)) return isAtDesk ? call('closeNights', dates, staff) : call('closeUnit', dates)
    const first = async () => {
      const closure = await app.db.selectFrom('unit_closure').select('id').orderBy('id').executeTakeFirst()
      return closure?.id ?? 1_000_000
    }
    return isAtDesk
      ? looking('openNights', async () => ({ closure: await first() }), staff)
      : looking('reopenUnit', async () => ({ id: await first() }))
  }
}

/** Two room types with two and three units, small enough to be full often. */
async function twoKinds(app: TestApp) {
  const rooms = await app.db
    .selectFrom('room')
    .select(['id', 'slug'])
    .where('slug', 'in', ['single', 'twin'])
    .orderBy('id')
    .execute()
  const units = await app.db.selectFrom('unit').select(['id', 'room_id']).orderBy('id').execute()
  return rooms.map(({ id, slug }) => ({
    id,
    slug,
    units: units.filter(({ room_id }) => room_id === id).map((unit) => unit.id),
  }))
}

const emptied = [
  'open_request',
  'request_key',
  'closed_day',
  'unit_state',
  'unit_night',
  'unit_closure',
  'booking_word',
  'ledger_entry',
  'refund',
  'payment',
  'charge',
  'booking_night',
  'booking',
  'inventory',
  'desk_act',
  'mail',
  'job',
]
const numbered = ['unit_closure', 'ledger_entry', 'refund', 'payment', 'charge', 'booking', 'desk_act']

/** Deletes all bookings and restarts their ids. */
async function clearBooks({ db }: TestApp, { name }: TestEngine): Promise<void> {
  await db.updateTable('till').set({ cash_poisha: 0, moves: 0 }).execute()
  for (const table of emptied) await sql`delete from ${sql.table(table)}`.execute(db)
  // SQLite restarts ids by itself when a table is empty.
  if (name === 'postgres')
    for (const table of numbered) await sql`alter table ${sql.table(table)} alter column id restart`.execute(db)
}
