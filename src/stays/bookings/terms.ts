/** The payment types. The index is the number in the API and in the column `payment_type`. */
export const paymentOptions = ['none', 'online', 'offline'] as const
export type PaymentOption = (typeof paymentOptions)[number]
