export const emailStates = ['sent', 'waiting', 'withheld', 'failed', 'bounced', 'complained'] as const

/**
 * What became of a letter. Withheld: its address has had too many. Failed: nobody tries to send it any more. Of those that
 * have left: it came back for good, or somebody complained.
 */
export type EmailState = (typeof emailStates)[number]

type Standing = Record<'sent_at' | 'withheld_at' | 'failed_at' | 'bounced_at' | 'complained_at', number | null>

export function stateOf({ sent_at, withheld_at, failed_at, bounced_at, complained_at }: Standing): EmailState {
  if (sent_at === null) return withheld_at !== null ? 'withheld' : failed_at !== null ? 'failed' : 'waiting'
  return complained_at !== null ? 'complained' : bounced_at !== null ? 'bounced' : 'sent'
}
