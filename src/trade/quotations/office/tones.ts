import type { ShownState } from '../store.ts'

const tones = {
  draft: 'waits',
  sent: 'to-come',
  expired: 'over',
  superseded: 'over',
  accepted: 'plain',
  declined: 'over',
  withdrawn: 'over',
  lost: 'over',
} as const

export const getStateTone = (state: ShownState) => tones[state]
