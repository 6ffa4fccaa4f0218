/**
 * The reasons why an email cannot be sent again. `waits`: delivery is still being attempted. `key`: it contained a
 * secret link that cannot be renewed. `file`: its attachment is no longer stored.
 */
export const resendBlockers = ['waits', 'key', 'file'] as const
export type ResendBlocker = (typeof resendBlockers)[number]
