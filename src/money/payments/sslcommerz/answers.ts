import { poishaIn } from '#platform/money.ts'
import {
  GatewayTrouble,
  type Asking,
  type Opened,
  type Paid,
  type RefundVerdict,
  type Unpaid,
  type Verdict,
} from '../gateway.ts'
import { isRecord, type Answer } from './calls.ts'
import { told } from './texts.ts'

/** Parses the reply to a new session. */
export function openedIn(answer: Answer, url: string): Opened {
  if (answer.status !== 'SUCCESS') throw new GatewayTrouble('open', 'refused', told(200, answer.failedreason))
  const to = typeof answer.GatewayPageURL === 'string' ? whereTo(answer.GatewayPageURL, url) : null
  if (!to) throw new GatewayTrouble('open', 'nonsense', 'leads elsewhere')
  return { sessionKey: id('open', answer.sessionkey, 50), redirectUrl: to.href }
}

/** Accepts a page on one of the gateway's own hosts, or below the URL of the configured store. */
function whereTo(page: string, asked: string): URL | null {
  const to = page.length <= 2_000 ? URL.parse(page) : null
  const from = new URL(asked)
  if (!to || to.username !== '' || to.password !== '') return null
  const isThere = isTheirs(from) ? isTheirs(to) : to.origin === from.origin && to.pathname.startsWith(from.pathname)
  return isThere ? to : null
}

const isTheirs = ({ protocol, hostname, port }: URL) =>
  protocol === 'https:' && port === '' && (hostname === 'sslcommerz.com' || hostname.endsWith('.sslcommerz.com'))

/** Parses the validation of a payment. The first one says VALID, later ones VALIDATED. */
export function validatedIn(answer: Answer, valId: string): Verdict {
  mustServe('validate', answer)
  const verdict = verdictIn('validate', answer)
  if (verdict.outcome === 'paid' && verdict.valId !== valId) throw new GatewayTrouble('validate', 'nonsense', 'val_id')
  return verdict
}

/** Parses a transaction. The first paid attempt wins, in a stable order, and further payments become duplicates. */
export function transactionIn(answer: Answer, tranId: string): Verdict {
  mustServe('query', answer)
  const { no_of_trans_found: found, element: tries } = answer
  if (found === '0') return { outcome: 'unknown' }
  if (!Array.isArray(tries) || tries.length === 0 || !tries.every(isRecord))
    throw new GatewayTrouble('query', 'nonsense', 'element')
  const rows = tries.toSorted(byTime)
  const paid = rows.filter(isPaid).map((row) => paidIn('query', row))
  const unpaid = paid.length > 0 ? [] : rows.map((row) => verdictIn('query', row))
  const named = [...paid, ...unpaid].filter((verdict) => 'tranId' in verdict)
  if (named.some((verdict) => verdict.tranId !== tranId)) throw new GatewayTrouble('query', 'nonsense', 'tran_id')
  if (paid[0]) return { ...paid[0], besides: paid.slice(1).map(receiptOf) }
  return unpaid.find(({ outcome }) => outcome === 'pending') ?? named.at(-1) ?? { outcome: 'unknown' }
}

const isPaid = ({ status }: Answer) => status === 'VALID' || status === 'VALIDATED'

/** The gateway's dates sort as text. */
const byTime = (one: Answer, other: Answer) => {
  const [earlier, later] = [String(one.tran_date), String(other.tran_date)]
  return earlier < later ? -1 : Number(earlier > later)
}

const receiptOf = ({ valId, bankTranId, amountPoisha, currency }: Paid) => ({
  valId,
  bankTranId,
  amountPoisha,
  currency,
})

function verdictIn(during: Asking, row: Answer): Verdict {
  const unpaid = (outcome: Unpaid) => ({
    outcome,
    tranId: id(during, row.tran_id, 30),
    reason: told(200, row.error),
  })
  if (isPaid(row)) return paidIn(during, row)
  switch (row.status) {
    case 'FAILED':
      return unpaid('failed')
    case 'CANCELLED':
      return unpaid('cancelled')
    case 'UNATTEMPTED':
      return unpaid('unattempted')
    case 'EXPIRED':
      return unpaid('expired')
    case 'PENDING':
    case 'PROCESSING':
      return { outcome: 'pending' }
    case 'INVALID':
    case 'INVALID_TRANSACTION':
      return { outcome: 'unknown' }
    default:
      throw new GatewayTrouble(during, 'nonsense', `status ${told(30, row.status)}`)
  }
}

function paidIn(during: Asking, row: Answer): Paid {
  const { currency, amountPoisha } = amountIn(during, row)
  return {
    outcome: 'paid',
    tranId: id(during, row.tran_id, 30),
    valId: id(during, row.val_id, 50),
    bankTranId: id(during, row.bank_tran_id, 80),
    amountPoisha,
    currency,
    storeAmountPoisha: amount(during, row, 'store_amount'),
    means: {
      type: told(50, row.card_type),
      brand: told(30, row.card_brand),
      issuer: told(50, row.card_issuer),
      issuerCountry: told(50, row.card_issuer_country),
    },
    isRisky: row.risk_level !== '0',
    riskTitle: told(50, row.risk_title),
    besides: [],
  }
}

/**
 * Payments in taka are in `amount`. For other currencies `amount` is only the value in taka, and the paid amount is in
 * `currency_amount`.
 */
function amountIn(during: Asking, row: Answer) {
  const currencies = [row.currency_type, row.currency].filter((given) => given !== undefined && given !== '')
  const areKnown = currencies.every((given) => typeof given === 'string' && /^[A-Z]{3}$/.test(given))
  if (!areKnown || currencies.length === 0) throw new GatewayTrouble(during, 'nonsense', 'currency')
  const foreign = currencies.find((given) => given !== 'BDT') as string | undefined
  return foreign
    ? { currency: foreign, amountPoisha: amount(during, row, 'currency_amount') }
    : { currency: 'BDT', amountPoisha: amount(during, row, 'amount') }
}

/** Parses the reply to a refund request. `processing` means that the refund was started before. */
export function refundBegunIn(answer: Answer, bankTranId: string): RefundVerdict {
  mustServe('refund', answer)
  if (answer.bank_tran_id !== undefined && answer.bank_tran_id !== bankTranId)
    throw new GatewayTrouble('refund', 'nonsense', 'bank_tran_id')
  switch (answer.status) {
    case 'success':
    case 'processing':
      return { outcome: 'processing', refundRef: id('refund', answer.refund_ref_id, 50) }
    case 'failed':
      return { outcome: 'failed', reason: told(200, answer.errorReason) }
    default:
      throw new GatewayTrouble('refund', 'nonsense', `status ${told(30, answer.status)}`)
  }
}

export function refundIn(answer: Answer, refundRef: string): RefundVerdict {
  mustServe('check a refund', answer)
  if (answer.refund_ref_id !== undefined && answer.refund_ref_id !== refundRef)
    throw new GatewayTrouble('check a refund', 'nonsense', 'refund_ref_id')
  switch (answer.status) {
    case 'processing':
      return { outcome: 'processing', refundRef }
    case 'refunded':
      return { outcome: 'done', refundRef }
    case 'cancelled':
      return { outcome: 'cancelled', refundRef, reason: told(200, answer.errorReason) }
    case undefined:
      return { outcome: 'unknown' }
    default:
      throw new GatewayTrouble('check a refund', 'nonsense', `status ${told(30, answer.status)}`)
  }
}

/** Throws unless the reply is marked as DONE. */
function mustServe(during: Asking, { APIConnect: served, errorReason }: Answer): void {
  if (served === 'DONE') return
  const trouble = { INVALID_REQUEST: 'refused', INACTIVE: 'closed', FAILED: 'closed' } as const
  const known = typeof served === 'string' && Object.hasOwn(trouble, served)
  throw new GatewayTrouble(
    during,
    known ? trouble[served as keyof typeof trouble] : 'nonsense',
    `${told(30, served)} ${told(150, errorReason)}`.trim(),
  )
}

function id(during: Asking, value: unknown, most: number): string {
  if (typeof value === 'string' && value.length <= most && /^[!-~]+$/.test(value)) return value
  throw new GatewayTrouble(during, 'nonsense', 'an id')
}

function amount(during: Asking, row: Answer, name: string): number {
  const value = row[name]
  const poisha = typeof value === 'string' ? poishaIn(value) : undefined
  if (poisha === undefined) throw new GatewayTrouble(during, 'nonsense', name)
  return poisha
}
