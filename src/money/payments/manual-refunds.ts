import type { RefundChannel } from './gateway.ts'
import type { Refund } from './store.ts'

/**
 * Refunds by the company itself. It is no payment gateway: money that was paid at the desk never had an attempt. Staff
 * hand out the refund and write it on the bill, so it waits for them and is never queried.
 */
export const manualRefunds: RefundChannel = {
  name: 'house',
  refund: async ({ refundTransId }) => ({ outcome: 'processing', refundRef: refundTransId }),
  refundStatus: async (refundRef) => ({ outcome: 'processing', refundRef }),
}

export const isManual = ({ gateway }: Pick<Refund, 'gateway'>): boolean => gateway === manualRefunds.name
