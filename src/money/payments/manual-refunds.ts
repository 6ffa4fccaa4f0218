import type { RefundChannel } from './gateway.ts'
import type { Refund } from './store.ts'

/**
 * Refunds that staff pay out themselves, without a payment gateway. Such a refund waits until staff record it on the
 * bill, and is never queried.
 */
export const manualRefunds: RefundChannel = {
  name: 'house',
  refund: async ({ refundTransId }) => ({ outcome: 'processing', refundRef: refundTransId }),
  refundStatus: async (refundRef) => ({ outcome: 'processing', refundRef }),
}

export const isManual = ({ gateway }: Pick<Refund, 'gateway'>): boolean => gateway === manualRefunds.name
