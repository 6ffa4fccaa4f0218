import type { Database } from '#platform/database/database.ts'
import { isoInstant } from '#platform/day.ts'
import { formatOrderNumber, listShipments } from '../orders/store.ts'
import { toContentView } from './quotation-views.ts'
import { formatNumber, listQuestions, parseRevision } from './store.ts'

/**
 * The personal data of quotations. Quotations are business documents: they outlive the account and have a retention
 * period of their own.
 */
export const quotationsPersonalData = { exportData, purgeClosedAccounts: async () => {} }

async function exportData(db: Database, accountId: number) {
  const rows = await db
    .selectFrom('quotation')
    .innerJoin('quotation_revision', 'quotation_revision.quotation_id', 'quotation.id')
    .leftJoin('sales_order', 'sales_order.revision_id', 'quotation_revision.id')
    .selectAll('quotation_revision')
    .select(['sales_order.state as order_state', 'po_number', 'sales_order.total_minor as ordered_minor'])
    .select(['year', 'no'])
    .where('account_id', '=', accountId)
    .where('quotation_revision.state', '<>', 'draft')
    .orderBy('quotation_revision.id')
    .execute()
  const questions = await listQuestions(db, rows)
  const shipments = await listShipments(
    db,
    rows.map(({ quotation_id }) => quotation_id),
  )
  return rows.map(({ year, no, order_state, po_number, ordered_minor, ...row }) => {
    const { id, content, sent_at, closed_at, state, reason, accepted_by, email, revision } = parseRevision(row)
    return {
      number: formatNumber({ year, no }, revision),
      state,
      reason,
      email,
      sent_at: sent_at === null ? null : isoInstant(sent_at),
      closed_at: closed_at === null ? null : isoInstant(closed_at),
      accepted_by,
      questions: (questions.get(id) ?? []).map(({ at, text }) => ({ at: isoInstant(at), text })),
      order: order_state && {
        number: formatOrderNumber({ year, no }),
        state: order_state,
        po_number,
        total_minor: ordered_minor,
        shipments: shipments
          .filter(({ order_id }) => order_id === row.quotation_id)
          .map(({ contents, decision, comment }) => ({ contents, decision, comment })),
      },
      ...toContentView(content),
    }
  })
}
