import type { PaymentGateway } from './gateway.ts'

/**
 * The house itself, where nobody stands between the guest and the desk: money is taken and given back by hand, and written on the
 * bill there. So nothing is opened here, and nothing is known before somebody has written it down; a refund waits for them.
 */
export const atTheHouse: PaymentGateway = {
  bounds: { leastPoisha: 1, mostPoisha: 1_000_000_000_00 },
  open: () => Promise.reject(new Error('what is paid at the house is opened nowhere')),
  readNotice: () => null,
  validate: async () => ({ outcome: 'pending' }),
  query: async () => ({ outcome: 'pending' }),
  refund: async ({ refundTransId }) => ({ outcome: 'processing', refundRef: refundTransId }),
  refundStatus: async (refundRef) => ({ outcome: 'processing', refundRef }),
}
