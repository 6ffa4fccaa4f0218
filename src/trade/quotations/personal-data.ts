import type { Database } from '#platform/database/database.ts'
import { isoInstant } from '#platform/day.ts'
import { presentContent } from './present.ts'
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
    .selectAll('quotation_revision')
    .select(['year', 'no'])
    .where('account_id', '=', accountId)
    .where('state', '<>', 'draft')
    .orderBy('quotation_revision.id')
    .execute()
  const questions = await listQuestions(db, rows)
  return rows.map(({ year, no, ...row }) => {
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
      ...presentContent(content),
    }
  })
}
