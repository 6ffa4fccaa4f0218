import { tmpdir } from 'node:os'
import { systemClock } from '#platform/clock.ts'
import type { Context, Installation } from '#platform/context.ts'
import type { RequestContext, CallerAccount } from '#platform/contract.ts'
import { DAY_MS } from '#platform/durations.ts'

/** An installation whose certificate is valid for 60 days. */
export const testInstallation: Installation = {
  version: '0.0.0',
  startedAt: systemClock(),
  dataFolder: tmpdir(),
  hasMailServer: true,
  readCertificate: () => Promise.resolve({ kind: 'found', validUntil: systemClock() + 60 * DAY_MS, isTrusted: true }),
}

/** A context without rate limits, whose emails are discarded. */
export const testContext: Context = {
  clock: systemClock,
  mailer: { place: 'nowhere', from: 'nobody@selvage.example', send: async () => {}, close: () => {} },
  publicUrl: 'https://selvage.example',
  sealer: null,
  isAllowedAddress: () => false,
  isLimited: false,
  onlinePayments: 'off',
  isDemo: true,
  installation: testInstallation,
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
