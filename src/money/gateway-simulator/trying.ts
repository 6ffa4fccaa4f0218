import { randomBytes } from 'node:crypto'
import { TAKA_A_DOLLAR } from './notice.ts'
import type { Means, Session, Try, TryStatus } from './store.ts'

/** The actions of the payer on the payment page. */
export const acts = [
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
export type Act = (typeof acts)[number]

const LASTS_MS = 30 * 60_000
/** The limit per session. */
const MAX_TRIES = 20
const FEE_IN_1000: Record<Means, number> = { card: 25, bkash: 18, nagad: 15, none: 0 }
const ONE_TAKA = 100

/** Adds the attempts of an action to the session. Returns no attempts if the session is over. */
export function act(session: Session, what: Act, means: Means, now: number): Try[] {
  if (!isOpen(session, now)) return []
  const tries = triesOf(session, what, means, now)
  session.tries.push(...tries)
  return tries
}

/** A session is over once it is paid or given up. After a failed payment, another attempt is possible. */
export function isOpen(session: Session, now: number): boolean {
  expireAlone(session, now)
  return session.tries.length < MAX_TRIES && session.tries.every(({ status }) => status === 'FAILED')
}

/** Expires a session that the payer never came back to. */
export function expireAlone(session: Session, now: number): void {
  if (session.tries.length === 0 && now > session.openedAt + LASTS_MS)
    session.tries.push(...triesOf(session, 'expire', 'none', session.openedAt + LASTS_MS))
}

function triesOf(session: Session, what: Act, means: Means, now: number): Try[] {
  const { amountPoisha } = session
  const paid = (more: Partial<Try> = {}) => tryOf('VALID', means, now, amountPoisha, more)
  const unpaid = (status: TryStatus, error: string) =>
    tryOf(status, status === 'FAILED' ? means : 'none', now, amountPoisha, { error })
  switch (what) {
    case 'pay':
      return [paid()]
    case 'pay-risky':
      return [paid({ isRisky: true })]
    case 'pay-less':
      return [tryOf('VALID', means, now, amountPoisha - ONE_TAKA)]
    case 'pay-more':
      return [tryOf('VALID', means, now, amountPoisha + ONE_TAKA)]
    case 'pay-dollars':
      return [paid({ currency: 'USD', currencyAmount: Math.floor(amountPoisha / TAKA_A_DOLLAR) })]
    case 'pay-twice':
      return [paid(), paid()]
    case 'fail':
      return [unpaid('FAILED', 'The bank has declined the payment')]
    case 'cancel':
      return [unpaid('CANCELLED', 'Cancelled by the customer')]
    case 'leave':
      return [unpaid('UNATTEMPTED', 'The customer has left without choosing how to pay')]
    case 'expire':
      return [unpaid('EXPIRED', 'The time for paying is over')]
  }
}

function tryOf(status: TryStatus, means: Means, at: number, amountPoisha: number, more: Partial<Try> = {}): Try {
  const fee = Math.ceil((amountPoisha * FEE_IN_1000[means]) / 1000)
  return {
    at,
    status,
    valId: idOf(at),
    bankTranId: idOf(at),
    amountPoisha,
    storeAmountPoisha: status === 'VALID' ? amountPoisha - fee : 0,
    currency: 'BDT',
    currencyAmount: amountPoisha,
    means,
    isRisky: false,
    validatedAt: null,
    error: '',
    ...more,
  }
}

/** An id in the format of the gateway: the time and a random part. */
const idOf = (at: number) => new Date(at).toISOString().replace(/\D/g, '').slice(2, 14) + randomBytes(8).toString('hex')
