/** The filters of the email list. returned: the email bounced, or the recipient complained. */
export const emailViews = ['all', 'failed', 'waiting', 'withheld', 'returned', 'sent'] as const
export type EmailView = (typeof emailViews)[number]
