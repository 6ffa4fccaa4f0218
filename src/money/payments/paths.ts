/** Returns the path for browsers that return from a gateway. No page of the site links to it. */
export const buildReturnPath = (token: string): string => `/api/payments/return/${token}`
