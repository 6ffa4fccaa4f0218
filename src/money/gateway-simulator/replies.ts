import { randomBytes } from 'node:crypto'
import { parsePoisha } from '#platform/money.ts'
import { formatDhakaTime, toAttemptFields } from './notice.ts'
import type { Refund, Session, State, Attempt } from './store.ts'
import { expireIfAbandoned } from './attempts.ts'

/** The simulator's replies to the app's requests about payments and refunds. */
export type Reply = Record<string, unknown>

const successStatus = { APIConnect: 'DONE' }

/** Validates a payment. The first validation returns VALID, all later ones return VALIDATED. */
export function validatePayment(state: State, valId: string, now: number): Reply {
  const [session, attempt] = findPaid(state, ({ valId: id }) => id === valId)
  if (!session) return { ...successStatus, status: 'INVALID_TRANSACTION', val_id: valId }
  const status = attempt.validatedAt === null ? 'VALID' : 'VALIDATED'
  attempt.validatedAt ??= now
  const { error: _none, ...attemptFields } = toAttemptFields(session, attempt)
  return {
    ...successStatus,
    ...attemptFields,
    status,
    ...emptyInstalmentFields,
    validated_on: formatDhakaTime(attempt.validatedAt),
    gw_version: '4',
  }
}

const emptyInstalmentFields = { emi_instalment: '0', emi_amount: '0.00', emi_description: '', emi_issuer: '' }

/** Returns the attempts of a transaction. The status is PROCESSING if there are none, and INVALID if it is unknown. */
export function describeTransaction(session: Session | undefined, tranId: string, now: number): Reply {
  if (session) expireIfAbandoned(session, now)
  const element = !session
    ? [{ tran_id: tranId, status: 'INVALID' }]
    : session.tries.length === 0
      ? [{ ...emptyAttempt, tran_id: tranId, status: 'PROCESSING', tran_date: formatDhakaTime(session.openedAt) }]
      : session.tries.map((attempt) => describeAttempt(session, attempt))
  return { ...successStatus, no_of_trans_found: session ? element.length : 0, element }
}

/** Returns the transaction by session key. The reply has only one attempt: the paid one, or else the last one. */
export function describeSession(session: Session | undefined, key: string, now: number): Reply {
  if (!session) return { ...successStatus, sessionkey: key, status: 'INVALID' }
  const attempts = describeTransaction(session, session.tranId, now).element as Reply[]
  const paidAttempt = attempts.find(({ val_id }) => val_id !== '')
  return { ...successStatus, ...(paidAttempt ?? attempts.at(-1)!), sessionkey: key }
}

const emptyAttempt = { val_id: '', amount: '', store_amount: '', bank_tran_id: '', card_type: '', error: '' }

const describeAttempt = (session: Session, attempt: Attempt) => ({
  ...toAttemptFields(session, attempt),
  val_id: attempt.status === 'VALID' ? attempt.valId : '',
  status: attempt.status === 'VALID' && attempt.validatedAt !== null ? 'VALIDATED' : attempt.status,
  ...emptyInstalmentFields,
  validated_on: attempt.validatedAt === null ? '' : formatDhakaTime(attempt.validatedAt),
  gw_version: '4',
})

/**
 * Accepts a refund. A repeated request returns the same refund. If its ID is used for a different refund, the request
 * fails.
 */
export function requestRefund(state: State, params: URLSearchParams, now: number): Reply {
  const readText = (name: string) => params.get(name) ?? ''
  const transId = readText('refund_trans_id')
  const bankTranId = readText('bank_tran_id')
  const amountPoisha = parsePoisha(readText('refund_amount'))
  const maxLengths = { refund_trans_id: 30, bank_tran_id: 80, refund_remarks: 255, refe_id: 50 }
  const isTooLong = Object.entries(maxLengths).some(([name, maxLength]) => [...readText(name)].length > maxLength)
  if (!transId || !bankTranId || !readText('refund_remarks') || !amountPoisha || isTooLong)
    return { APIConnect: 'INVALID_REQUEST', errorReason: 'A parameter is missing, too long or no amount' }

  const createFailure = (errorReason: string) => ({
    ...successStatus,
    bank_tran_id: bankTranId,
    status: 'failed',
    errorReason,
  })
  const previousRefund = state.refunds.find((candidate) => candidate.transId === transId)
  if (previousRefund && (previousRefund.bankTranId !== bankTranId || previousRefund.amountPoisha !== amountPoisha))
    return createFailure('The refund_trans_id was used for another refund')
  if (previousRefund) return { ...createAcceptedRefund(state, previousRefund), status: 'processing' }

  const [session, attempt] = findPaid(state, (candidate) => candidate.bankTranId === bankTranId)
  if (!session) return createFailure('The bank_tran_id is not known')
  if (session.refundsEnd === 'failed') return createFailure('The bank takes no refund of this payment')
  const remainingPoisha = state.refunds
    .filter((candidate) => candidate.bankTranId === bankTranId && candidate.status !== 'cancelled')
    .reduce((sum, candidate) => sum - candidate.amountPoisha, attempt.amountPoisha)
  if (amountPoisha > remainingPoisha) return createFailure('The refund is more than is left of the payment')

  const refund: Refund = {
    ref: randomBytes(12).toString('hex'),
    transId,
    bankTranId,
    amountPoisha,
    initiatedAt: now,
    refundedAt: null,
    status: 'processing',
    end: session.refundsEnd,
  }
  state.refunds.push(refund)
  return { ...createAcceptedRefund(state, refund), status: 'success' }
}

const createAcceptedRefund = (state: State, { ref, bankTranId }: Refund) => ({
  ...successStatus,
  bank_tran_id: bankTranId,
  trans_id: findPaid(state, (candidate) => candidate.bankTranId === bankTranId)[0]?.tranId ?? '',
  refund_ref_id: ref,
  errorReason: '',
})

/** Returns the status of a refund: `processing` for the first query, and the outcome for later ones. */
export function describeRefund(state: State, ref: string, now: number): Reply {
  const refund = state.refunds.find((candidate) => candidate.ref === ref)
  if (!refund) return { ...successStatus, refund_ref_id: ref, errorReason: 'The refund_ref_id is not known' }
  const reply = {
    ...createAcceptedRefund(state, refund),
    initiated_on: formatDhakaTime(refund.initiatedAt),
    refunded_on: refund.refundedAt === null ? '' : formatDhakaTime(refund.refundedAt),
    status: refund.status,
    errorReason: refund.status === 'cancelled' ? 'The bank has sent the money back' : '',
  }
  if (refund.status === 'processing') {
    refund.status = refund.end === 'cancelled' ? 'cancelled' : 'refunded'
    refund.refundedAt = refund.status === 'refunded' ? now : null
  }
  return reply
}

/** Finds the paid attempt that matches, and its session. */
export function findPaid(
  { sessions }: State,
  matches: (attempt: Attempt) => boolean,
): [Session, Attempt] | [undefined, undefined] {
  for (const session of sessions) {
    const attempt = session.tries.find((candidate) => candidate.status === 'VALID' && matches(candidate))
    if (attempt) return [session, attempt]
  }
  return [undefined, undefined]
}
