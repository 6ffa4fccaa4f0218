import { decimalOf } from '#platform/money.ts'
import { GatewayTrouble, type PaymentGateway } from '../gateway.ts'
import { openedIn, refundBegunIn, refundIn, transactionIn, validatedIn } from './answers.ts'
import { askSslcommerz, type Store } from './calls.ts'
import { readNotice } from './notice.ts'
import { BOUNDS, sessionOf } from './session.ts'
import { within } from './texts.ts'

/**
 * SSLCommerz, version 4 of its interface. It takes the password of the store in the query string of each question, so no
 * address that is asked here is ever said to anybody.
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
      const asked = { refund_ref_id: idOf('tell of a refund', refundRef, 50) }
      return refundIn(await ask('tell of a refund', 'GET', TRANSACTIONS, asked), refundRef)
    },
  }
}

/** Asked of a transaction, of a refund to be made and of one that was: it tells them apart by what it is given. */
const TRANSACTIONS = '/validator/api/merchantTransIDvalidationAPI.php'

/** What cannot be one of its names is not asked after: it would be taken for none, or for another. */
function idOf(during: GatewayTrouble['during'], id: string, most: number): string {
  if (id.length > most || !/^[!-~]+$/.test(id)) throw new GatewayTrouble(during, 'refused', 'not an id')
  return id
}
