import { readBusinessDay } from '#ledger/business-day.ts'
import { loadPostingTimeOfRequest } from '#ledger/posting.ts'
import { readTakings } from '#ledger/takings.ts'
import type { RequestContext } from '#platform/contract.ts'
import type { Database } from '#platform/database/database.ts'
import { isoDay, isoInstant, parseDay } from '#platform/day.ts'
import { notFound } from '#platform/errors.ts'
import type { Handlers } from '#platform/http/handlers.ts'
import type { Language } from '#routes/public.ts'
import { minorToMajor, poishaToBdt, bdtToPoisha } from '#platform/money.ts'
import { closeAttempt, recheckAttempt } from '../attempts.ts'
import {
  acceptReceipt,
  approveRefund,
  retryRefund,
  dismissRefund,
  refundAtDesk,
  refundOnline,
  rejectReceipt,
  sendPayLink,
  resolveUnsureRefund,
} from '../decisions.ts'
import {
  listLastReceived,
  listOpenRefunds,
  listPaymentsInReview,
  type OpenRefund,
  type PaymentInReview,
} from '../listing.ts'
import { isManual } from '../manual-refunds.ts'
import { readStayReceipt } from '../receipts/receipt.ts'
import { findMissingReceipts, importSettlement, listSettlements, findSettlement } from '../settlements.ts'
import type { PaymentDeps, Gateways } from '../store.ts'
import type { paymentsOfficeContract, PaymentsOverview } from './contract.ts'

export function createPaymentsOfficeHandlers(gateways: Gateways) {
  const toPaymentDeps = ({ now, context: { publicUrl } }: RequestContext): PaymentDeps => ({
    context: { clock: () => now, publicUrl },
    gateways,
  })
  return {
    getPayments: (db, ctx) => readPaymentsOverview(db, ctx),

    async getReceiptPdf(db, ctx, { id, language }) {
      const receipt = await readStayReceipt(db, ctx, id, { code: null, isByLink: false })
      // The fonts and the shaping of Bengali take 60 MB, so they are loaded only when a PDF is requested.
      const { renderReceiptPdf } = await import('../receipts/receipt-pdf.ts')
      return renderReceiptPdf(receipt, language)
    },

    async acceptPayment(db, ctx, form) {
      await acceptReceipt(db, toPaymentDeps(ctx), ctx, form)
      return readPaymentsOverview(db, ctx)
    },
    async rejectPayment(db, ctx, { is_refunded: shouldRefund, ...form }) {
      await rejectReceipt(db, ctx, { ...form, shouldRefund })
      return readPaymentsOverview(db, ctx)
    },
    async queryPaymentAgain(db, ctx, { attempt }) {
      await recheckAttempt(db, ctx, attempt)
      return readPaymentsOverview(db, ctx)
    },
    async closePayment(db, ctx, form) {
      await closeAttempt(db, ctx, form)
      return readPaymentsOverview(db, ctx)
    },
    async approveRefund(db, ctx, { amount, ...form }) {
      await approveRefund(db, ctx, { ...form, amountPoisha: bdtToPoisha(amount) })
      return readPaymentsOverview(db, ctx)
    },
    async dismissRefund(db, ctx, form) {
      await dismissRefund(db, ctx, form)
      return readPaymentsOverview(db, ctx)
    },
    async retryRefund(db, ctx, form) {
      await retryRefund(db, ctx, form)
      return readPaymentsOverview(db, ctx)
    },
    async resolveRefund(db, ctx, { id, was_made: wasSent }) {
      await resolveUnsureRefund(db, toPaymentDeps(ctx), ctx, { id, wasSent })
      return readPaymentsOverview(db, ctx)
    },
    async refundAtDesk(db, ctx, form) {
      await refundAtDesk(db, ctx, form)
      return readPaymentsOverview(db, ctx)
    },
    async refundOnline(db, ctx, { amount, ...form }) {
      await refundOnline(db, ctx, { ...form, amountPoisha: bdtToPoisha(amount) })
      return {}
    },
    async sendPayLink(db, ctx, form) {
      await sendPayLink(db, toPaymentDeps(ctx), ctx, form)
      return {}
    },

    async getTakings(db, ctx, { day }) {
      const reportDay = day === undefined ? await readOpenDay(db, ctx) : parseDay(day)!
      const { accounts, earned, customers } = await readTakings(db, reportDay)
      return {
        day: isoDay(reportDay),
        accounts: accounts.map(({ account, receivedPoisha, backPoisha }) => ({
          account,
          received: poishaToBdt(receivedPoisha),
          back: poishaToBdt(backPoisha),
        })),
        customers: {
          billed: poishaToBdt(customers.billedPoisha),
          received: poishaToBdt(customers.receivedPoisha),
        },
        earned: earned.map(({ account, poisha }) => ({ account, amount: poishaToBdt(poisha) })),
      }
    },

    async importSettlement(db, ctx, form) {
      return { id: await importSettlement(db, ctx, form) }
    },
    async getSettlements(db) {
      const rows = await listSettlements(db)
      return {
        data: rows.map(({ id, name, read_at, authorName, paid_out_poisha, unmatched }) => ({
          id,
          name,
          at: isoInstant(read_at),
          by: authorName,
          paid_out: poishaToBdt(paid_out_poisha),
          unmatched: Number(unmatched),
        })),
      }
    },
    async getSettlement(db, _ctx, { id }) {
      const settlementWithLines = await findSettlement(db, id)
      if (!settlementWithLines) throw notFound()
      const { settlement, lines } = settlementWithLines
      return {
        id,
        name: settlement.name,
        at: isoInstant(settlement.read_at),
        by: settlement.authorName,
        lines: lines.map(({ line, tran_id, amount_poisha, fee_poisha, outcome, note, stay_code }) => ({
          line,
          tran_id,
          amount: poishaToBdt(amount_poisha),
          fee: poishaToBdt(fee_poisha),
          outcome,
          note,
          code: stay_code,
        })),
        missing: (await findMissingReceipts(db, lines)).map(
          ({ stay_code, name, tran_id, amount_minor, received_at }) => ({
            code: stay_code,
            name,
            tran_id,
            amount: poishaToBdt(amount_minor),
            at: isoInstant(received_at),
          }),
        ),
        paid_out: poishaToBdt(settlement.paid_out_poisha),
      }
    },
  } satisfies Handlers<typeof paymentsOfficeContract>
}

/** Returns the day to which payments of now belong. */
const readOpenDay = async (db: Database, ctx: RequestContext): Promise<number> =>
  readBusinessDay(db, (await loadPostingTimeOfRequest(db, ctx)).day)

async function readPaymentsOverview(db: Database, ctx: RequestContext): Promise<PaymentsOverview> {
  const day = await readOpenDay(db, ctx)
  const { accounts } = await readTakings(db, day)
  const sumBdt = (amounts: readonly number[]) => poishaToBdt(amounts.reduce((total, poisha) => total + poisha, 0))
  return {
    today: {
      day: isoDay(day),
      received: sumBdt(accounts.map(({ receivedPoisha }) => receivedPoisha)),
      online: sumBdt(accounts.map(({ account, receivedPoisha }) => (account === 'gateway' ? receivedPoisha : 0))),
      refunded: sumBdt(accounts.map(({ backPoisha }) => backPoisha)),
    },
    under_review: (await listPaymentsInReview(db)).map(toReviewItem),
    refunds: (await listOpenRefunds(db)).map(toRefundItem),
    received: (await listLastReceived(db)).map((row) => ({
      id: row.id,
      code: row.stay_code,
      name: row.name,
      state: row.state,
      amount: minorToMajor(row.amount_minor),
      currency: row.currency,
      means: row.means,
      tran_id: row.tran_id,
      at: isoInstant(row.received_at),
      payment: row.payment_id,
      language: row.language as Language,
    })),
  }
}

const toReviewItem = ({ attempt, receipt, name }: PaymentInReview): PaymentsOverview['under_review'][number] => ({
  id: receipt && receipt.id,
  attempt: attempt.id,
  code: attempt.stay_code,
  name,
  reason: receipt ? receipt.reason : attempt.reason,
  amount: minorToMajor(receipt?.amount_minor ?? attempt.amount_poisha),
  currency: receipt?.currency ?? 'BDT',
  requested_amount: poishaToBdt(attempt.amount_poisha),
  means: receipt?.means ?? '',
  risk: receipt?.risk_title ?? '',
  tran_id: attempt.tran_id,
  at: isoInstant(receipt?.received_at ?? attempt.created_at),
})

const toRefundItem = ({
  refund,
  name,
  phone,
  means,
  billedTo,
  maxPoisha,
}: OpenRefund): PaymentsOverview['refunds'][number] => ({
  id: refund.id,
  code: refund.stay_code,
  name,
  phone,
  state: refund.state as PaymentsOverview['refunds'][number]['state'],
  why: refund.cause,
  reason: refund.reason,
  trouble: refund.trouble,
  amount: poishaToBdt(refund.amount_poisha),
  refundable_amount: poishaToBdt(maxPoisha),
  by_hand: isManual(refund),
  billed_to: billedTo,
  means,
  number: refund.refund_trans_id,
  at: isoInstant(refund.created_at),
})
