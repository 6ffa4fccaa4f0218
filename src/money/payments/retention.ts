/** An attempt that came to nothing is kept so long, and by what somebody has paid so long; what was received stays for the books. */
export const paymentRetention = { attemptDays: 90, meansMonths: 24 }
