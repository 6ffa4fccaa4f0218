import { parsePoisha } from '#platform/money.ts'
import {
  GatewayError,
  type GatewayOperation,
  type OpenedSession,
  type PaidVerdict,
  type RefundVerdict,
  type UnpaidOutcome,
  type Verdict,
} from '../gateway.ts'
import { isRecord, type Reply } from './client.ts'
import { toSafeText } from './texts.ts'

export function parseSession(reply: Reply, url: string): OpenedSession {
  if (reply.status !== 'SUCCESS') throw new GatewayError('open', 'refused', toSafeText(200, reply.failedreason))
  const pageUrl = typeof reply.GatewayPageURL === 'string' ? parsePageUrl(reply.GatewayPageURL, url) : null
  if (!pageUrl) throw new GatewayError('open', 'nonsense', 'leads elsewhere')
  return { sessionKey: readId('open', reply.sessionkey, 50), redirectUrl: pageUrl.href }
}

/** Accepts a page on one of the gateway's own hosts, or below the URL of the configured store. */
function parsePageUrl(page: string, requestUrl: string): URL | null {
  const pageUrl = page.length <= 2_000 ? URL.parse(page) : null
  const storeUrl = new URL(requestUrl)
  if (!pageUrl || pageUrl.username !== '' || pageUrl.password !== '') return null
  const isAllowed = isGatewayHost(storeUrl)
    ? isGatewayHost(pageUrl)
    : pageUrl.origin === storeUrl.origin && pageUrl.pathname.startsWith(storeUrl.pathname)
  return isAllowed ? pageUrl : null
}

const isGatewayHost = ({ protocol, hostname, port }: URL) =>
  protocol === 'https:' && port === '' && (hostname === 'sslcommerz.com' || hostname.endsWith('.sslcommerz.com'))

/** Parses the validation of a payment. The first one says VALID, later ones VALIDATED. */
export function parseValidation(reply: Reply, valId: string): Verdict {
  assertServed('validate', reply)
  const verdict = parseVerdict('validate', reply)
  if (verdict.outcome === 'paid' && verdict.valId !== valId) throw new GatewayError('validate', 'nonsense', 'val_id')
  return verdict
}

/** Parses a transaction. The first paid attempt wins, in a stable order, and further payments become duplicates. */
export function parseTransaction(reply: Reply, tranId: string): Verdict {
  assertServed('query', reply)
  const { no_of_trans_found: count, element: elements } = reply
  if (count === '0') return { outcome: 'unknown' }
  if (!Array.isArray(elements) || elements.length === 0 || !elements.every(isRecord))
    throw new GatewayError('query', 'nonsense', 'element')
  const rows = elements.toSorted(compareByTime)
  const payments = rows.filter(isPaid).map((row) => parsePayment('query', row))
  const unpaidVerdicts = payments.length > 0 ? [] : rows.map((row) => parseVerdict('query', row))
  const verdictsWithId = [...payments, ...unpaidVerdicts].filter((verdict) => 'tranId' in verdict)
  if (verdictsWithId.some((verdict) => verdict.tranId !== tranId))
    throw new GatewayError('query', 'nonsense', 'tran_id')
  if (payments[0]) return { ...payments[0], duplicates: payments.slice(1).map(toReceipt) }
  return unpaidVerdicts.find(({ outcome }) => outcome === 'pending') ?? verdictsWithId.at(-1) ?? { outcome: 'unknown' }
}

const isPaid = ({ status }: Reply) => status === 'VALID' || status === 'VALIDATED'

/** Sorts payments by date. The gateway's dates sort correctly as text. */
const compareByTime = (a: Reply, b: Reply) => {
  const [dateA, dateB] = [String(a.tran_date), String(b.tran_date)]
  return dateA < dateB ? -1 : Number(dateA > dateB)
}

const toReceipt = ({ valId, bankTranId, amountPoisha, currency }: PaidVerdict) => ({
  valId,
  bankTranId,
  amountPoisha,
  currency,
})

function parseVerdict(operation: GatewayOperation, row: Reply): Verdict {
  const createUnpaid = (outcome: UnpaidOutcome) => ({
    outcome,
    tranId: readId(operation, row.tran_id, 30),
    reason: toSafeText(200, row.error),
  })
  if (isPaid(row)) return parsePayment(operation, row)
  switch (row.status) {
    case 'FAILED':
      return createUnpaid('failed')
    case 'CANCELLED':
      return createUnpaid('cancelled')
    case 'UNATTEMPTED':
      return createUnpaid('unattempted')
    case 'EXPIRED':
      return createUnpaid('expired')
    case 'PENDING':
    case 'PROCESSING':
      return { outcome: 'pending' }
    case 'INVALID':
    case 'INVALID_TRANSACTION':
      return { outcome: 'unknown' }
    default:
      throw new GatewayError(operation, 'nonsense', `status ${toSafeText(30, row.status)}`)
  }
}

function parsePayment(operation: GatewayOperation, row: Reply): PaidVerdict {
  const { currency, amountPoisha } = parsePaidAmount(operation, row)
  return {
    outcome: 'paid',
    tranId: readId(operation, row.tran_id, 30),
    valId: readId(operation, row.val_id, 50),
    bankTranId: readId(operation, row.bank_tran_id, 80),
    amountPoisha,
    currency,
    storeAmountPoisha: readAmount(operation, row, 'store_amount'),
    means: {
      type: toSafeText(50, row.card_type),
      brand: toSafeText(30, row.card_brand),
      issuer: toSafeText(50, row.card_issuer),
      issuerCountry: toSafeText(50, row.card_issuer_country),
    },
    isRisky: row.risk_level !== '0',
    riskTitle: toSafeText(50, row.risk_title),
    duplicates: [],
  }
}

/**
 * Parses the paid amount. For taka it is in `amount`. For other currencies it is in `currency_amount`, and `amount` is
 * only its value in taka.
 */
function parsePaidAmount(operation: GatewayOperation, row: Reply) {
  const currencies = [row.currency_type, row.currency].filter((code) => code !== undefined && code !== '')
  const areValidCurrencies = currencies.every((code) => typeof code === 'string' && /^[A-Z]{3}$/.test(code))
  if (!areValidCurrencies || currencies.length === 0) throw new GatewayError(operation, 'nonsense', 'currency')
  const foreignCurrency = currencies.find((code) => code !== 'BDT') as string | undefined
  return foreignCurrency
    ? { currency: foreignCurrency, amountPoisha: readAmount(operation, row, 'currency_amount') }
    : { currency: 'BDT', amountPoisha: readAmount(operation, row, 'amount') }
}

/** Parses the reply to a refund request. `processing` means that the refund was started before. */
export function parseRefundStart(reply: Reply, bankTranId: string): RefundVerdict {
  assertServed('refund', reply)
  if (reply.bank_tran_id !== undefined && reply.bank_tran_id !== bankTranId)
    throw new GatewayError('refund', 'nonsense', 'bank_tran_id')
  switch (reply.status) {
    case 'success':
    case 'processing':
      return { outcome: 'processing', refundRef: readId('refund', reply.refund_ref_id, 50) }
    case 'failed':
      return { outcome: 'failed', reason: toSafeText(200, reply.errorReason) }
    default:
      throw new GatewayError('refund', 'nonsense', `status ${toSafeText(30, reply.status)}`)
  }
}

export function parseRefundStatus(reply: Reply, refundRef: string): RefundVerdict {
  assertServed('check a refund', reply)
  if (reply.refund_ref_id !== undefined && reply.refund_ref_id !== refundRef)
    throw new GatewayError('check a refund', 'nonsense', 'refund_ref_id')
  switch (reply.status) {
    case 'processing':
      return { outcome: 'processing', refundRef }
    case 'refunded':
      return { outcome: 'done', refundRef }
    case 'cancelled':
      return { outcome: 'cancelled', refundRef, reason: toSafeText(200, reply.errorReason) }
    case undefined:
      return { outcome: 'unknown' }
    default:
      throw new GatewayError('check a refund', 'nonsense', `status ${toSafeText(30, reply.status)}`)
  }
}

/** Throws unless the reply says that the gateway has accepted the request (DONE). */
function assertServed(operation: GatewayOperation, { APIConnect: status, errorReason }: Reply): void {
  if (status === 'DONE') return
  const causes = { INVALID_REQUEST: 'refused', INACTIVE: 'closed', FAILED: 'closed' } as const
  const isKnownCode = typeof status === 'string' && Object.hasOwn(causes, status)
  throw new GatewayError(
    operation,
    isKnownCode ? causes[status as keyof typeof causes] : 'nonsense',
    `${toSafeText(30, status)} ${toSafeText(150, errorReason)}`.trim(),
  )
}

function readId(operation: GatewayOperation, value: unknown, maxLength: number): string {
  if (typeof value === 'string' && value.length <= maxLength && /^[!-~]+$/.test(value)) return value
  throw new GatewayError(operation, 'nonsense', 'an id')
}

function readAmount(operation: GatewayOperation, row: Reply, name: string): number {
  const value = row[name]
  const poisha = typeof value === 'string' ? parsePoisha(value) : undefined
  if (poisha === undefined) throw new GatewayError(operation, 'nonsense', name)
  return poisha
}
