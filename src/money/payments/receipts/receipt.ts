import type { Selectable } from 'kysely'
import type { Bill } from '#stays/bills/bill.ts'
import type { Recipient } from '#stays/bookings/stay-link.ts'
import { selectBookingByCode, getBookingReference } from '#stays/bookings/store.ts'
import { loadStay, type StayWithRooms } from '#stays/bookings/stay-with-rooms.ts'
import { loadCompany, type Company } from '#content/company.ts'
import { readBalanceAtPayment } from '#ledger/stay-balance.ts'
import type { RequestContext } from '#platform/contract.ts'
import type { Database } from '#platform/database/database.ts'
import { notFound } from '#platform/errors.ts'
import type { Tables } from '#schema/tables.ts'
import { endpoints, queryString } from '#routes/public.ts'
import { readShownBuyer, type Buyer } from '../../invoices/buyer.ts'

/** The receipt of a payment or a refund, with the balance of the stay at that time. It is computed and not stored. */
export interface StayReceipt {
  payment: Pick<Selectable<Tables['payment']>, 'id' | 'at' | 'amount_poisha' | 'method' | 'reference' | 'reason'>
  /** The member of staff who recorded the payment. Null for an online payment. */
  recordedBy: string | null
  /** The card or wallet of an online payment. */
  means: string
  /** Whether the gateway has not confirmed the refund yet. */
  isPending: boolean
  company: Company
  stay: StayWithRooms
  payer: Buyer
  costsPoisha: number
  paidBeforePoisha: number
}

/**
 * Lists the payments and refunds of a stay that have a receipt. Reversed payments have none. Amounts billed to a
 * customer have none either, because they are not received yet.
 */
export const listStayReceipts = ({ payments }: Pick<Bill, 'payments'>) =>
  payments.filter(({ reversal, method }) => reversal === null && method !== 'customer')

/** Reads the receipt of a payment, if it has one. `code` limits it to one stay. */
export async function readStayReceipt(
  db: Database,
  ctx: RequestContext,
  paymentId: number,
  { code, isByLink }: { code: string | null; isByLink: boolean },
): Promise<StayReceipt> {
  const row = await db
    .selectFrom('payment')
    .innerJoin('booking', 'booking.id', 'payment.booking_id')
    .leftJoin('account', 'account.id', 'payment.account_id')
    .leftJoin('payment_receipt', 'payment_receipt.payment_id', 'payment.id')
    .leftJoin('refund', 'refund.payment_id', 'payment.id')
    .selectAll('payment')
    .select([
      'booking.code',
      'booking.stay_code',
      'account.name as authorName',
      'payment_receipt.means',
      'refund.state as refund_state',
    ])
    .where('payment.id', '=', paymentId)
    .where('payment.reverses_id', 'is', null)
    .where('payment.method', '<>', 'customer')
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('payment as reversal').select('reversal.id').whereRef('reversal.reverses_id', '=', 'payment.id'),
        ),
      ),
    )
    .executeTakeFirst()
  if (!row || (code !== null && getBookingReference(row) !== code)) throw notFound()
  const firstBooking = await selectBookingByCode(db, getBookingReference(row))
  return {
    payment: row,
    recordedBy: row.method === 'online' ? null : row.authorName,
    means: row.means ?? '',
    isPending: row.method === 'online' && row.amount_poisha < 0 && row.refund_state !== 'done',
    company: await loadCompany(db, ctx),
    stay: await loadStay(db, firstBooking),
    payer: await readShownBuyer(db, firstBooking, { isByLink }),
    ...(await readBalanceAtPayment(db, paymentId)),
  }
}

/** The link to a receipt in an email. Members sign in, so they get the link to the stay. */
export const buildReceiptUrl = (
  publicUrl: string,
  { link, token, language }: Pick<Recipient, 'link' | 'token' | 'language'>,
  receipt: number,
): string =>
  token === null
    ? `${link}#invoice`
    : publicUrl + endpoints.getOwnReceiptPdf[1] + queryString({ token, receipt, language })
