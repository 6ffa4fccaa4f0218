import type { FastifyInstance } from 'fastify'
import type { z } from 'zod'
import type { Clock } from '#platform/clock.ts'
import type { Language } from '#routes/public.ts'

/** The adapter of a payment gateway that the app supports. `registry.ts` lists them. */
export interface GatewayAdapter<Fields extends z.ZodRawShape> extends Pick<PaymentGateway, 'name' | 'noticePath'> {
  /** The environment settings of the adapter. */
  settings: Fields
  /** The settings that must be given together. */
  requiredTogether: readonly (keyof Fields & string)[]
  /** Returns null if the gateway is not configured. */
  connect(settings: z.output<z.ZodObject<Fields>>): GatewayConnection | null
  /** Opens a simulated gateway for the demo. */
  simulate?(app: FastifyInstance, options: { file: string; publicUrl: string; clock: Clock }): Promise<PaymentGateway>
}

export interface GatewayConnection {
  gateway: PaymentGateway
  /** False in the gateway's test mode, in which no money moves. */
  isLive: boolean
  /** The origin of the payment pages, in the syntax of the Content-Security-Policy. */
  pageOrigin: string
}

/** Carries out refunds: a payment gateway, or the company itself. */
export interface RefundChannel {
  /** The name in the database, so it must never change. */
  readonly name: string

  /**
   * Requests a refund. Repeating a request returns the same refund. After a gateway error, repeat it with the same id
   * and never with another one.
   */
  refund(request: RefundRequest): Promise<RefundVerdict>

  /** Returns the state of a refund, by the gateway's id. */
  refundStatus(refundRef: string): Promise<RefundVerdict>
}

/**
 * A payment gateway: an external service that takes online payments. A notice from it is only a claim until `validate`
 * or `query` confirms it. All methods except `readNotice` call the network, so never call them inside a transaction.
 */
export interface PaymentGateway extends RefundChannel {
  /** The path to which the gateway posts its notices. */
  readonly noticePath: string

  /** The minimum and maximum amount of one payment. */
  readonly bounds: { minPoisha: number; maxPoisha: number }

  /** Opens a session for an order and returns the payment page. A repeated tranId is refused. */
  open(order: Order): Promise<OpenedSession>

  /**
   * Reads a form that a returning browser or the gateway sent, without checking its origin. Returns null if the form
   * names no transaction. Makes no request.
   */
  readNotice(form: Iterable<readonly [string, string]>): Notice | null

  /** Returns the final result of one payment, by the gateway's id. */
  validate(valId: string): Promise<Verdict>

  /**
   * Returns the state of a transaction by our id, for when no notice arrived. Of several attempts it returns the paid
   * one. A payment that was found must still be checked with `validate`.
   */
  query(tranId: string): Promise<Verdict>
}

/** The order for a payment. Texts can have any length: the adapter truncates them. */
export interface Order {
  /** A unique id of at most 30 characters: A–Z, a–z, 0–9, - and _. */
  tranId: string
  amountPoisha: number
  currency: 'BDT'
  /** The description that the payer sees. */
  description: string
  /** The reference of the stay. The gateway returns it with each reply and shows it in its own lists. */
  reference: string
  language: Language
  guest: {
    name: string
    /** Empty if unknown; then the email and the phone of the property are used. */
    email: string
    phone: string
    address?: string
    city?: string
    postcode?: string
    country?: string
  }
  /** The day as YYYY-MM-DD and the time as HH:MM, in the time zone of the property. */
  stay: { nights: number; arrivalDay: string; arrivalTime: string }
  property: { name: string; city: string; email: string; phone: string }
  /**
   * The return URLs for the browser, which arrives by a cross-site POST, and the URL for the gateway's own notices.
   */
  returnTo: { success: string; failure: string; cancelled: string; notice: string }
}

export interface OpenedSession {
  /** The gateway's id of the session. */
  sessionKey: string
  /** A URL on a known host of the gateway. */
  redirectUrl: string
}

export interface Notice {
  tranId: string
  /** Can be missing for a paid transaction. Then `query` finds the payment. */
  valId: string | null
  claims: 'paid' | UnpaidOutcome | 'other'
  /** Whether the notice is signed with the store password. The signature covers each field of this object. */
  isSigned: boolean
}

export type Verdict =
  | PaidVerdict
  /**
   * `unattempted`: the payer left without an attempt. `expired`: the payer took too long. The state can still change to
   * paid, by another attempt on the page or a slow bank.
   */
  | { outcome: UnpaidOutcome; tranId: string; reason: string }
  /** Still in progress. Query again later. */
  | { outcome: 'pending' }
  /** The gateway knows no such transaction. */
  | { outcome: 'unknown' }

export type UnpaidOutcome = 'failed' | 'cancelled' | 'unattempted' | 'expired'

/** A payment that the gateway has received. The caller must compare it with the order, to the last poisha. */
export interface PaidVerdict extends Receipt {
  outcome: 'paid'
  tranId: string
  /** The amount after the gateway's fee. */
  storeAmountPoisha: number
  /** The means of payment. It never contains a card number. */
  means: { type: string; brand: string; issuer: string; issuerCountry: string }
  /** Whether the gateway considers the payment risky. Staff then review it first. */
  isRisky: boolean
  riskTitle: string
  /** Further payments under the same tranId. Staff must refund them. Only `query` returns them. */
  duplicates: readonly Receipt[]
}

interface Receipt {
  valId: string
  /** The id needed for a refund. */
  bankTranId: string
  /** Hundredths of the paid currency: poisha for BDT. */
  amountPoisha: number
  currency: string
}

export interface RefundRequest {
  /** The permanent id of this refund, of at most 30 characters: A–Z, a–z, 0–9, - and _. */
  refundTransId: string
  bankTranId: string
  amountPoisha: number
  remarks: string
  /** The reference of the stay, shown in the gateway's own lists. */
  reference: string
}

export type RefundVerdict =
  /** The refund is in progress, now or since an earlier request. */
  | { outcome: 'processing'; refundRef: string }
  | { outcome: 'done'; refundRef: string }
  /** The gateway started the refund and cancelled it later. */
  | { outcome: 'cancelled'; refundRef: string; reason: string }
  /** The refund was never started. */
  | { outcome: 'failed'; reason: string }
  /** The gateway knows no such refund. */
  | { outcome: 'unknown' }

/**
 * An error of the gateway. Unless the cause is `refused`, the outcome is unknown: retry later and change nothing until
 * then. The message contains neither the URL nor any secret, so it can be logged.
 */
export class GatewayError extends Error {
  override readonly name = 'GatewayError'
  readonly operation: GatewayOperation
  readonly gatewayCause: GatewayCause
  /** The gateway's reason, without our secrets. */
  readonly reason: string
  constructor(operation: GatewayOperation, gatewayCause: GatewayCause, reason = '') {
    super(`payment gateway failed to ${operation}: ${gatewayCause}${reason && ` (${reason})`}`)
    this.operation = operation
    this.gatewayCause = gatewayCause
    this.reason = reason
  }
}

export type GatewayOperation = 'open' | 'validate' | 'query' | 'refund' | 'check a refund'

export type GatewayCause =
  /** No connection, or a broken one. */
  | 'unreachable'
  /** No complete reply in time. */
  | 'slow'
  /** An invalid reply: a status other than 200, too long, no JSON, or an unknown word or amount. */
  | 'nonsense'
  /** The store is not served: its id or password is wrong, or it is inactive. */
  | 'closed'
  /** The gateway refused the request for the given reason. Repeating it does not help. */
  | 'refused'
