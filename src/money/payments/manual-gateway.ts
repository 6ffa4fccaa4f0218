import type { PaymentGateway } from './gateway.ts'

/**
 * The gateway for payments at the desk. Staff take and refund the money by hand and write it on the bill. So no session
 * is opened, nothing is known before staff record it, and a refund waits for them.
 */
export const manualGateway: PaymentGateway = {
  bounds: { minPoisha: 1, maxPoisha: 1_000_000_000_00 },
  open: () => Promise.reject(new Error('manual payments have no payment page')),
  readNotice: () => null,
  validate: async () => ({ outcome: 'pending' }),
  query: async () => ({ outcome: 'pending' }),
  refund: async ({ refundTransId }) => ({ outcome: 'processing', refundRef: refundTransId }),
  refundStatus: async (refundRef) => ({ outcome: 'processing', refundRef }),
}
