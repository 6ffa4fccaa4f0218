import assert from 'node:assert/strict'
import type { WholeDatabase } from '#platform/database/database.ts'
import type { DeskStay } from '#front-desk/desk/stays.ts'
import type { EveryEndpointName } from '#routes/office.ts'
import { createCustomerForm } from '../customers.ts'
import type { Random } from '../random.ts'
import { RandomOperations, readRoomTypes, type Operation, type RoomType, type Site } from '../random-operations.ts'
import type { ApiResponse, CallOptions } from '../test-app.ts'
import type { SimulatedGateway } from './gateway.ts'
import { ONE_BOOKING } from './invariants.ts'
import { ConnectionLostError, type SimulatedProcess } from './process.ts'
import type { Template } from './template.ts'

/** The parts of the simulation that operations use. */
export interface OperationEnvironment {
  /** The process that serves now. */
  process(): SimulatedProcess
  gateway: SimulatedGateway
  tokens: Template['tokens']
  /** Reads the database without the process. */
  observer: WholeDatabase
  day: Site['day']
}

interface OwnStay {
  code: string
  token: string
}

type SimulatedOperation = Omit<Operation, 'carryOut'> & { carryOut(): Promise<unknown> }

/** Bookings whose response promises that they exist. */
const bookingEndpoints: readonly EveryEndpointName[] = ['requestBooking', 'requestGuestBooking', 'bookAtDesk']
/** Rejections that a client can get: session ended, not found, outdated or impossible, invalid, try again later. */
const acceptedStatuses = [200, 401, 404, 409, 422, 503]

const MAX_RETRIES = 20
/** Ways to pay in the booking form. */
const [ONLINE, AT_DESK] = [1, 2]

/** The operations of the simulation: those of the random desk, and those of guests, the gateway and the owner. */
export class SimulatedOperations {
  readonly acknowledged = new Set<string>()
  readonly #stage: OperationEnvironment
  readonly #desk: RandomOperations
  readonly #roomTypes: readonly RoomType[]
  /** Stays that clients have booked on the site. */
  readonly #ownStays: OwnStay[] = []
  readonly #deskOperationIds: number[] = []
  #bookingCount = 0

  static async open(
    stage: OperationEnvironment,
    call: (name: EveryEndpointName, form: object) => Promise<ApiResponse>,
  ) {
    const { id } = (await call('addCustomer', createCustomerForm())).body
    const operations: { current?: SimulatedOperations } = {}
    const site: Site = {
      db: stage.observer,
      day: stage.day,
      call: (...args) => operations.current!.call(...args),
    }
    const desk = await RandomOperations.open(site, stage.tokens, id)
    operations.current = new SimulatedOperations(stage, desk, await readRoomTypes(site))
    return operations.current
  }

  private constructor(stage: OperationEnvironment, desk: RandomOperations, roomTypes: readonly RoomType[]) {
    this.#stage = stage
    this.#desk = desk
    this.#roomTypes = roomTypes
  }

  /** Sends a request and checks that its response is one that a client can get. */
  async call(name: EveryEndpointName, input: object = {}, options: CallOptions = {}): Promise<ApiResponse> {
    const response = await this.#stage.process().request(name, input, options)
    const { status, body } = response
    assert.ok(acceptedStatuses.includes(status), `${name} responded with ${status} ${JSON.stringify(body)}`)
    if (status === 200 && bookingEndpoints.includes(name)) this.acknowledged.add(body.booking_id ?? body.code)
    if (status === 200 && body.operation_id) this.#deskOperationIds.push(body.operation_id)
    return response
  }

  /** The room types that the operations use. */
  get roomIds(): readonly number[] {
    return this.#roomTypes.map(({ id }) => id)
  }

  choose(random: Random, stays: readonly DeskStay[]): SimulatedOperation {
    const { gateway } = this.#stage
    if (gateway.notices.length > 0 && random.isTrue(0.4)) return this.#deliverNotice(random)
    if (gateway.returns.length > 0 && random.isTrue(0.4)) return this.#returnToSite(random)
    if (gateway.openOrders.length > 0 && random.isTrue(0.5)) return this.#leaveGateway(random)
    const choice = random.below(28)
    if (choice < 8 || stays.length === 0) return this.#book(random)
    if (choice < 12 && this.#ownStays.length > 0) return this.#startPayment(random.oneOf(this.#ownStays))
    if (choice < 14 && this.#ownStays.length > 0) return this.#cancel(random.oneOf(this.#ownStays))
    if (choice < 17 && this.#ownStays.length > 0) return this.#changeDates(random)
    if (choice === 17) return this.#changeRates(random)
    if (choice === 18 && stays.length > 0) return this.#invoice(random, random.oneOf(stays))
    if (choice === 19) return this.#decideOnMoney(random)
    return this.#desk.choose(random, stays, this.#deskOperationIds)
  }

  /** Sends a request, and repeats it with the same key after a lost connection or a 503, at most `MAX_RETRIES` times. */
  async #callUntilAnswered(name: EveryEndpointName, form: object, options: CallOptions): Promise<ApiResponse> {
    for (let retriesLeft = MAX_RETRIES; ; retriesLeft--) {
      try {
        const response = await this.call(name, form, options)
        if (response.status !== 503 || retriesLeft === 0) return response
      } catch (error) {
        // When a run ends early, no process follows the last one.
        if (!(error instanceof ConnectionLostError) || retriesLeft === 0) throw error
      }
    }
  }

  /** A guest or a member books, and sometimes sends the form twice at once. */
  #book(random: Random): SimulatedOperation {
    const number = ++this.#bookingCount
    const from = random.below(3)
    const form = {
      name: `${ONE_BOOKING} ${number}`,
      email: `guest-${number}@guest.example`,
      phone: '+8801700000004',
      paymenttype: random.oneOf([ONLINE, ONLINE, ONLINE, AT_DESK]),
      adult: 1,
      child: 0,
      slug: random.oneOf(this.#roomTypes).slug,
      checkin: this.#stage.day(from),
      checkout: this.#stage.day(from + random.between(1, 3)),
      again: 1,
    }
    const key = `the form of guest ${number}`
    const isMember = random.isTrue(0.3)
    const copyCount = random.isTrue(0.3) ? 2 : 1
    const paysAtOnce = form.paymenttype === ONLINE && random.isTrue(0.7)
    const name = isMember ? 'requestBooking' : 'requestGuestBooking'
    return {
      name: copyCount === 1 ? name : `${name} twice`,
      carryOut: async () => {
        const { name: guestName, email, phone } = form
        const token = isMember
          ? this.#stage.tokens.anna
          : (await this.#callUntilAnswered('guestRegister', { name: guestName, email, phone }, {})).body.access_token
        const sendForm = () => this.#callUntilAnswered(name, form, { token, key })
        const responses = await Promise.all(Array.from({ length: copyCount }, sendForm))
        const bookedResponse = responses.find(({ status }) => status === 200)
        if (!bookedResponse) return responses
        const stay = { code: bookedResponse.body.booking_id as string, token }
        this.#ownStays.push(stay)
        return paysAtOnce ? [...responses, await this.#startPayment(stay).carryOut()] : responses
      },
    }
  }

  #call(name: EveryEndpointName, form: object, options: CallOptions): SimulatedOperation {
    return { name, carryOut: () => this.call(name, form, options) }
  }

  #startPayment({ code, token }: OwnStay): SimulatedOperation {
    return this.#call('startPayment', { id: code }, { token })
  }

  #leaveGateway(random: Random): SimulatedOperation {
    const tranId = random.oneOf(this.#stage.gateway.openOrders)
    const choice = random.oneOf([
      ...(['pay', 'pay', 'pay', 'pay', 'pay twice', 'pay another amount'] as const),
      ...(['pay with a risky card', 'fail', 'cancel'] as const),
    ])
    return { name: choice, carryOut: async () => this.#stage.gateway.leave(tranId, choice) }
  }

  #deliverNotice(random: Random): SimulatedOperation {
    const { notices } = this.#stage.gateway
    const [notice] = notices.splice(random.below(notices.length), 1) as [URLSearchParams]
    return { name: 'payment notice', carryOut: () => this.#stage.process().receiveNotice(notice) }
  }

  #returnToSite(random: Random): SimulatedOperation {
    const { returns } = this.#stage.gateway
    const [{ token, hasLeft }] = returns.splice(random.below(returns.length), 1) as [(typeof returns)[number]]
    return { name: 'return from gateway', carryOut: () => this.#stage.process().receiveReturn(token, hasLeft) }
  }

  #cancel({ code, token }: OwnStay): SimulatedOperation {
    return this.#call('cancelBooking', { id: code, fee: 1_000_000 }, { token })
  }

  #changeDates(random: Random): SimulatedOperation {
    const { code, token } = random.oneOf(this.#ownStays)
    const from = random.below(6)
    const change = {
      id: code,
      checkin: this.#stage.day(from),
      checkout: this.#stage.day(from + random.between(1, 3)),
      rooms: [{ slug: random.oneOf(this.#roomTypes).slug, adult: 1, child: 0 }],
    }
    return {
      name: 'changeStay',
      carryOut: async () => {
        const { status, body } = await this.call('previewStayChange', change, { token })
        if (status === 200) await this.call('changeStay', { ...change, total: body.total }, { token })
      },
    }
  }

  #changeRates(random: Random): SimulatedOperation {
    const from = random.below(5)
    const form = {
      rooms: [random.oneOf(this.#roomTypes).id],
      from: this.#stage.day(from),
      to: this.#stage.day(from + random.below(3)),
      price: 'set',
      amount: random.oneOf([3900, 4800, 5600]),
    }
    const token = this.#stage.tokens.owner
    return {
      name: 'applyRates',
      carryOut: async () => {
        const { status, body } = await this.call('previewRates', form, { token })
        if (status === 200) await this.call('applyRates', { ...form, digest: body.digest }, { token })
      },
    }
  }

  /** Issues an invoice, or credits the first line of the last one. */
  #invoice(random: Random, stay: DeskStay): SimulatedOperation {
    const code = stay.stay_code ?? stay.code
    const token = this.#stage.tokens.owner
    const isCredit = random.isTrue(0.3)
    return {
      name: isCredit ? 'creditInvoice' : 'issueInvoice',
      carryOut: async () => {
        if (!isCredit) return this.call('issueInvoice', { code, send: false }, { token })
        const invoice = await this.#stage.observer
          .selectFrom('invoice')
          .select('id')
          .orderBy('id', 'desc')
          .executeTakeFirst()
        return this.call('creditInvoice', { id: invoice?.id ?? 1, lines: [0], reason: 'At random' }, { token })
      },
    }
  }

  /** The owner decides about a payment under review or a refund. */
  #decideOnMoney(random: Random): SimulatedOperation {
    const { observer, tokens, gateway } = this.#stage
    const options = { token: tokens.owner }
    const [isAccepted, isApproved] = [random.isTrue(0.5), random.isTrue(0.8)]
    return {
      name: 'decision about money',
      carryOut: async () => {
        const receipt = await observer
          .selectFrom('payment_receipt')
          .select('id')
          .where('state', '=', 'review')
          .orderBy('id')
          .executeTakeFirst()
        if (receipt)
          return isAccepted
            ? this.call('acceptPayment', { id: receipt.id }, options)
            : this.call('rejectPayment', { id: receipt.id, is_refunded: true, reason: 'At random' }, options)
        const refund = await observer
          .selectFrom('refund')
          .selectAll()
          .where('state', 'in', ['to approve', 'failed', 'unsure'])
          .orderBy('id', 'desc')
          .executeTakeFirst()
        if (!refund) return null
        const { id, state, amount_poisha, refund_trans_id } = refund
        if (state === 'failed') return this.call('retryRefund', { id }, options)
        if (state === 'unsure')
          return this.call('resolveRefund', { id, was_made: gateway.hasRefunded(refund_trans_id) }, options)
        return isApproved
          ? this.call('approveRefund', { id, amount: amount_poisha / 100, reason: '' }, options)
          : this.call('dismissRefund', { id, reason: 'At random' }, options)
      },
    }
  }
}
