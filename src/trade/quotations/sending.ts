import { sql } from 'kysely'
import { computeToday } from '#stays/availability/stay.ts'
import { loadCompany } from '#content/company.ts'
import { recordSentQuotation } from '../inbox/quotation-entries.ts'
import { enqueueEmail } from '#mail/outbox.ts'
import { createSecretToken, hashToken } from '#platform/codes.ts'
import type { RequestContext } from '#platform/contract.ts'
import { findConstraintName } from '#platform/database/constraint.ts'
import { inTransaction, type Database, type Transaction } from '#platform/database/database.ts'
import { claimOperation } from '#platform/database/idempotency-key.ts'
import { conflict, invalidFields, type FieldMessages } from '#platform/errors.ts'
import { recordChange } from '#platform/audit.ts'
import type { Language } from '#routes/public.ts'
import { formatPlainSum } from './amounts.ts'
import { composeQuotationEmail } from './emails.ts'
import {
  formatNumber,
  toOffer,
  getQuotation,
  getRevision,
  type Quotation,
  type QuotationForm,
  type Revision,
} from './store.ts'
import { getUnitPriceFor, type Line } from './sums.ts'
import { publishQuotationEvent } from './events.ts'
import { DAY_MS } from '#platform/durations.ts'

/**
 * Sends a draft by email with a link for the answer. A sent revision is never changed. The previous open revision
 * becomes superseded. Rejects the draft if the quotation was accepted meanwhile. The first sent revision gets the next
 * number of its year, in the same transaction.
 */
export async function sendQuotation(
  db: Database,
  ctx: RequestContext,
  { id, version }: { id: number; version: number },
): Promise<void> {
  await inTransaction(db, async (transaction) => {
    if (!(await claimOperation(transaction, ctx, 'quotation', { id, version }))) return
    const draft = await getRevision(transaction, id)
    const companyToday = computeToday(await loadCompany(transaction, ctx), ctx.now)
    const fieldErrors = validateForSending(draft.content, companyToday)
    if (Object.keys(fieldErrors).length > 0) throw invalidFields(fieldErrors)
    await transaction
      .updateTable('quotation_revision')
      .set({ state: 'superseded', closed_at: ctx.now })
      .where('quotation_id', '=', draft.quotation_id)
      .where('state', '=', 'sent')
      .execute()
    const token = createSecretToken()
    const { numUpdatedRows } = await transaction
      .updateTable('quotation_revision')
      .set({ state: 'sent', sent_at: ctx.now, sent_by: ctx.account!.id, token_hash: hashToken(token) })
      .where('id', '=', id)
      .where('version', '=', version)
      .where('state', '=', 'draft')
      .executeTakeFirst()
    if (numUpdatedRows === 0n) throw conflict(draft.state === 'draft' ? 'error.conflict' : 'quotation.is_sent')
    const quotation = await assignNumber(transaction, await getQuotation(transaction, draft.quotation_id), companyToday)
    await queueEmail(transaction, ctx, 'sent', { quotation, revision: draft, token })
    const company = await loadCompany(transaction, ctx)
    await publishQuotationEvent(transaction, { now: ctx.now, company }, 'quotation.sent', {
      quotation,
      revision: draft,
    })
    await recordChange(transaction, ctx, 'quotation sent', `quotation ${quotation.id}`, {
      after: {
        number: formatNumber(quotation, draft.revision)!,
        email: draft.email,
        total: formatPlainSum(draft.content.currency, draft.total_minor),
      },
    })
  }).catch((error: unknown) => {
    throw findConstraintName(error) === 'quotation_one_open' ? conflict('quotation.is_accepted') : error
  })
}

/**
 * Sends the email again with a new link. The old link becomes invalid. Repeating the request with the same key sends
 * nothing.
 */
export async function resendQuotation(db: Database, ctx: RequestContext, { id }: { id: number }): Promise<void> {
  await inTransaction(db, async (transaction) => {
    if (!(await claimOperation(transaction, ctx, 'quotation again', { id }))) return
    const token = createSecretToken()
    const { numUpdatedRows } = await transaction
      .updateTable('quotation_revision')
      .set({ token_hash: hashToken(token) })
      .where('id', '=', id)
      .where('state', '=', 'sent')
      .executeTakeFirst()
    if (numUpdatedRows === 0n) throw conflict('quotation.not_open')
    const sentRevision = await getRevision(transaction, id)
    const quotation = await getQuotation(transaction, sentRevision.quotation_id)
    await queueEmail(transaction, ctx, 'sent_again', { quotation, revision: sentRevision, token })
    await recordChange(transaction, ctx, 'quotation resent', `quotation ${quotation.id}`, {
      after: { email: sentRevision.email },
    })
  })
}

/** Returns the errors that prevent sending, by field. */
function validateForSending(content: QuotationForm, day: number): FieldMessages {
  const fieldErrors: FieldMessages = {}
  for (const name of ['company', 'name', 'email'] as const)
    if (content[name] === '') fieldErrors[name] = [{ key: 'error.required' }]
  if (content.valid_until < day) fieldErrors['valid_until'] = [{ key: 'quotation.valid_until_past' }]
  if (content.incoterm !== '' && content.place === '') fieldErrors['place'] = [{ key: 'error.required' }]
  if (content.lines.length === 0) fieldErrors['lines'] = [{ key: 'quotation.no_lines' }]
  for (const [index, line] of content.lines.entries()) {
    if (line.item === '') fieldErrors[`lines.${index}.item`] = [{ key: 'error.required' }]
    if (line.quantity === 0) fieldErrors[`lines.${index}.quantity`] = [{ key: 'error.required' }]
    if (canCostNothing(line)) fieldErrors[`lines.${index}.price`] = [{ key: 'error.required' }]
  }
  return fieldErrors
}

/** Returns whether the buyer may order a quantity of this line without a price. */
function canCostNothing(line: Line): boolean {
  const smallestOrder = Math.min(line.minimum ?? 1, line.quantity)
  const priceStarts = line.breaks
    .map(({ from }) => from)
    .filter((from) => from > smallestOrder && from <= line.quantity)
  return [smallestOrder, ...priceStarts].some((quantity) => getUnitPriceFor({ ...line, quantity }) === 0)
}

/** Assigns the next number. The counter row serializes concurrent sends, and a rollback takes no number. */
async function assignNumber(db: Transaction, quotation: Quotation, day: number): Promise<Quotation> {
  if (quotation.no !== null) return quotation
  const year = new Date(day * DAY_MS).getUTCFullYear()
  const { last: lastNumber } = await db
    .insertInto('quotation_counter')
    .values({ year, last: 1 })
    .onConflict((conflicting) => conflicting.column('year').doUpdateSet({ last: sql`quotation_counter.last + 1` }))
    .returning('last')
    .executeTakeFirstOrThrow()
  await db.updateTable('quotation').set({ year, no: lastNumber }).where('id', '=', quotation.id).execute()
  return { ...quotation, year, no: lastNumber }
}

async function queueEmail(
  db: Transaction,
  ctx: RequestContext,
  outcome: 'sent' | 'sent_again',
  { quotation, revision, token }: { quotation: Quotation; revision: Revision; token: string },
): Promise<void> {
  const company = await loadCompany(db, ctx)
  await recordSentQuotation(db, ctx, toOffer(quotation, revision), outcome, (replyTo) => {
    const email = composeQuotationEmail(quotation, revision, { token, replyTo }, ctx.context.publicUrl)
    return enqueueEmail(db, ctx.now, revision.email, revision.language as Language, email, company)
  })
}
