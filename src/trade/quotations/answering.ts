import { computeToday } from '#stays/availability/stay.ts'
import { loadCompany } from '#content/company.ts'
import { recordBuyerAnswer, recordOutcome } from '../inbox/quotation-entries.ts'
import { enqueueEmail, mailGuestAndCompany } from '#mail/outbox.ts'
import type { RequestContext } from '#platform/contract.ts'
import { inTransaction, type Database, type Transaction } from '#platform/database/database.ts'
import { claimOperation, claimRequest } from '#platform/database/idempotency-key.ts'
import { assertValid, conflict, invalid, notFound, rateLimited } from '#platform/errors.ts'
import { recordAudit, recordChange } from '#platform/audit.ts'
import type { Language } from '#routes/public.ts'
import { validateQuantities, type Quantities } from '../orders/quantities.ts'
import { createOrder } from '../orders/store.ts'
import {
  composeAnswerConfirmationEmail,
  composeAnswerEmailToCompany,
  composeWithdrawalEmail,
  type BuyerAnswer,
} from './emails.ts'
import { formatPlainSum } from './amounts.ts'
import { quotationLimits } from './limits.ts'
import { requireRevisionId } from './links.ts'
import {
  toOffer,
  getQuotation,
  getRevision,
  parseRevision,
  getShownState,
  type Quotation,
  type Revision,
} from './store.ts'
import { publishQuotationEvent } from './events.ts'

/** Finds the quotation of a link, even if it has expired or was answered. */
export async function findQuotationByToken(
  db: Database,
  now: number,
  token: string,
): Promise<{ quotation: Quotation; revision: Revision }> {
  const revision = await getRevision(db, await requireRevisionId(db, now, token))
  return { quotation: await getQuotation(db, revision.quotation_id), revision }
}

interface AnswerForm {
  token: string
  answer: BuyerAnswer
  /** The full name of the person who accepts. */
  name: string
  /** The question or the reason. Required for a question, otherwise optional. */
  text: string
  /** The accepted quantity of each line. */
  quantities: Quantities
}

interface OutcomeForm {
  id: number
  outcome: 'accepted' | 'lost' | 'withdrawn'
  /** The ordered quantity of each line, if it was accepted. */
  quantities: Quantities
  /** The reason, for the company only. */
  reason: string
  /** The message that staff add to the email to the buyer, if one is sent. */
  message: string
}

/** The event types for subscribers. */
const outcomeEventTypes = {
  accepted: 'quotation.accepted',
  lost: 'quotation.declined',
  withdrawn: 'quotation.withdrawn',
} as const
const answerOutcomes = { accept: 'accepted', decline: 'declined', ask: 'asked' } as const
const HOUR_S = 3_600

/**
 * Records the buyer's answer through the link. The first final answer wins, even against a concurrent revision or
 * withdrawal by staff. Later answers are rejected. Repeating a request under its key changes nothing. An acceptance
 * creates the order. Emails the company and confirms to the buyer.
 */
export async function answerQuotation(db: Database, ctx: RequestContext, form: AnswerForm): Promise<void> {
  const { token, answer, name, text, quantities } = form
  if (answer === 'ask' && text === '') throw invalid({ text: 'error.required' })
  if (answer === 'accept' && !/\p{L}/u.test(name)) throw invalid({ name: 'quotation.name_needed' })
  const company = await loadCompany(db, ctx)
  await inTransaction(db, async (transaction) => {
    const revision = await lockRevision(transaction, ctx.now, token)
    const request = { scope: `quotation answer:${revision.id}`, key: ctx.idempotencyKey, request: form, answer: '' }
    if ((await claimRequest(transaction, request, ctx.now)) !== undefined) return
    const state = getShownState(revision, computeToday(company, ctx.now))
    if (state !== 'sent') throw conflict(`quotation.now_${state}`)
    if (answer === 'accept') assertValid(validateQuantities(revision.content.lines, quantities))
    const quotation = await getQuotation(transaction, revision.quotation_id)
    const answeredRevision =
      answer === 'ask'
        ? await addQuestion(transaction, ctx, revision, text)
        : await closeRevision(transaction, ctx, revision, form)
    const sender = answer === 'accept' ? name : revision.email
    const entry = { outcome: answerOutcomes[answer], text, sender }
    await recordBuyerAnswer(transaction, ctx.now, toOffer(quotation, revision), entry)
    await recordAudit(transaction, {
      at: ctx.now,
      accountId: null,
      action: `quotation ${answerOutcomes[answer]}`,
      subject: `quotation ${quotation.id}`,
    })
    if (answer !== 'ask') {
      const eventData = { quotation, revision: answeredRevision, changedBy: 'buyer' } as const
      const eventType = `quotation.${answerOutcomes[answer]}` as const
      await publishQuotationEvent(transaction, { now: ctx.now, company }, eventType, eventData)
    }
    await mailGuestAndCompany(
      transaction,
      ctx.now,
      company,
      { name: revision.name, email: revision.email, language: revision.language as Language },
      {
        guestEmail: composeAnswerConfirmationEmail(
          { quotation, answered: answeredRevision, answer, quantities },
          { company, publicUrl: ctx.context.publicUrl, token },
        ),
        companyEmail: composeAnswerEmailToCompany(
          { quotation, answered: answeredRevision, answer, quantities },
          { text, company, publicUrl: ctx.context.publicUrl },
        ),
      },
    )
  })
}

/** Finds and locks the revision of a link, so that concurrent answers and operations of staff wait. */
async function lockRevision(db: Transaction, now: number, token: string): Promise<Revision> {
  const id = await requireRevisionId(db, now, token)
  const row = await db
    .updateTable('quotation_revision')
    .set(({ ref }) => ({ state: ref('state') }))
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirst()
  if (!row) throw notFound()
  // Staff may have replaced the link while this request waited.
  await requireRevisionId(db, now, token)
  return parseRevision(row)
}

async function addQuestion(db: Transaction, ctx: RequestContext, revision: Revision, text: string): Promise<Revision> {
  const questions = await db
    .selectFrom('quotation_question')
    .select('id')
    .where('revision_id', '=', revision.id)
    .limit(quotationLimits.questions)
    .execute()
  if (questions.length >= quotationLimits.questions) throw rateLimited(HOUR_S)
  await db.insertInto('quotation_question').values({ revision_id: revision.id, at: ctx.now, text }).execute()
  return revision
}

async function closeRevision(
  db: Transaction,
  ctx: RequestContext,
  revision: Revision,
  { answer, name, text, quantities }: AnswerForm,
): Promise<Revision> {
  const isAccepted = answer === 'accept'
  const closingFields = {
    state: isAccepted ? 'accepted' : 'declined',
    accepted_by: isAccepted ? name : '',
    closed_at: ctx.now,
    reason: text,
  } as const
  await db.updateTable('quotation_revision').set(closingFields).where('id', '=', revision.id).execute()
  const order = isAccepted ? await createOrder(db, ctx.now, revision, quantities) : null
  // The confirmation states the total of the order.
  return { ...revision, ...closingFields, ...order }
}

/**
 * Records the outcome of an open quotation, entered by staff. Rejects a quotation that is already closed. An accepted
 * quotation becomes an order. A withdrawal is emailed to the buyer. Repeating the request with the same key changes
 * nothing.
 */
export const recordQuotationOutcome = (db: Database, ctx: RequestContext, form: OutcomeForm): Promise<void> =>
  inTransaction(db, async (transaction) => {
    if (!(await claimOperation(transaction, ctx, 'quotation outcome', form))) return
    const { id, outcome, quantities, reason, message } = form
    const row = await transaction
      .updateTable('quotation_revision')
      .set({ state: outcome, closed_at: ctx.now, reason })
      .where('id', '=', id)
      .where('state', '=', 'sent')
      .returningAll()
      .executeTakeFirst()
    if (!row) throw conflict('quotation.changed')
    const quotation = await getQuotation(transaction, row.quotation_id)
    const quotedRevision = parseRevision(row)
    if (outcome === 'accepted') assertValid(validateQuantities(quotedRevision.content.lines, quantities))
    const order = outcome === 'accepted' ? await createOrder(transaction, ctx.now, quotedRevision, quantities) : null
    const revision = { ...quotedRevision, ...order }
    const company = await loadCompany(transaction, ctx)
    const enqueueWithdrawalEmail = (replyTo?: string) => {
      const email = composeWithdrawalEmail(quotation, revision, { message, replyTo })
      return enqueueEmail(transaction, ctx.now, revision.email, revision.language as Language, email, company)
    }
    const entry = { outcome, text: reason }
    await recordOutcome(
      transaction,
      ctx,
      toOffer(quotation, revision),
      entry,
      outcome === 'withdrawn' ? enqueueWithdrawalEmail : undefined,
    )
    await publishQuotationEvent(transaction, { now: ctx.now, company }, outcomeEventTypes[outcome], {
      quotation,
      revision,
    })
    await recordChange(transaction, ctx, 'quotation closed', `quotation ${row.quotation_id}`, {
      before: { outcome: 'sent' },
      after: { outcome, reason, ...(order && { total: formatPlainSum(revision.currency, order.total_minor) }) },
    })
  })
