import { loadCompany } from '#content/company.ts'
import { dayIn } from '#platform/clock.ts'
import type { RequestContext } from '#platform/contract.ts'
import type { Database } from '#platform/database/database.ts'
import { isoInstant } from '#platform/day.ts'
import { createLineTranslator } from '../enquiries/line-translator.ts'
import { listAttachments, listLines } from '../enquiries/store.ts'
import type { OwnEnquiry } from './contract.ts'
import { toStateView, readEnquiryStates } from './state.ts'

const MAX_ENQUIRIES = 50

/**
 * Lists the newest enquiries that a member sent while signed in, at most `MAX_ENQUIRIES`. Products that are still
 * offered are named in the language of the member.
 */
export async function listOwnEnquiries(db: Database, ctx: RequestContext): Promise<{ data: OwnEnquiry[] }> {
  const rows = await db
    .selectFrom('enquiry')
    .innerJoin('conversation', 'conversation.enquiry_id', 'enquiry.id')
    .select(['enquiry.id', 'code', 'company', 'notes', 'created_at'])
    .select(['conversation.id as conversation_id', 'conversation.state'])
    .where('account_id', '=', ctx.account!.id)
    .orderBy('created_at', 'desc')
    .orderBy('enquiry.id', 'desc')
    .limit(MAX_ENQUIRIES)
    .execute()
  const enquiryIds = rows.map(({ id }) => id)
  const { timeZone } = await loadCompany(db, ctx)
  const [lines, files, states] = await Promise.all([
    listLines(db, enquiryIds),
    listAttachments(db, 'enquiry_id', enquiryIds),
    readEnquiryStates(
      db,
      dayIn(timeZone, ctx.now),
      rows.map(({ id, conversation_id, state }) => ({ id: conversation_id, state, enquiry_id: id })),
    ),
  ])
  const translate = await createLineTranslator(db, ctx.language, lines)
  return {
    data: rows.map((row) => ({
      code: row.code,
      company: row.company,
      subject: '',
      asked_at: isoInstant(row.created_at),
      ...toStateView(states.get(row.conversation_id)!, timeZone),
      lines: lines.filter((line) => line.enquiry_id === row.id).map(translate),
      notes: row.notes,
      files: files
        .filter(({ of: ownerId, entryKind }) => ownerId === row.id && entryKind !== 'letter')
        .map(({ number, name, type, bytes }) => ({ number, name, type, bytes })),
    })),
  }
}
