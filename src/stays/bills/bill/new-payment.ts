import type { BillDetails } from './contract.ts'

/** Finds the payment that has just been recorded, so that it can be voided. */
export const findNewPayment = ({ payments }: Pick<BillDetails, 'payments'>, amount: number) =>
  payments.findLast((payment) => payment.amount === amount && payment.can_void)!
