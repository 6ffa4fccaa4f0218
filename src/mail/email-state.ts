export const emailStates = ['sent', 'waiting', 'withheld', 'failed', 'bounced', 'complained'] as const

/**
 * The delivery state of an email. `withheld`: the address has had too many emails. `failed`: no further attempts are
 * made. `bounced`: the email was sent and returned as undeliverable. `complained`: the recipient marked it as spam.
 */
export type EmailState = (typeof emailStates)[number]

type EmailTimes = Record<'sent_at' | 'withheld_at' | 'failed_at' | 'bounced_at' | 'complained_at', number | null>

export function toEmailState({ sent_at, withheld_at, failed_at, bounced_at, complained_at }: EmailTimes): EmailState {
  if (sent_at === null) return withheld_at !== null ? 'withheld' : failed_at !== null ? 'failed' : 'waiting'
  return complained_at !== null ? 'complained' : bounced_at !== null ? 'bounced' : 'sent'
}
