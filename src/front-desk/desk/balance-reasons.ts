/**
 * The reasons for an open balance. `left`: the guest left that day. `here`: the guest is in house and owes for past
 * nights. `back`: the guest paid too much, so a refund is due.
 */
export const balanceReasons = ['left', 'no_show', 'cancelled', 'here', 'back'] as const
export type BalanceReason = (typeof balanceReasons)[number]
