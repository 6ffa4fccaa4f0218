import type { Language } from '#routes/public.ts'

/**
 * Whoever takes money for the house where the house itself is not. What it says is a claim until `validate` or `query`
 * has confirmed it. Each of these asks somebody far away: never from within a transaction.
 */
export interface PaymentGateway {
  /** The least and the most that can be paid at once. */
  readonly bounds: { leastPoisha: number; mostPoisha: number }

  /** Tells it what is to be paid, and learns where the browser goes to pay it. The same tranId twice is refused. */
  open(order: Order): Promise<Opened>

  /**
   * What a browser brought back, or the gateway sent: the fields of a form as they came, whoever sent them. Null where
   * it cannot be about any transaction. Asks nobody.
   */
  readNotice(form: Iterable<readonly [string, string]>): Notice | null

  /** What became of one payment, by what the gateway calls it. The last word on it. */
  validate(valId: string): Promise<Verdict>

  /**
   * What became of a transaction, by what we call it, where nobody has told. Of several tries the one that was paid.
   * Found paid, `validate` has the last word.
   */
  query(tranId: string): Promise<Verdict>

  /**
   * Asks for money to be given back. The same request again is the same refund: after trouble it is asked for once more
   * under the same id, and never under another one.
   */
  refund(request: RefundRequest): Promise<RefundVerdict>

  /** How it stands with a refund, by what the gateway calls it. */
  refundStatus(refundRef: string): Promise<RefundVerdict>
}

/** What is to be paid, by whom, for which stay. Texts may be of any length: the adapter cuts what it must. */
export interface Order {
  /** Unique among all that were ever opened: at most 30 of A–Z, a–z, 0–9, - and _. */
  tranId: string
  amountPoisha: number
  currency: 'BDT'
  /** What the guest is told they pay for. */
  what: string
  /** Comes back with each answer, for whoever reads the gateway's own lists: the reference of the stay. */
  reference: string
  language: Language
  guest: {
    name: string
    /** Empty where nobody knows: then the house is named in their place. So with the phone. */
    email: string
    phone: string
    address?: string
    city?: string
    postcode?: string
    country?: string
  }
  /** The day as YYYY-MM-DD, the time as HH:MM, by the clocks of the house. */
  stay: { nights: number; arrivalDay: string; arrivalTime: string }
  house: { name: string; city: string; email: string; phone: string }
  /** Whither the browser comes back, by a POST from another site, and where the gateway itself tells what happened. */
  returnTo: { success: string; failure: string; cancelled: string; notice: string }
}

export interface Opened {
  /** What the gateway calls it from now on. */
  sessionKey: string
  /** Of a host that is known to be the gateway's. */
  redirectUrl: string
}

export interface Notice {
  tranId: string
  /** May be missing although it was paid: then `query` finds it. */
  valId: string | null
  claims: 'paid' | Unpaid | 'other'
  /** Made by somebody who knows the password of the store, and over each field that is given here. */
  isSigned: boolean
}

export type Verdict =
  | Paid
  /**
   * `unattempted`: they left without trying; `expired`: they took too long. So it stands now: another try on the same
   * page, or a bank that was late, may yet be told as paid.
   */
  | { outcome: Unpaid; tranId: string; reason: string }
  /** Under way: ask again later. */
  | { outcome: 'pending' }
  /** The gateway has nothing by that name. */
  | { outcome: 'unknown' }

export type Unpaid = 'failed' | 'cancelled' | 'unattempted' | 'expired'

/** What the gateway has received. Whether it is what was to be paid is for the caller to see, to the last poisha. */
export interface Paid extends Receipt {
  outcome: 'paid'
  tranId: string
  /** What we get of it once the gateway has kept its fee. */
  storeAmountPoisha: number
  /** By what it was paid; never a card's number. */
  means: { type: string; brand: string; issuer: string; issuerCountry: string }
  /** The gateway takes it for risky: somebody looks at it before anything is done. */
  isRisky: boolean
  riskTitle: string
  /** Paid once more under the same tranId: to be given back by somebody. Only `query` sees these. */
  besides: readonly Receipt[]
}

interface Receipt {
  valId: string
  /** By which it can be given back. */
  bankTranId: string
  /** In the currency that was paid in, in hundredths of it: poisha where that is BDT. */
  amountPoisha: number
  currency: string
}

export interface RefundRequest {
  /** Of this refund alone, for ever: at most 30 of A–Z, a–z, 0–9, - and _. */
  refundTransId: string
  bankTranId: string
  amountPoisha: number
  remarks: string
  /** For whoever reads the gateway's own lists: the reference of the stay. */
  reference: string
}

export type RefundVerdict =
  /** It is on its way, or was already when this was asked again. */
  | { outcome: 'processing'; refundRef: string }
  | { outcome: 'done'; refundRef: string }
  /** It was begun, and then given up by the gateway. */
  | { outcome: 'cancelled'; refundRef: string; reason: string }
  /** It was never begun. */
  | { outcome: 'failed'; reason: string }
  /** The gateway has nothing by that name. */
  | { outcome: 'unknown' }

/**
 * Nobody knows what has happened: ask again later, and change nothing until then. Says neither the address that was
 * asked nor anything else that holds a secret, so it may be logged.
 */
export class GatewayTrouble extends Error {
  override readonly name = 'GatewayTrouble'
  readonly during: Asking
  readonly trouble: GatewayCause
  /** In the gateway's own words, without our secrets. */
  readonly reason: string
  constructor(during: Asking, trouble: GatewayCause, reason = '') {
    super(`the payment gateway, asked to ${during}: ${trouble}${reason && ` (${reason})`}`)
    this.during = during
    this.trouble = trouble
    this.reason = reason
  }
}

export type Asking = 'open' | 'validate' | 'query' | 'refund' | 'tell of a refund'

export type GatewayCause =
  /** No connection, or one that broke. */
  | 'unreachable'
  /** No whole answer in time. */
  | 'slow'
  /** An answer that is none: another status than 200, too long, no JSON, a word or an amount that nobody knows. */
  | 'nonsense'
  /** It does not serve this store: wrong id or password, or shut. */
  | 'closed'
  /** It understood, and would not: its reason says why. Asking the same again will not help. */
  | 'refused'
