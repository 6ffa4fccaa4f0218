import { formatDecimal } from '#platform/money.ts'
import { GatewayError, type PaymentGateway } from '../gateway.ts'
import { parseSession, parseRefundStart, parseRefundStatus, parseTransaction, parseValidation } from './replies.ts'
import { createSslcommerzClient, type Store } from './client.ts'
import { readNotice } from './notice.ts'
import { AMOUNT_BOUNDS, toSessionParams } from './session.ts'
import { truncateText } from './texts.ts'

export const identity = { name: 'sslcommerz', noticePath: '/api/payments/notice' } as const

/**
 * The adapter for the API of SSLCommerz, version 4. Some requests have the store password in the query string, so their
 * URLs must not be logged or shown.
 */
export function createSslcommerz(store: Store): PaymentGateway {
  const call = createSslcommerzClient(store)
  return {
    ...identity,
    bounds: AMOUNT_BOUNDS,

    async open(order) {
      const reply = await call('open', 'POST', '/gwprocess/v4/api.php', toSessionParams(order))
      return parseSession(reply, store.url)
    },

    readNotice: (form) => readNotice(form, store.password),

    async validate(valId) {
      const params = { val_id: checkId('validate', valId, 50), v: '1' }
      return parseValidation(await call('validate', 'GET', '/validator/api/validationserverAPI.php', params), valId)
    },

    async query(tranId) {
      const params = { tran_id: checkId('query', tranId, 30) }
      return parseTransaction(await call('query', 'GET', TRANSACTIONS_PATH, params), tranId)
    },

    async refund({ refundTransId, bankTranId, amountPoisha, remarks, reference }) {
      if (!Number.isSafeInteger(amountPoisha) || amountPoisha <= 0)
        throw new GatewayError('refund', 'refused', 'not an amount')
      const params = {
        bank_tran_id: checkId('refund', bankTranId, 80),
        refund_trans_id: checkId('refund', refundTransId, 30),
        refund_amount: formatDecimal(amountPoisha),
        refund_remarks: truncateText(255, remarks, 'Refund'),
        refe_id: truncateText(50, reference),
      }
      return parseRefundStart(await call('refund', 'GET', TRANSACTIONS_PATH, params), bankTranId)
    },

    async refundStatus(refundRef) {
      const params = { refund_ref_id: checkId('check a refund', refundRef, 50) }
      return parseRefundStatus(await call('check a refund', 'GET', TRANSACTIONS_PATH, params), refundRef)
    },
  }
}

/** The path for queries, refunds and refund status. The parameters select one of them. */
const TRANSACTIONS_PATH = '/validator/api/merchantTransIDvalidationAPI.php'

/** Rejects an invalid id before the request, because the gateway could ignore it or take it for another one. */
function checkId(operation: GatewayError['operation'], id: string, maxLength: number): string {
  if (id.length > maxLength || !/^[!-~]+$/.test(id)) throw new GatewayError(operation, 'refused', 'not an id')
  return id
}
