import { computeToday } from '#stays/availability/stay.ts'
import { loadCompany } from '#content/company.ts'
import { describeAmount, describeChoices } from '../enquiries/describe-line.ts'
import { createLineTranslator } from '../enquiries/line-translator.ts'
import { listLines } from '../enquiries/store.ts'
import { assignUnassignedConversation } from '../inbox/quotation-entries.ts'
import type { RequestContext } from '#platform/contract.ts'
import { findConstraintName } from '#platform/database/constraint.ts'
import { inTransaction, type Database, type Transaction } from '#platform/database/database.ts'
import { makeIdempotently } from '#platform/database/idempotency-key.ts'
import { conflict, invalid } from '#platform/errors.ts'
import { recordChange } from '#platform/audit.ts'
import { languages, type Language } from '#routes/public.ts'
import { translatorFor } from '#locales/both.ts'
import { formatPlainSum } from './amounts.ts'
import { readDefaultTerms, type DefaultTerms } from './default-terms.ts'
import { quotationLimits, units } from './limits.ts'
import { getQuotation, listRevisions, getRevision, type QuotationForm, type Revision } from './store.ts'
import { computeTotal, type Line } from './sums.ts'

/** The source of a new quotation. It is empty if all are null. */
interface Source {
  enquiry: string | null
  message: number | null
  copy: number | null
}

/**
 * Starts a quotation from an enquiry or a message, as a copy, or empty. Returns its ID. Repeating the request with the
 * same key starts no other one.
 */
export const startQuotation = (db: Database, ctx: RequestContext, source: Source): Promise<number> =>
  makeIdempotently(
    db,
    { scope: `quotation start:${ctx.account!.id}`, key: ctx.idempotencyKey, request: source },
    ctx.now,
    {
      find: async (transaction, id) =>
        (await transaction.selectFrom('quotation').select('id').where('id', '=', Number(id)).executeTakeFirst())?.id,
      make: (transaction) => createDraft(transaction, ctx, source),
      answerOf: String,
    },
  )

const createDraft = (db: Database, ctx: RequestContext, { enquiry, message, copy }: Source): Promise<number> =>
  inTransaction(db, async (transaction) => {
    const terms = await readDefaultTerms(transaction)
    const validUntil = computeToday(await loadCompany(transaction, ctx), ctx.now) + terms.valid_days
    const sourceEnquiry = enquiry === null ? null : await loadEnquiry(transaction, enquiry)
    const sourceMessage = message === null ? null : await loadMessage(transaction, message)
    const sourceRevision = copy === null ? null : (await listRevisions(transaction, copy))[0]
    if (sourceRevision === undefined) throw invalid({ copy: 'quotation.not_found' })
    const content = sourceEnquiry
      ? {
          ...createEmptyForm(sourceEnquiry.language, terms),
          ...createDraftFromEnquiry(sourceEnquiry),
          valid_until: validUntil,
        }
      : sourceMessage
        ? { ...createEmptyForm(sourceMessage.language, terms), ...sourceMessage, valid_until: validUntil }
        : { ...(sourceRevision?.content ?? createEmptyForm(ctx.language, terms)), valid_until: validUntil }
    const source = { enquiry_id: sourceEnquiry?.id ?? null, message_id: sourceMessage ? message : null }
    const { id } = await transaction
      .insertInto('quotation')
      .values({
        ...source,
        account_id: sourceEnquiry?.account_id ?? null,
        year: null,
        no: null,
        created_at: ctx.now,
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    await insertDraft(transaction, ctx, id, 1, content)
    await assignUnassignedConversation(transaction, ctx, source)
    await recordChange(transaction, ctx, 'quotation created', `quotation ${id}`, {
      after: { company: content.company },
    })
    return id
  })

/** Loads an enquiry with its lines in the language of the buyer. */
async function loadEnquiry(db: Transaction, code: string) {
  const row = await db.selectFrom('enquiry').selectAll().where('code', '=', code).executeTakeFirst()
  if (!row) throw invalid({ enquiry: 'quotation.no_enquiry' })
  const language = languages.find((candidate) => candidate === row.language) ?? 'en'
  const lines = await listLines(db, [row.id])
  return { ...row, language, lines: lines.map(await createLineTranslator(db, language, lines)) }
}

/** Loads the sender of a message. */
async function loadMessage(db: Transaction, id: number): Promise<Pick<QuotationForm, 'name' | 'email' | 'language'>> {
  const row = await db
    .selectFrom('contact_message')
    .select(['name', 'email', 'language'])
    .where('id', '=', id)
    .executeTakeFirst()
  if (!row) throw invalid({ message: 'quotation.no_message' })
  return { ...row, language: languages.find((candidate) => candidate === row.language) ?? 'en' }
}

const createEmptyForm = (language: Language, { valid_days: _, ...terms }: DefaultTerms): QuotationForm => ({
  company: '',
  name: '',
  email: '',
  language,
  buyer: '',
  reference: '',
  ...terms,
  valid_until: 0,
  lines: [],
  charges: [],
})

/**
 * Fills in the lines of an enquiry without prices. A quantity in words, or above the limit of a line, goes into the
 * specification.
 */
function createDraftFromEnquiry({
  company,
  name,
  email,
  language,
  code,
  lines,
}: Awaited<ReturnType<typeof loadEnquiry>>) {
  const translator = translatorFor(language)
  return {
    company,
    name,
    email,
    reference: code,
    lines: lines.map(({ product, chosen, pantone, notes, quantity, amount, unit }): Line => ({
      item: product,
      specification: [
        ...describeChoices(translator, { ...chosen, sizes: [], shades: [] }),
        notes,
        isQuotable(amount) ? quantity : describeAmount(translator, { amount, unit, quantity, purpose: null }, ''),
      ]
        .filter(Boolean)
        .join('; ')
        .slice(0, MAX_SPECIFICATION_LENGTH),
      colour: [pantone, ...(chosen.shades ?? [])].filter(Boolean).join(', ').slice(0, MAX_CHOICES_LENGTH),
      size: (chosen.sizes ?? []).join(', ').slice(0, MAX_CHOICES_LENGTH),
      quantity: isQuotable(amount) ? amount : 0,
      unit: units.find((candidate) => candidate === unit) ?? 'piece',
      price_micros: 0,
      breaks: [],
      minimum: null,
      hs: '',
    })),
  }
}
const [MAX_SPECIFICATION_LENGTH, MAX_CHOICES_LENGTH] = [400, 120]

const isQuotable = (amount: number | null): amount is number => amount !== null && amount <= quotationLimits.quantity

async function insertDraft(
  db: Transaction,
  ctx: RequestContext,
  quotationId: number,
  revision: number,
  content: QuotationForm,
): Promise<void> {
  await db
    .insertInto('quotation_revision')
    .values({
      quotation_id: quotationId,
      revision,
      state: 'draft',
      ...toRow(content),
      written_at: ctx.now,
      written_by: ctx.account!.id,
    })
    .execute()
}

const toRow = (content: QuotationForm) => {
  const { company, name, email, language, currency, valid_until } = content
  const total_minor = computeTotal(content)
  return { company, name, email, language, currency, valid_until, total_minor, content: JSON.stringify(content) }
}

/** Saves a draft. Rejects a sent revision and an outdated version. */
export const saveQuotation = (
  db: Database,
  ctx: RequestContext,
  { id, version, ...content }: QuotationForm & { id: number; version: number },
): Promise<void> =>
  inTransaction(db, async (transaction) => {
    const previousRevision = await getRevision(transaction, id)
    if (previousRevision.state !== 'draft') throw conflict('quotation.is_sent')
    const { numUpdatedRows } = await transaction
      .updateTable('quotation_revision')
      .set({ ...toRow(content), version: version + 1, written_at: ctx.now, written_by: ctx.account!.id })
      .where('id', '=', id)
      .where('version', '=', version)
      .where('state', '=', 'draft')
      .executeTakeFirst()
    if (numUpdatedRows === 0n) throw conflict('error.conflict')
    await recordChange(transaction, ctx, 'quotation changed', `quotation ${previousRevision.quotation_id}`, {
      before: toLogEntry(previousRevision.content),
      after: toLogEntry(content),
    })
  })

/** The audit log entry. It leaves out the prices, because the revisions contain them. */
const toLogEntry = (content: QuotationForm) => ({
  company: content.company,
  email: content.email,
  currency: content.currency,
  total: formatPlainSum(content.currency, computeTotal(content)),
  lines: content.lines.length,
})

/**
 * Starts the next revision as a copy of the last one, with a new end of validity. The sent revision stays valid until
 * the new one is sent.
 */
export const reviseQuotation = (db: Database, ctx: RequestContext, { id }: { id: number }): Promise<void> =>
  inTransaction(db, async (transaction) => {
    await getQuotation(transaction, id)
    const [lastRevision] = (await listRevisions(transaction, id)) as [Revision, ...Revision[]]
    if (lastRevision.state === 'draft') throw conflict('quotation.has_draft')
    if (lastRevision.state === 'accepted') throw conflict('quotation.is_accepted')
    const { valid_days } = await readDefaultTerms(transaction)
    const validUntil = computeToday(await loadCompany(transaction, ctx), ctx.now) + valid_days
    await insertDraft(transaction, ctx, id, lastRevision.revision + 1, {
      ...lastRevision.content,
      valid_until: validUntil,
    })
    await recordChange(transaction, ctx, 'quotation revised', `quotation ${id}`, {
      after: { revision: lastRevision.revision + 1 },
    })
  }).catch((error: unknown) => {
    const constraint = findConstraintName(error)
    const isDuplicate = constraint === 'quotation_one_draft' || constraint === 'quotation_revision_no'
    throw isDuplicate ? conflict('quotation.has_draft') : error
  })

/** Deletes an unsent draft, and the quotation if it has no other revision. */
export const discardDraft = (
  db: Database,
  ctx: RequestContext,
  { id, version }: { id: number; version: number },
): Promise<void> =>
  inTransaction(db, async (transaction) => {
    const draft = await getRevision(transaction, id)
    const { numDeletedRows } = await transaction
      .deleteFrom('quotation_revision')
      .where('id', '=', id)
      .where('version', '=', version)
      .where('state', '=', 'draft')
      .executeTakeFirst()
    if (numDeletedRows === 0n) throw conflict('error.conflict')
    if (draft.revision === 1) await transaction.deleteFrom('quotation').where('id', '=', draft.quotation_id).execute()
    await recordChange(transaction, ctx, 'quotation draft discarded', `quotation ${draft.quotation_id}`, {
      before: toLogEntry(draft.content),
    })
  })
