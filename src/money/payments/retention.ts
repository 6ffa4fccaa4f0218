/** The retention of attempts without a payment, and of the means of payment. Receipts stay for bookkeeping. */
export const paymentRetention = { attemptDays: 90, meansMonths: 24 }
