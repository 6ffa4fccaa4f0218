/** The paths for notices and browsers from the gateway. No page of the site links to them. */
export const noticePath = '/api/payments/notice'
export const returnPath = (token: string): string => `/api/payments/return/${token}`
