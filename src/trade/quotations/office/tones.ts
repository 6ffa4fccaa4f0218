import type { ShownState } from '../store.ts'

const tones = {
  draft: 'to-come',
  sent: 'due',
  expired: 'over',
  superseded: 'over',
  accepted: 'here',
  declined: 'over',
  withdrawn: 'over',
  lost: 'over',
} as const

export const getStateTone = (state: ShownState) => tones[state]
