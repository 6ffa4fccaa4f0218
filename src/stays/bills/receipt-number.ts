/** Formats the number of a receipt, such as REC-000123. Numbers rise with each payment, with gaps. */
export const formatReceiptNumber = (paymentId: number): string => `REC-${String(paymentId).padStart(6, '0')}`
