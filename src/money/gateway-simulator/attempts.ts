import { randomBytes } from 'node:crypto'
import { TAKA_PER_DOLLAR } from './notice.ts'
import type { Means, Session, Attempt, AttemptStatus } from './store.ts'
import { MINUTE_MS } from '#platform/durations.ts'

/** The actions of the payer on the payment page. */
export const actions = [
  'pay',
  'pay-risky',
  'pay-less',
  'pay-more',
  'pay-dollars',
  'pay-twice',
  'fail',
  'cancel',
  'leave',
  'expire',
] as const
export type Action = (typeof actions)[number]

const SESSION_TTL_MS = 30 * MINUTE_MS
/** The maximum number of attempts per session. */
const MAX_ATTEMPTS = 20
const FEE_PER_MILLE: Record<Means, number> = { card: 25, bkash: 18, nagad: 15, none: 0 }
const POISHA_PER_TAKA = 100

/** Adds the attempts that an action causes to the session. Returns none if the session is over. */
export function performAction(session: Session, action: Action, means: Means, now: number): Attempt[] {
  if (!isOpen(session, now)) return []
  const newAttempts = createAttempts(session, action, means, now)
  session.tries.push(...newAttempts)
  return newAttempts
}

/**
 * Returns whether the session is open, and expires an abandoned one. A payment, a cancellation or leaving ends the
 * session. After a failed payment another attempt is possible, up to `MAX_ATTEMPTS`.
 */
export function isOpen(session: Session, now: number): boolean {
  expireIfAbandoned(session, now)
  return session.tries.length < MAX_ATTEMPTS && session.tries.every(({ status }) => status === 'FAILED')
}

/** Expires a session that has no attempt after `SESSION_TTL_MS`. */
export function expireIfAbandoned(session: Session, now: number): void {
  if (session.tries.length === 0 && now > session.openedAt + SESSION_TTL_MS)
    session.tries.push(...createAttempts(session, 'expire', 'none', session.openedAt + SESSION_TTL_MS))
}

function createAttempts(session: Session, action: Action, means: Means, now: number): Attempt[] {
  const { amountPoisha } = session
  const createPaidAttempt = (overrides: Partial<Attempt> = {}) =>
    createAttempt('VALID', means, now, amountPoisha, overrides)
  const createUnpaidAttempt = (status: AttemptStatus, error: string) =>
    createAttempt(status, status === 'FAILED' ? means : 'none', now, amountPoisha, { error })
  switch (action) {
    case 'pay':
      return [createPaidAttempt()]
    case 'pay-risky':
      return [createPaidAttempt({ isRisky: true })]
    case 'pay-less':
      return [createAttempt('VALID', means, now, amountPoisha - POISHA_PER_TAKA)]
    case 'pay-more':
      return [createAttempt('VALID', means, now, amountPoisha + POISHA_PER_TAKA)]
    case 'pay-dollars':
      return [createPaidAttempt({ currency: 'USD', currencyAmount: Math.floor(amountPoisha / TAKA_PER_DOLLAR) })]
    case 'pay-twice':
      return [createPaidAttempt(), createPaidAttempt()]
    case 'fail':
      return [createUnpaidAttempt('FAILED', 'The bank has declined the payment')]
    case 'cancel':
      return [createUnpaidAttempt('CANCELLED', 'Cancelled by the customer')]
    case 'leave':
      return [createUnpaidAttempt('UNATTEMPTED', 'The customer has left without choosing how to pay')]
    case 'expire':
      return [createUnpaidAttempt('EXPIRED', 'The time for paying is over')]
  }
}

function createAttempt(
  status: AttemptStatus,
  means: Means,
  at: number,
  amountPoisha: number,
  overrides: Partial<Attempt> = {},
): Attempt {
  const fee = Math.ceil((amountPoisha * FEE_PER_MILLE[means]) / 1000)
  return {
    at,
    status,
    valId: generateId(at),
    bankTranId: generateId(at),
    amountPoisha,
    storeAmountPoisha: status === 'VALID' ? amountPoisha - fee : 0,
    currency: 'BDT',
    currencyAmount: amountPoisha,
    means,
    isRisky: false,
    validatedAt: null,
    error: '',
    ...overrides,
  }
}

/** Generates an id in the format of the gateway: the time and a random part. */
const generateId = (at: number) =>
  new Date(at).toISOString().replace(/\D/g, '').slice(2, 14) + randomBytes(8).toString('hex')
