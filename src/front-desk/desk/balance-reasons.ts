/**
 * Why a balance is open: left that day, did not arrive, cancelled, in house and owes for past nights, or paid too much.
 */
export const balanceReasons = ['left', 'no_show', 'cancelled', 'here', 'back'] as const
export type BalanceReason = (typeof balanceReasons)[number]
