import type { ShownState } from '../store.ts'

const tones = {
  draft: 'waits',
  sent: 'due',
  expired: 'over',
  superseded: 'over',
  accepted: 'to-come',
  declined: 'over',
  withdrawn: 'over',
  lost: 'over',
} as const

export const getStateTone = (state: ShownState) => tones[state]
