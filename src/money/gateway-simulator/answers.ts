import { randomBytes } from 'node:crypto'
import { poishaIn } from '#platform/money.ts'
import { dateOf, factsOf } from './notice.ts'
import type { Refund, Session, State, Try } from './store.ts'
import { expireAlone } from './trying.ts'

/** The simulator's replies to the app's requests about payments and refunds. */
export type Reply = Record<string, unknown>

const done = { APIConnect: 'DONE' }

/** The first validation of a payment returns VALID, all later ones return VALIDATED. */
export function validated(state: State, valId: string, now: number): Reply {
  const [session, tried] = paidBy(state, ({ valId: its }) => its === valId)
  if (!session) return { ...done, status: 'INVALID_TRANSACTION', val_id: valId }
  const status = tried.validatedAt === null ? 'VALID' : 'VALIDATED'
  tried.validatedAt ??= now
  const { error: _none, ...facts } = factsOf(session, tried)
  return { ...done, ...facts, status, ...emi, validated_on: dateOf(tried.validatedAt), gw_version: '4' }
}

const emi = { emi_instalment: '0', emi_amount: '0.00', emi_description: '', emi_issuer: '' }

/** Returns PROCESSING for a session without attempts, and INVALID for an unknown session. */
export function transaction(session: Session | undefined, tranId: string, now: number): Reply {
  if (session) expireAlone(session, now)
  const element = !session
    ? [{ tran_id: tranId, status: 'INVALID' }]
    : session.tries.length === 0
      ? [{ ...emptyTry, tran_id: tranId, status: 'PROCESSING', tran_date: dateOf(session.openedAt) }]
      : session.tries.map((tried) => tellOf(session, tried))
  return { ...done, no_of_trans_found: session ? element.length : 0, element }
}

/** Returns the transaction by session key. The reply has only one attempt: the paid one, or else the last one. */
export function sessionTold(session: Session | undefined, key: string, now: number): Reply {
  if (!session) return { ...done, sessionkey: key, status: 'INVALID' }
  const tries = transaction(session, session.tranId, now).element as Reply[]
  const paid = tries.find(({ val_id }) => val_id !== '')
  return { ...done, ...(paid ?? tries.at(-1)!), sessionkey: key }
}

const emptyTry = { val_id: '', amount: '', store_amount: '', bank_tran_id: '', card_type: '', error: '' }

const tellOf = (session: Session, tried: Try) => ({
  ...factsOf(session, tried),
  val_id: tried.status === 'VALID' ? tried.valId : '',
  status: tried.status === 'VALID' && tried.validatedAt !== null ? 'VALIDATED' : tried.status,
  ...emi,
  validated_on: tried.validatedAt === null ? '' : dateOf(tried.validatedAt),
  gw_version: '4',
})

/** Repeating a request returns the same refund. Reusing its id for a different refund fails. */
export function refunded(state: State, asked: URLSearchParams, now: number): Reply {
  const text = (name: string) => asked.get(name) ?? ''
  const transId = text('refund_trans_id')
  const bankTranId = text('bank_tran_id')
  const amountPoisha = poishaIn(text('refund_amount'))
  const lengths = { refund_trans_id: 30, bank_tran_id: 80, refund_remarks: 255, refe_id: 50 }
  const tooLong = Object.entries(lengths).some(([name, most]) => [...text(name)].length > most)
  if (!transId || !bankTranId || !text('refund_remarks') || !amountPoisha || tooLong)
    return { APIConnect: 'INVALID_REQUEST', errorReason: 'A parameter is missing, too long or no amount' }

  const failed = (errorReason: string) => ({ ...done, bank_tran_id: bankTranId, status: 'failed', errorReason })
  const before = state.refunds.find((each) => each.transId === transId)
  if (before && (before.bankTranId !== bankTranId || before.amountPoisha !== amountPoisha))
    return failed('The refund_trans_id was used for another refund')
  if (before) return { ...begun(state, before), status: 'processing' }

  const [session, tried] = paidBy(state, (each) => each.bankTranId === bankTranId)
  if (!session) return failed('The bank_tran_id is not known')
  if (session.refundsEnd === 'failed') return failed('The bank takes no refund of this payment')
  const left = state.refunds
    .filter((each) => each.bankTranId === bankTranId && each.status !== 'cancelled')
    .reduce((sum, each) => sum - each.amountPoisha, tried.amountPoisha)
  if (amountPoisha > left) return failed('The refund is more than is left of the payment')

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
  return { ...begun(state, refund), status: 'success' }
}

const begun = (state: State, { ref, bankTranId }: Refund) => ({
  ...done,
  bank_tran_id: bankTranId,
  trans_id: paidBy(state, (each) => each.bankTranId === bankTranId)[0]?.tranId ?? '',
  refund_ref_id: ref,
  errorReason: '',
})

/** The first query returns the status "processing", later queries return the outcome. */
export function refundTold(state: State, ref: string, now: number): Reply {
  const refund = state.refunds.find((each) => each.ref === ref)
  if (!refund) return { ...done, refund_ref_id: ref, errorReason: 'The refund_ref_id is not known' }
  const told = {
    ...begun(state, refund),
    initiated_on: dateOf(refund.initiatedAt),
    refunded_on: refund.refundedAt === null ? '' : dateOf(refund.refundedAt),
    status: refund.status,
    errorReason: refund.status === 'cancelled' ? 'The bank has sent the money back' : '',
  }
  if (refund.status === 'processing') {
    refund.status = refund.end === 'cancelled' ? 'cancelled' : 'refunded'
    refund.refundedAt = refund.status === 'refunded' ? now : null
  }
  return told
}

/** Finds the paid attempt that matches, and its session. */
export function paidBy({ sessions }: State, is: (tried: Try) => boolean): [Session, Try] | [undefined, undefined] {
  for (const session of sessions) {
    const tried = session.tries.find((each) => each.status === 'VALID' && is(each))
    if (tried) return [session, tried]
  }
  return [undefined, undefined]
}
