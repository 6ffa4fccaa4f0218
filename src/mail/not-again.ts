/** Why a letter cannot be sent again: it is still tried, it held a key that nobody can renew, or what went with it is not kept. */
export const userErrors = ['waits', 'key', 'file'] as const
export type NotAgain = (typeof userErrors)[number]
