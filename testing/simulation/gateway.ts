import {
  GatewayError,
  type GatewayOperation,
  type Order,
  type PaidVerdict,
  type PaymentGateway,
  type RefundRequest,
  type RefundVerdict,
  type UnpaidOutcome,
  type Verdict,
} from '#money/payments/gateway.ts'
import { identity } from '#money/payments/sslcommerz/sslcommerz.ts'
import type { Random } from '../random.ts'

interface Session {
  order: Order
  outcome: UnpaidOutcome | 'pending' | 'paid'
  payments: Payment[]
}
interface Payment {
  valId: string
  bankTranId: string
  amountPoisha: number
  isRisky: boolean
}
interface GatewayRefund extends RefundRequest {
  refundRef: string
  state: 'processing' | 'done' | 'cancelled'
}

/** How a guest leaves the payment page. */
export type GuestChoice = 'pay' | 'pay twice' | 'pay another amount' | 'pay with a risky card' | 'fail' | 'cancel'

/**
 * A payment gateway in memory. It is another company's system, so it survives crashes of the process. It responds late,
 * sometimes reports an outdated or unknown state, and loses responses after it has executed a request.
 */
export class SimulatedGateway {
  readonly #random: Random
  /** A reliable gateway answers everything at once and correctly. */
  isReliable = false
  readonly #sessions = new Map<string, Session>()
  readonly #refunds = new Map<string, GatewayRefund>()
  /** Notices that are on their way. */
  readonly notices: URLSearchParams[] = []
  /** Browsers that are on their way back to the site. */
  readonly returns: { token: string; hasLeft: boolean }[] = []

  constructor(random: Random) {
    this.#random = random
  }

  get payments(): readonly Payment[] {
    return this.#sessions
      .values()
      .flatMap(({ payments }) => payments)
      .toArray()
  }

  /** Returns the orders whose payment page is open. */
  get openOrders(): readonly string[] {
    return this.#sessions
      .entries()
      .filter(([, { outcome }]) => outcome === 'pending')
      .map(([tranId]) => tranId)
      .toArray()
  }

  hasRefunded(refundTransId: string): boolean {
    const refund = this.#refunds.get(refundTransId)
    return refund !== undefined && refund.state !== 'cancelled'
  }

  /** Returns payments of which more was refunded than paid. */
  findOverRefunded(): string[] {
    return this.payments.flatMap(({ bankTranId, amountPoisha }) => {
      const refundedPoisha = this.#refunds
        .values()
        .filter((refund) => refund.bankTranId === bankTranId && refund.state !== 'cancelled')
        .reduce((sum, refund) => sum + refund.amountPoisha, 0)
      return refundedPoisha > amountPoisha ? [`${bankTranId}: refunded ${refundedPoisha} of ${amountPoisha}`] : []
    })
  }

  /** A guest leaves the payment page. Notices and the browser follow, or get lost. */
  leave(tranId: string, choice: GuestChoice): void {
    const session = this.#sessions.get(tranId)!
    const { order, payments } = session
    if (choice === 'fail' || choice === 'cancel') session.outcome = choice === 'fail' ? 'failed' : 'cancelled'
    else {
      session.outcome = 'paid'
      const amountPoisha = choice === 'pay another amount' ? order.amountPoisha - 100 : order.amountPoisha
      for (let count = choice === 'pay twice' ? 2 : 1; count > 0; count--) {
        const id = `${tranId}-${payments.length + 1}`
        const isRisky = choice === 'pay with a risky card'
        payments.push({ valId: `V${id}`, bankTranId: `B${id}`, amountPoisha, isRisky })
      }
    }
    const notice = new URLSearchParams({ tranId, valId: payments[0]?.valId ?? '' })
    for (let count = this.#random.oneOf([0, 1, 1, 2]); count > 0; count--) this.notices.push(notice)
    const [token] = order.returnTo.success.split('/').slice(-1) as [string]
    if (this.#random.isTrue(0.6)) this.returns.push({ token, hasLeft: session.outcome === 'cancelled' })
  }

  /** Returns the adapter for one process. Requests and answers wait for a turn. */
  connect(turn: (action: string) => Promise<void>): PaymentGateway {
    const callGateway = async <T>(operation: GatewayOperation, respond: () => T): Promise<T> => {
      await turn(`gateway: ${operation}`)
      if (this.#fails(0.05)) throw new GatewayError(operation, 'unreachable')
      const reply = respond()
      await turn(`gateway answers: ${operation}`)
      if (this.#fails(0.08)) throw new GatewayError(operation, this.#random.oneOf(['slow', 'nonsense']))
      return reply
    }
    return {
      ...identity,
      bounds: { minPoisha: 1_000, maxPoisha: 50_000_000 },
      open: (order) =>
        callGateway('open', () => {
          if (this.#sessions.has(order.tranId)) throw new GatewayError('open', 'refused', 'the order exists')
          this.#sessions.set(order.tranId, { order, outcome: 'pending', payments: [] })
          return { sessionKey: `S${order.tranId}`, redirectUrl: `https://gateway.example/${order.tranId}` }
        }),
      readNotice: (form) => {
        const { tranId = '', valId } = Object.fromEntries(form)
        return { tranId, valId: valId || null, claims: 'other', isSigned: true }
      },
      query: (tranId) => callGateway('query', () => this.#query(tranId)),
      validate: (valId) =>
        callGateway('validate', () => {
          for (const [tranId, { payments }] of this.#sessions)
            for (const payment of payments) if (payment.valId === valId) return toPaidVerdict(tranId, payment, [])
          return { outcome: 'unknown' }
        }),
      refund: (request) => callGateway('refund', () => this.#refund(request)),
      refundStatus: (refundRef) =>
        callGateway('check a refund', () => {
          const refund = this.#refunds.values().find((each) => each.refundRef === refundRef)
          return refund ? this.#continueRefund(refund) : { outcome: 'unknown' }
        }),
    }
  }

  #fails(share: number): boolean {
    return !this.isReliable && this.#random.isTrue(share)
  }

  /** The state of an order. An answer can be older than the payment. */
  #query(tranId: string): Verdict {
    const session = this.#sessions.get(tranId)
    if (!session || this.#fails(0.08)) return { outcome: 'unknown' }
    if (session.outcome === 'pending' || this.#fails(0.08)) return { outcome: 'pending' }
    if (session.outcome !== 'paid') return { outcome: session.outcome, tranId, reason: '' }
    return toPaidVerdict(tranId, session.payments[0]!, session.payments.slice(1))
  }

  #refund(request: RefundRequest): RefundVerdict {
    const earlierRefund = this.#refunds.get(request.refundTransId)
    if (earlierRefund) return this.#continueRefund(earlierRefund)
    if (this.#fails(0.1)) return { outcome: 'failed', reason: 'the bank is closed' }
    const refund = { ...request, refundRef: `R${request.refundTransId}`, state: 'processing' } as const
    this.#refunds.set(request.refundTransId, refund)
    return { outcome: 'processing', refundRef: refund.refundRef }
  }

  #continueRefund(refund: GatewayRefund): RefundVerdict {
    const { refundRef } = refund
    if (refund.state === 'processing' && (this.isReliable || this.#random.isTrue(0.5)))
      refund.state = this.#fails(0.1) ? 'cancelled' : 'done'
    if (refund.state === 'cancelled') return { outcome: 'cancelled', refundRef, reason: 'the account is closed' }
    return { outcome: refund.state, refundRef }
  }
}

const toPaidVerdict = (tranId: string, payment: Payment, duplicates: readonly Payment[]): PaidVerdict => ({
  ...payment,
  outcome: 'paid',
  tranId,
  currency: 'BDT',
  storeAmountPoisha: payment.amountPoisha - Math.floor(payment.amountPoisha / 50),
  means: { type: 'card', brand: 'visa', issuer: 'Bank', issuerCountry: 'Bangladesh' },
  riskTitle: payment.isRisky ? 'Risky' : '',
  duplicates: duplicates.map((duplicate) => ({ ...duplicate, currency: 'BDT' })),
})
