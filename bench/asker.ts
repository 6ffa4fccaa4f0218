import { systemClock } from '../src/platform/clock.ts'
import type { Asker, AskerAccount } from '../src/platform/contract.ts'

/** Somebody who asks now, of a process without limits. Its letters stay in the outbox. */
export const askerWith = (account: AskerAccount | null, idempotencyKey: string | null = null): Asker => ({
  account,
  language: 'en',
  address: '',
  userAgent: '',
  token: null,
  idempotencyKey,
  now: systemClock(),
  visit: {},
  context: {
    clock: systemClock,
    letterbox: { place: 'nowhere', send: async () => {}, close: () => {} },
    publicUrl: 'https://selvage.example',
    isLimited: false,
  },
})
