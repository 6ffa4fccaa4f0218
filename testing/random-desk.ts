import assert from 'node:assert/strict'
import { sql } from 'kysely'
import { statusTraits } from '#stays/bookings/status.ts'
import { shiftRooms } from '#front-desk/desk/shift-parts.ts'
import { groupIntoParts, readStays, type DeskStay } from '#front-desk/desk/stays.ts'
import { isoDay, parseDay } from '#platform/day.ts'
import type { EveryEndpointName } from '#routes/office.ts'
import { assertBooksConsistent } from './assert-books.ts'
import type { TestEngine } from './engines.ts'
import { MONDAY_MORNING_IN_DHAKA, startTestApp, type ApiResponse, type TestApp } from './test-app.ts'
import { assertMoneyConsistent } from './assert-money.ts'
import { createRandom, type Random } from './random.ts'

const DAYS = 5
const DAY_MS = 86_400_000
/** Guests were notified of these statuses. Undoing another operation must not change them. */
const finalStatuses = ['cancelled', 'declined', 'expired']

/** A chosen operation. It runs together with the others of its turn. */
interface Operation {
  name: string
  carryOut(): Promise<ApiResponse>
}

/** How the operations of a turn run: concurrently, or one after the other. Without an order they run as chosen. */
export type Schedule = 'at once' | { order: readonly string[] }

/** The history of a round: for each turn its operations with their statuses, in the order of their responses. */
export interface History {
  turns: string[]
  /** For each turn, the indexes of its operations in that order: `021`. */
  order: string[]
}

/** A failed round with its history. */
export class Fault extends Error {
  readonly trail: History
  constructor(cause: unknown, history: History) {
    super((cause as Error).message, { cause })
    this.trail = history
  }
}

/**
 * Runs random desk operations and site bookings on a test server. The seed and the current data determine each choice, so
 * a sequential round is reproducible, including its ids.
 */
export async function openRandomDesk(engine: TestEngine) {
  const app = await startTestApp(engine)
  const [owner, staff] = [await app.signIn('owner'), await app.signIn('staff')]
  // The simulated days would end the sessions.
  const farFuture = MONDAY_MORNING_IN_DHAKA * 2
  await app.db
    .updateTable('session')
    .set({ idle_expires_at: farFuture, ends_at: farFuture, seen_at: farFuture, reauthenticated_at: farFuture })
    .execute()
  const roomTypes = await readRoomTypes(app)
  return {
    house: app,
    /** Throws a Fault if the books are wrong after a turn. */
    async round(seed: number, schedule: Schedule): Promise<History> {
      const random = createRandom(seed)
      const history: History = { turns: [], order: [] }
      try {
        await clearBooks(app, engine)
        await runTurns(random, schedule, history)
      } catch (error) {
        throw new Fault(error, history)
      }
      return history
    },
    close: () => app.close(),
  }

  async function runTurns(random: Random, schedule: Schedule, history: History): Promise<void> {
    app.clock.now = MONDAY_MORNING_IN_DHAKA
    const operationIds: number[] = []
    for (let remaining = random.between(5, 12); remaining > 0; remaining--) {
      if (random.isTrue(0.15)) app.clock.advance(DAY_MS)
      const stays = await allStays()
      const operations = Array.from({ length: random.between(1, 3) }, () =>
        chooseOperation(random, stays, operationIds),
      )
      const answers = await carryOut(operations, schedule, history)
      for (const { status, body } of answers) {
        assert.ok([200, 409, 422].includes(status), `${status} ${JSON.stringify(body)}`)
        if (body.act) operationIds.push(body.act)
      }
      await assertBooksConsistent(app.db)
      await assertMoneyConsistent(app.db)
      const restored = await findUndoneCancellations()
      for (const { id, status } of stays.filter(
        (stay) => finalStatuses.includes(stay.status) && !restored.has(stay.id),
      ))
        assert.equal(
          (await allStays()).find((stay) => stay.id === id)?.status,
          status,
          'a cancelled stay does not come back',
        )
    }
  }

  /** Returns the responses in the order of the operations. */
  async function carryOut(
    operations: readonly Operation[],
    schedule: Schedule,
    history: History,
  ): Promise<ApiResponse[]> {
    const answers: ApiResponse[] = []
    const finished: number[] = []
    const runOne = async (at: number) => {
      answers[at] = await operations[at]!.carryOut()
      finished.push(at)
    }
    if (schedule === 'at once') await Promise.all(operations.keys().map(runOne))
    else for (const at of schedule.order[history.order.length] ?? operations.keys()) await runOne(Number(at))
    history.order.push(finished.join(''))
    history.turns.push(finished.map((at) => `${operations[at]!.name} ${answers[at]!.status}`).join(', '))
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
  async function findUndoneCancellations(): Promise<ReadonlySet<number>> {
    const undone = await app.db
      .selectFrom('desk_operation')
      .select('before')
      .where('action', 'in', ['booking cancelled', 'room of a stay cancelled'])
      .where('undone_at', 'is not', null)
      .execute()
    return new Set(undone.flatMap(({ before }) => (JSON.parse(before) as { id: number }[]).map(({ id }) => id)))
  }

  function call(name: EveryEndpointName, form: object, token = owner): Operation {
    return { name, carryOut: () => app.call(name, form, { token }) }
  }
  /** An operation that reads the current state first. A 404 is an accepted response. */
  function callWithFreshState(name: EveryEndpointName, form: () => Promise<object>, token = owner): Operation {
    return {
      name,
      async carryOut() {
        const answer = await app.call(name, await form(), { token })
        return answer.status === 404 ? { ...answer, status: 409 } : answer
      },
    }
  }

  function chooseOperation(random: Random, stays: readonly DeskStay[], operationIds: readonly number[]): Operation {
    const stay = stays.length > 0 ? random.oneOf(stays) : null
    const choice = random.below(25)
    if (!stay || choice === 0) return bookOnSite(random)
    if (choice < 4) return bookAtDesk(random)
    if (choice === 4) return closeOrOpen(random)
    const [seenVersion, code] = [{ booking: stay.id, version: stay.version }, stay.stay_code ?? stay.code]
    if (choice === 5 && operationIds.length > 0) return call('undoAct', { act: random.oneOf(operationIds) })
    if (choice === 16) return callWithFreshState('closeDay', async () => ({ day: (await dayToClose()) ?? day(-1) }))
    if (choice < 19 && choice > 16)
      return call('changeParty', { ...seenVersion, adults: random.between(1, 3), children: random.below(2) })
    if (choice < 21 && choice > 18)
      return call('cancelRoom', { ...seenVersion, fee: random.oneOf(['agreed', 'none']), tell: random.isTrue(0.3) })
    if (choice > 20) return money(random, stay)
    const stayRooms = stays.filter((each) => (each.stay_code ?? each.code) === code)
    if (stayRooms.length > 1 && random.isTrue(0.4)) return changeAllRooms(random, stayRooms)
    if (choice === 6 && stays.length > 1) return swap(random, stay, random.oneOf(stays))
    if (choice < 10) {
      const parts = randomParts(random, stay)
      return call('arrangeStays', { changes: [{ ...seenVersion, parts }], price: random.oneOf(['kept', 'new']) })
    }
    // Otherwise, run the next step of the stay.
    if (stay.status === 'checked_in') return call('checkGuestOut', { ...seenVersion, owing: 'Pays later' })
    if (stay.status === 'pending_approval')
      return call(random.isTrue(0.8) ? 'confirmRequest' : 'declineRequest', { code, sentence: '' })
    if (choice < 14) return call('checkGuestIn', { ...seenVersion, unit: random.oneOf(unitsOf(stay)), anyway: true })
    if (choice === 14) return call('markNoShow', { ...seenVersion, fee: random.oneOf(['agreed', 'none']) })
    return call('cancelForGuest', { code, fee: 'agreed' })
  }

  function day(fromToday: number): string {
    return isoDay(parseDay(app.day(0))! + fromToday)
  }
  function unitsOf(stay: DeskStay): number[] {
    return roomTypes.find(({ id }) => id === stay.room_id)?.units ?? [0]
  }
  async function dayToClose(): Promise<string | null> {
    return (await app.call('getDay', {}, { token: owner })).body.day
  }

  function bookOnSite(random: Random): Operation {
    const from = random.below(DAYS - 1)
    const nights = random.between(1, 3)
    const form = {
      name: 'Rafiq Islam',
      email: 'rafiq@guest.example',
      phone: '+8801700000004',
      paymenttype: 2,
      adult: 1,
      child: 0,
    }
    const again = { slug: random.oneOf(roomTypes).slug, checkin: day(from), checkout: day(from + nights), again: 1 }
    return call('requestBooking', { ...form, ...again })
  }

  function bookAtDesk(random: Random): Operation {
    const from = random.between(-1, DAYS - 2)
    const rooms = Array.from({ length: random.between(1, 3) }, () => {
      const roomType = random.oneOf(roomTypes)
      return {
        room: roomType.id,
        unit: random.isTrue(0.6) ? random.oneOf(roomType.units) : null,
        adults: 1,
        price: random.isTrue(0.2) ? 1234.56 : null,
      }
    })
    return call('bookAtDesk', {
      from: day(from),
      to: day(from + random.between(1, 4)),
      rooms,
      source: 'walk_in',
      name: 'Mina',
      phone: '+8801700000009',
      language: 'bn',
    })
  }

  /** Rearranges a stay as the chart allows: other days, other units, or another room type for some nights. */
  function randomParts(random: Random, stay: DeskStay) {
    let from = stay.check_in + random.between(-1, 1)
    const parts = []
    for (let remaining = random.between(1, 3); remaining > 0; remaining--) {
      const to = from + random.between(1, 3)
      const roomType = random.isTrue(0.7) ? roomTypes.find(({ id }) => id === stay.room_id)! : random.oneOf(roomTypes)
      parts.push({
        room: roomType.id,
        unit: random.isTrue(0.7) ? random.oneOf(roomType.units) : null,
        from: isoDay(from),
        to: isoDay(to),
      })
      from = to
    }
    return parts
  }

  /** An operation on all rooms of a stay: move, extend, shorten, check in or check out. Many of these are invalid. */
  function changeAllRooms(random: Random, stayRooms: readonly DeskStay[]): Operation {
    const rooms = stayRooms.map(({ id: booking, version }) => ({ booking, version }))
    const choice = random.below(4)
    if (choice === 0)
      return call('arriveTogether', {
        rooms: stayRooms.map((stay, at) => ({ ...rooms[at], unit: random.oneOf(unitsOf(stay)) })),
      })
    if (choice === 1) return call('leaveTogether', { rooms, owing: random.isTrue(0.5) ? 'Pays later' : '' })
    const shift = { start: random.between(-1, 2), end: random.between(-1, 2) }
    const changes = shiftRooms(
      stayRooms.map((stay, at) => ({
        ...rooms[at]!,
        status: stay.status,
        may_change: random.isTrue(0.2) || !statusTraits(stay.status).isOver,
        parts: groupIntoParts(stay.nights).map(({ roomId, unitId, from, to }) => {
          return { room: roomId, unit: unitId, from: isoDay(from), to: isoDay(to) }
        }),
      })),
      shift,
      new Set(random.isTrue(0.5) ? stayRooms.flatMap(unitsOf) : []),
    )
    return call('arrangeStays', { changes: changes ?? [] })
  }

  /** Swaps the units of two stays for the nights they share. */
  function swap(random: Random, first: DeskStay, second: DeskStay): Operation {
    const takeUnits = (stay: DeskStay, from: DeskStay) => ({
      booking: stay.id,
      version: stay.version,
      parts: stay.nights.map(({ night, roomId, unitId }) => {
        const sharedNight = from.nights.find((each) => each.night === night)
        const at = sharedNight && random.isTrue(0.9) ? sharedNight : { roomId, unitId }
        return { room: at.roomId, unit: at.unitId, from: isoDay(night), to: isoDay(night + 1) }
      }),
    })
    return call('arrangeStays', { changes: [takeUnits(first, second), takeUnits(second, first)] })
  }

  /** A charge, a payment, a refund or a void. Often the amount is too high or the line is already void. */
  function money(random: Random, stay: DeskStay): Operation {
    const [code, reason] = [stay.stay_code ?? stay.code, 'At random']
    const paid = { code, method: random.oneOf(['cash', 'cash', 'bank']), reference: 'FT 1' }
    const amount = random.oneOf([500, 617.28, 1234.56, 4500, 6200])
    const choice = random.below(6)
    if (choice === 0)
      return call('addCharge', { code, booking: stay.id, name: 'Tea', quantity: random.between(1, 3), each: 33.33 })
    if (choice < 3) return call('takePayment', { ...paid, amount })
    if (choice === 3) return call('payBack', { ...paid, amount, reason })
    const table = choice === 4 ? 'charge' : 'payment'
    return callWithFreshState(choice === 4 ? 'voidCharge' : 'voidPayment', async () => {
      const lines = app.db.selectFrom(table).select('id').where('booking_id', '=', stay.id)
      const line = await lines.orderBy('id').executeTakeFirst()
      return { code, id: line?.id ?? 1_000_000, reason }
    })
  }

  /** Closes or reopens a unit, as the owner or at the desk. */
  function closeOrOpen(random: Random): Operation {
    const from = random.below(DAYS)
    const unit = random.oneOf(random.oneOf(roomTypes).units)
    const dates = { unit, from: day(from), to: day(from + random.between(1, 3)), reason: 'paint' }
    const isAtDesk = random.isTrue(0.5)
    if (random.isTrue(0.5)) return isAtDesk ? call('closeNights', dates, staff) : call('closeUnit', dates)
    const first = async () => {
      const closure = await app.db.selectFrom('unit_closure').select('id').orderBy('id').executeTakeFirst()
      return closure?.id ?? 1_000_000
    }
    return isAtDesk
      ? callWithFreshState('openNights', async () => ({ closure: await first() }), staff)
      : callWithFreshState('reopenUnit', async () => ({ id: await first() }))
  }
}

/** Two room types with two and three units, small enough to be full often. */
async function readRoomTypes(app: TestApp) {
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

const clearedTables = [
  'open_request',
  'request_key',
  'closed_day',
  'unit_state',
  'unit_night',
  'unit_closure',
  'booking_search_word',
  'ledger_entry',
  'refund',
  'payment',
  'charge',
  'booking_night',
  'booking',
  'inventory',
  'desk_operation',
  'mail',
  'job',
]
const tablesWithIds = ['unit_closure', 'ledger_entry', 'refund', 'payment', 'charge', 'booking', 'desk_operation']

/** Deletes all bookings and restarts their ids. */
async function clearBooks({ db }: TestApp, { name }: TestEngine): Promise<void> {
  await db.updateTable('till').set({ cash_poisha: 0, moves: 0 }).execute()
  for (const table of clearedTables) await sql`delete from ${sql.table(table)}`.execute(db)
  // SQLite restarts ids by itself when a table is empty.
  if (name === 'postgres')
    for (const table of tablesWithIds) await sql`alter table ${sql.table(table)} alter column id restart`.execute(db)
}
