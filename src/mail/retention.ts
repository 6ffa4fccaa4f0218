/** The retention period of emails after sending. Emails that were never sent have the same period. */
export const emailRetention = { days: 90 }
