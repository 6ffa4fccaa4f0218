import type { EmailState } from '../email-state.ts'

export const stateTones = {
  sent: 'plain',
  waiting: 'waits',
  withheld: 'to-come',
  failed: 'due',
  bounced: 'due',
  complained: 'due',
} as const satisfies Record<EmailState, string>
