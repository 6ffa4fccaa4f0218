import { decimalOf } from '#platform/money.ts'
import { GatewayTrouble, type PaymentGateway } from '../gateway.ts'
import { openedIn, refundBegunIn, refundIn, transactionIn, validatedIn } from './answers.ts'
import { askSslcommerz, type Store } from './calls.ts'
import { readNotice } from './notice.ts'
import { BOUNDS, sessionOf } from './session.ts'
import { within } from './texts.ts'

/**
 * The adapter for the API of SSLCommerz, version 4. The API takes the store password in the query string, so URLs of
 * requests must never be logged or shown.
 */
export function sslcommerz(store: Store): PaymentGateway {
  const ask = askSslcommerz(store)
  return {
    bounds: BOUNDS,

    async open(order) {
      const answer = await ask('open', 'POST', '/gwprocess/v4/api.php', sessionOf(order))
      return openedIn(answer, store.url)
    },

    readNotice: (form) => readNotice(form, store.password),

    async validate(valId) {
      const asked = { val_id: idOf('validate', valId, 50), v: '1' }
      return validatedIn(await ask('validate', 'GET', '/validator/api/validationserverAPI.php', asked), valId)
    },

    async query(tranId) {
      const asked = { tran_id: idOf('query', tranId, 30) }
      return transactionIn(await ask('query', 'GET', TRANSACTIONS, asked), tranId)
    },

    async refund({ refundTransId, bankTranId, amountPoisha, remarks, reference }) {
      if (!Number.isSafeInteger(amountPoisha) || amountPoisha <= 0)
        throw new GatewayTrouble('refund', 'refused', 'not an amount')
      const asked = {
        bank_tran_id: idOf('refund', bankTranId, 80),
        refund_trans_id: idOf('refund', refundTransId, 30),
        refund_amount: decimalOf(amountPoisha),
        refund_remarks: within(255, remarks, 'Refund'),
        refe_id: within(50, reference),
      }
      return refundBegunIn(await ask('refund', 'GET', TRANSACTIONS, asked), bankTranId)
    },

    async refundStatus(refundRef) {
      const asked = { refund_ref_id: idOf('check a refund', refundRef, 50) }
      return refundIn(await ask('check a refund', 'GET', TRANSACTIONS, asked), refundRef)
    },
  }
}

/** The path for queries, refunds and refund status. The parameters tell which one is meant. */
const TRANSACTIONS = '/validator/api/merchantTransIDvalidationAPI.php'

/** Rejects an invalid id before the request, because the gateway could mistake it for none or for another one. */
function idOf(during: GatewayTrouble['during'], id: string, most: number): string {
  if (id.length > most || !/^[!-~]+$/.test(id)) throw new GatewayTrouble(during, 'refused', 'not an id')
  return id
}
