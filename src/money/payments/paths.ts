/** Whither the gateway sends browsers, and whither it writes by itself. No page of ours leads there. */
export const noticePath = '/api/payments/notice'
export const returnPath = (token: string): string => `/api/payments/return/${token}`
