import { getStatusTraits } from '#stays/bookings/status.ts'
import { shiftRooms } from '#front-desk/desk/shift-parts.ts'
import { groupIntoParts, type DeskStay } from '#front-desk/desk/stays.ts'
import { isoDay, parseDay } from '#platform/day.ts'
import type { EveryEndpointName } from '#routes/office.ts'
import { closingReasons } from './desk.ts'
import type { Random } from './random.ts'
import type { ApiResponse, TestApp } from './test-app.ts'

const DAY_COUNT = 5

/** The part of a test server that operations use. The simulation implements it too. */
export type Site = Pick<TestApp, 'db' | 'call' | 'day'>

/** A chosen operation. It runs together with the others of its turn. */
export interface Operation {
  name: string
  carryOut(): Promise<ApiResponse>
}

/** The operations of a random round: at the desk, by the owner and by guests on the site. */
export class RandomOperations {
  readonly #app: Site
  readonly #tokens: { owner: string; staff: string }
  readonly #roomTypes: readonly RoomType[]
  readonly #customer: number

  /** `customer` is the id of a customer who pays by account. */
  static async open(app: Site, tokens: { owner: string; staff: string }, customer: number): Promise<RandomOperations> {
    return new RandomOperations(app, tokens, await readRoomTypes(app), customer)
  }

  private constructor(
    app: Site,
    tokens: { owner: string; staff: string },
    roomTypes: readonly RoomType[],
    customer: number,
  ) {
    this.#app = app
    this.#tokens = tokens
    this.#roomTypes = roomTypes
    this.#customer = customer
  }

  /** Chooses an operation by the random numbers, the stays, and the ids of the earlier operations. */
  choose(random: Random, stays: readonly DeskStay[], operationIds: readonly number[]): Operation {
    const stay = stays.length > 0 ? random.oneOf(stays) : null
    const choice = random.below(25)
    if (!stay || choice === 0) return this.#bookOnSite(random)
    if (choice === 1) return this.#walkIn(random)
    if (choice < 4) return this.#bookAtDesk(random)
    if (choice === 4) return this.#closeOrOpen(random)
    const [seenVersion, code] = [{ booking: stay.id, version: stay.version }, stay.stay_code ?? stay.code]
    if (choice === 5 && operationIds.length > 0)
      return this.#call('undoOperation', { operation_id: random.oneOf(operationIds) })
    if (choice === 16) return this.#closeOrReopenDay(random)
    if (choice < 19 && choice > 16)
      return this.#call('changeParty', { ...seenVersion, adults: random.between(1, 3), children: random.below(2) })
    if (choice < 21 && choice > 18)
      return this.#call('cancelRoom', {
        ...seenVersion,
        fee: random.oneOf(['agreed', 'none']),
        notify_guest: random.isTrue(0.3),
      })
    if (choice > 20) return this.#money(random, stay)
    const stayRooms = stays.filter((each) => (each.stay_code ?? each.code) === code)
    if (stayRooms.length > 1 && random.isTrue(0.4)) return this.#changeAllRooms(random, stayRooms)
    if (choice === 6 && stays.length > 1) return this.#swap(random, stay, random.oneOf(stays))
    if (choice < 10) {
      const parts = this.#randomParts(random, stay)
      return this.#call('arrangeStays', {
        changes: [{ ...seenVersion, parts }],
        price: random.oneOf(['unchanged', 'new']),
      })
    }
    // Otherwise, run the next step of the stay.
    if (stay.status === 'checked_in')
      return this.#call('checkGuestOut', { ...seenVersion, ...chooseSettlement(random), owing: 'Pays later' })
    if (stay.status === 'pending_approval')
      return this.#call(random.isTrue(0.8) ? 'confirmRequest' : 'declineRequest', { code, message: '' })
    if (choice < 14)
      return this.#call('checkGuestIn', { ...seenVersion, unit: random.oneOf(this.#unitsOf(stay)), anyway: true })
    if (choice === 14) return this.#call('markNoShow', { ...seenVersion, fee: random.oneOf(['agreed', 'none']) })
    return this.#call('cancelStayByStaff', { code, fee: 'agreed' })
  }

  #call(name: EveryEndpointName, form: object, token = this.#tokens.owner): Operation {
    return { name, carryOut: () => this.#app.call(name, form, { token }) }
  }
  /** An operation that reads the current state first. A 404 is an accepted response. */
  #callWithFreshState(name: EveryEndpointName, form: () => Promise<object>, token = this.#tokens.owner): Operation {
    return {
      name,
      carryOut: async () => {
        const response = await this.#app.call(name, await form(), { token })
        return response.status === 404 ? { ...response, status: 409 } : response
      },
    }
  }

  #day(fromToday: number): string {
    return isoDay(parseDay(this.#app.day(0))! + fromToday)
  }
  #unitsOf(stay: DeskStay): number[] {
    return this.#roomTypes.find(({ id }) => id === stay.room_id)?.units ?? [0]
  }

  /** Closes the next days, or reopens the last closed one. */
  #closeOrReopenDay(random: Random): Operation {
    const readDays = async () => (await this.#app.call('getDay', {}, { token: this.#tokens.owner })).body
    if (random.isTrue(0.2))
      return this.#callWithFreshState('reopenDay', async () => {
        return { day: (await readDays()).last ?? this.#day(-1), reason: 'At random' }
      })
    // Closes all days up to today, until a closing is rejected. Payments and nights that are recorded later then belong
    // to the next day.
    const closeNext = async (): Promise<ApiResponse> => {
      await this.#settleOpenStays()
      const day = (await readDays()).day ?? this.#day(-1)
      const response = await this.#app.call('closeDay', { day, ...closingReasons }, { token: this.#tokens.owner })
      return response.status === 200 && response.body.day !== null ? closeNext() : response
    }
    if (random.isTrue(0.3)) return { name: 'closeDay', carryOut: closeNext }
    const walkInOperation = this.#walkIn(random)
    return {
      name: 'closeDay and walkIn',
      async carryOut() {
        await closeNext()
        return walkInOperation.carryOut()
      },
    }
  }

  /** Marks guests whose last night is over as no-shows, and checks out those who leave today. They block a closing. */
  async #settleOpenStays(): Promise<void> {
    const call = (name: EveryEndpointName, form: object) => this.#app.call(name, form, { token: this.#tokens.owner })
    const { arrivals, departures } = (await call('getToday', {})).body as Record<string, SeenBooking[]>
    for (const { booking, version, checkout } of arrivals!)
      if (checkout <= this.#day(1)) await call('markNoShow', { booking, version, fee: 'none' })
    const settlement = { unused: 'charge', overpaid: 'credit', credit: 'Returns next week', owing: 'Pays later' }
    for (const { booking, version } of departures!) await call('checkGuestOut', { booking, version, ...settlement })
  }

  /** Books a guest at the door for tonight and checks them in. Today may be closed already. */
  #walkIn(random: Random): Operation {
    const roomType = random.oneOf(this.#roomTypes)
    const form = {
      from: this.#day(0),
      to: this.#day(random.between(1, 2)),
      rooms: [{ room: roomType.id, unit: random.oneOf(roomType.units), adults: 1 }],
      source: 'walk_in',
      name: 'At the door',
      phone: '+8801700000009',
      language: 'en',
    }
    return {
      name: 'walkIn',
      carryOut: async () => {
        const bookedResponse = await this.#app.call('bookAtDesk', form, { token: this.#tokens.owner })
        if (bookedResponse.status !== 200) return bookedResponse
        const { booking, version } = bookedResponse.body
        return this.#app.call('checkGuestIn', { booking, version, anyway: true }, { token: this.#tokens.owner })
      },
    }
  }

  #bookOnSite(random: Random): Operation {
    const from = random.below(DAY_COUNT - 1)
    const nights = random.between(1, 3)
    const form = {
      name: 'Rafiq Islam',
      email: 'rafiq@guest.example',
      phone: '+8801700000004',
      paymenttype: 2,
      adult: 1,
      child: 0,
    }
    const repeatedRequest = {
      slug: random.oneOf(this.#roomTypes).slug,
      checkin: this.#day(from),
      checkout: this.#day(from + nights),
      again: 1,
    }
    return this.#call('requestBooking', { ...form, ...repeatedRequest })
  }

  #bookAtDesk(random: Random): Operation {
    const from = random.between(-1, DAY_COUNT - 2)
    const rooms = Array.from({ length: random.between(1, 3) }, () => {
      const roomType = random.oneOf(this.#roomTypes)
      return {
        room: roomType.id,
        unit: random.isTrue(0.6) ? random.oneOf(roomType.units) : null,
        adults: 1,
        price: random.isTrue(0.2) ? 1234.56 : null,
      }
    })
    return this.#call('bookAtDesk', {
      from: this.#day(from),
      to: this.#day(from + random.between(1, 4)),
      rooms,
      source: 'walk_in',
      name: 'Mina',
      phone: '+8801700000009',
      language: 'bn',
    })
  }

  /** Returns random parts for a stay: other days, other units, or another room type for part of the stay. */
  #randomParts(random: Random, stay: DeskStay) {
    let from = stay.check_in + random.between(-1, 1)
    const parts = []
    for (let remaining = random.between(1, 3); remaining > 0; remaining--) {
      const to = from + random.between(1, 3)
      const roomType = random.isTrue(0.7)
        ? this.#roomTypes.find(({ id }) => id === stay.room_id)!
        : random.oneOf(this.#roomTypes)
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
  #changeAllRooms(random: Random, stayRooms: readonly DeskStay[]): Operation {
    const rooms = stayRooms.map(({ id: booking, version }) => ({ booking, version }))
    const choice = random.below(4)
    if (choice === 0)
      return this.#call('checkInTogether', {
        rooms: stayRooms.map((stay, index) => ({ ...rooms[index], unit: random.oneOf(this.#unitsOf(stay)) })),
      })
    if (choice === 1)
      return this.#call('checkOutTogether', {
        rooms,
        ...chooseSettlement(random),
        owing: random.isTrue(0.5) ? 'Pays later' : '',
      })
    const shift = { start: random.between(-1, 2), end: random.between(-1, 2) }
    const changes = shiftRooms(
      stayRooms.map((stay, index) => ({
        ...rooms[index]!,
        status: stay.status,
        can_change: random.isTrue(0.2) || !getStatusTraits(stay.status).isOver,
        parts: groupIntoParts(stay.nights).map(({ roomId, unitId, from, to }) => {
          return { room: roomId, unit: unitId, from: isoDay(from), to: isoDay(to) }
        }),
      })),
      shift,
      new Set(random.isTrue(0.5) ? stayRooms.flatMap((stay) => this.#unitsOf(stay)) : []),
    )
    return this.#call('arrangeStays', { changes: changes ?? [] })
  }

  /** Swaps the units of two stays for the nights they share. */
  #swap(random: Random, first: DeskStay, second: DeskStay): Operation {
    const takeUnits = (stay: DeskStay, from: DeskStay) => ({
      booking: stay.id,
      version: stay.version,
      parts: stay.nights.map(({ night, roomId, unitId }) => {
        const sharedNight = from.nights.find((each) => each.night === night)
        const position = sharedNight && random.isTrue(0.9) ? sharedNight : { roomId, unitId }
        return { room: position.roomId, unit: position.unitId, from: isoDay(night), to: isoDay(night + 1) }
      }),
    })
    return this.#call('arrangeStays', { changes: [takeUnits(first, second), takeUnits(second, first)] })
  }

  /**
   * A charge, a payment, a refund, a void, another customer, or a payment of the customer. Often the amount is too
   * high, or the line is already void.
   */
  #money(random: Random, stay: DeskStay): Operation {
    const [code, reason] = [stay.stay_code ?? stay.code, 'At random']
    const payment = { code, method: random.oneOf(['cash', 'cash', 'bank', 'customer']), reference: 'FT 1' }
    const amount = random.oneOf([500, 617.28, 1234.56, 4500, 6200])
    const choice = random.below(8)
    if (choice === 6) return this.#call('setStayCustomer', { code, customer: random.oneOf([this.#customer, null]) })
    if (choice === 7)
      return this.#call('takeCustomerPayment', { id: this.#customer, amount, method: 'bank', reference: 'TT 1' })
    if (choice === 0)
      return this.#call('addCharge', {
        code,
        booking: stay.id,
        name: 'Tea',
        quantity: random.between(1, 3),
        each: 33.33,
      })
    if (choice < 3) return this.#call('takePayment', { ...payment, amount })
    if (choice === 3) return this.#call('recordRefund', { ...payment, amount, reason })
    const table = choice === 4 ? 'charge' : 'payment'
    return this.#callWithFreshState(choice === 4 ? 'voidCharge' : 'voidPayment', async () => {
      const linesQuery = this.#app.db.selectFrom(table).select('id').where('booking_id', '=', stay.id)
      const line = await linesQuery.orderBy('id').executeTakeFirst()
      return { code, id: line?.id ?? 1_000_000, reason }
    })
  }

  /** Closes or reopens a unit, as the owner or at the desk. */
  #closeOrOpen(random: Random): Operation {
    const from = random.below(DAY_COUNT)
    const unit = random.oneOf(random.oneOf(this.#roomTypes).units)
    const dates = { unit, from: this.#day(from), to: this.#day(from + random.between(1, 3)), reason: 'paint' }
    const isAtDesk = random.isTrue(0.5)
    if (random.isTrue(0.5))
      return isAtDesk ? this.#call('closeNights', dates, this.#tokens.staff) : this.#call('closeUnit', dates)
    const runFirst = async () => {
      const closure = await this.#app.db.selectFrom('unit_closure').select('id').orderBy('id').executeTakeFirst()
      return closure?.id ?? 1_000_000
    }
    return isAtDesk
      ? this.#callWithFreshState('openNights', async () => ({ closure: await runFirst() }), this.#tokens.staff)
      : this.#callWithFreshState('reopenUnit', async () => ({ id: await runFirst() }))
  }
}

interface SeenBooking {
  booking: number
  version: number
  checkout: string
}

export interface RoomType {
  id: number
  slug: string
  units: number[]
}

/** Two room types with two and three units, small enough to be full often. */
export async function readRoomTypes(app: Pick<Site, 'db'>): Promise<RoomType[]> {
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

/** Chooses how a check-out settles unused nights and an overpayment. */
const chooseSettlement = (random: Random) => ({
  unused: random.oneOf(['charge', 'waive']),
  unused_reason: 'Agreed with the guest',
  overpaid: random.oneOf(['refund', 'credit']),
  credit: 'Returns next week',
})
