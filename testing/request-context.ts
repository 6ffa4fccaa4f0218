import { systemClock } from '#platform/clock.ts'
import type { Context } from '#platform/context.ts'
import type { RequestContext, CallerAccount } from '#platform/contract.ts'

/** A context without rate limits, whose emails are discarded. */
export const testContext: Context = {
  clock: systemClock,
  mailer: { place: 'nowhere', from: 'nobody@selvage.example', send: async () => {}, close: () => {} },
  publicUrl: 'https://selvage.example',
  sealer: null,
  isAllowedAddress: () => false,
  isLimited: false,
  paidOnline: 'no',
  isDemo: true,
}

/** Returns the request context of a caller at the current time. */
export const createRequestContext = (
  account: CallerAccount | null,
  idempotencyKey: string | null = null,
): RequestContext => ({
  account,
  language: 'en',
  address: '',
  userAgent: '',
  token: null,
  idempotencyKey,
  now: systemClock(),
  visit: {},
  context: testContext,
})
