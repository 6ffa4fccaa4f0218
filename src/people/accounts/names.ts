/** One spelling for each e-mail address and username, so that no two accounts differ only in how they are written. */

export { emailKey } from '#platform/email-key.ts'

/** Plain letters only, so that no letter of another script can look like one of ours. */
const usernameForm = /^[A-Za-z0-9](?:[A-Za-z0-9._-]{1,28})[A-Za-z0-9]$/

export const isUsername = (username: string): boolean => usernameForm.test(username)

/** Besides case, what people mistake for one another counts as the same: dots and lines, 0 and o, 1 and l and i, rn and m, vv and w. */
export const usernameKey = (username: string): string =>
  username
    .toLowerCase()
    .replace(/[._-]/g, '')
    .replace(/0/g, 'o')
    .replace(/[1i]/g, 'l')
    .replace(/m/g, 'rn')
    .replace(/w/g, 'vv')
