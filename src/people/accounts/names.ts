/** Keys that give each email address and username one spelling, so that no two accounts look alike. */

export { toEmailKey } from '#platform/email-key.ts'

/** ASCII letters only, so that no letter of another script can imitate one. */
const usernamePattern = /^[A-Za-z0-9](?:[A-Za-z0-9._-]{1,28})[A-Za-z0-9]$/

export const isUsername = (username: string): boolean => usernamePattern.test(username)

/**
 * Ignores case, dots, hyphens and underscores. Treats look-alikes as equal: 0 and o; 1, l and i; rn and m; vv and w.
 */
export const toUsernameKey = (username: string): string =>
  username
    .toLowerCase()
    .replace(/[._-]/g, '')
    .replace(/0/g, 'o')
    .replace(/[1i]/g, 'l')
    .replace(/m/g, 'rn')
    .replace(/w/g, 'vv')
