import type { OrderState } from '#schema/quotations.ts'

const tones = {
  confirmed: 'to-come',
  in_production: 'waits',
  ready: 'due',
  shipped: 'here',
  delivered: 'over',
  cancelled: 'over',
} as const

export const getOrderTone = (state: OrderState) => tones[state]
