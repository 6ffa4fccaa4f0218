/** How long emails are stored after sending. Emails that were never sent are stored just as long. */
export const emailRetention = { days: 90 }
