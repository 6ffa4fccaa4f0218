import { computeToday } from '#stays/availability/stay.ts'
import { loadCompany } from '#content/company.ts'
import { findCustomerOfBuyer } from '#people/customers/of-buyer.ts'
import type { RequestContext, StreamedFile } from '#platform/contract.ts'
import type { Database } from '#platform/database/database.ts'
import { localized } from '#platform/database/localized.ts'
import { isoDay, isoInstant, parseDay } from '#platform/day.ts'
import type { Handlers } from '#platform/http/handlers.ts'
import { majorToMinor, minorToMajor } from '#platform/money.ts'
import type { Language } from '#routes/public.ts'
import { findOrderTotal } from '../../orders/store.ts'
import { recordQuotationOutcome } from '../answering.ts'
import { saveDefaultTerms } from '../default-terms.ts'
import { discardDraft, reviseQuotation, saveQuotation, startQuotation } from '../drafting.ts'
import { units } from '../limits.ts'
import { streamQuotations, listQuotations, type QuotationRow as ListedQuotation } from '../listing.ts'
import { toContentView } from '../quotation-views.ts'
import { resendQuotation, sendQuotation } from '../sending.ts'
import {
  findEnquiryCode,
  formatNumber,
  listQuestions,
  getQuotation,
  listRevisions,
  getRevision,
  getShownState,
  type QuotationForm,
  type Revision,
} from '../store.ts'
import { toMicros, fromMicros } from '../sums.ts'
import type { QuotationRecord, QuotationRow, quotationsOfficeContract } from './contract.ts'
import { streamQuotationsCsv } from './quotations-csv.ts'

export const quotationsOfficeHandlers = {
  async getQuotations(db, ctx, { after, ...quotationQuery }) {
    const { rows, more: nextCursor } = await listQuotations(db, quotationQuery, {
      limit: PAGE_SIZE,
      before: after ? Number(after) : undefined,
    })
    const companyToday = await loadCompanyToday(db, ctx)
    return {
      data: rows.map((row) => toQuotationRowView(row, companyToday)),
      more: nextCursor,
    }
  },
  async getQuotationsFile(db, ctx, quotationQuery): Promise<StreamedFile> {
    const companyToday = await loadCompanyToday(db, ctx)
    const csvChunks = streamQuotationsCsv(db, ctx, companyToday, streamQuotations(db, quotationQuery))
    return {
      name: `quotations-${isoDay(companyToday)}.csv`,
      type: 'text/csv; charset=utf-8',
      bytes: null,
      parts: csvChunks,
    }
  },

  getQuotationProducts: async (db, _, { language }) => ({ data: await listProductChoices(db, language) }),
  async saveQuotationTerms(db, ctx, form) {
    await saveDefaultTerms(db, ctx, form)
    return {}
  },
  getQuotationRecord: (db, ctx, { id }) => readQuotationView(db, ctx, id),
  startQuotation: async (db, ctx, form) => readQuotationView(db, ctx, await startQuotation(db, ctx, form)),
  async saveQuotation(db, ctx, { id, version, ...form }) {
    await saveQuotation(db, ctx, { id, version, ...toContent(form) })
    return readQuotationOfRevision(db, ctx, id)
  },
  async discardQuotation(db, ctx, form) {
    await discardDraft(db, ctx, form)
    return {}
  },
  async sendQuotation(db, ctx, form) {
    await sendQuotation(db, ctx, form)
    return readQuotationOfRevision(db, ctx, form.id)
  },
  async resendQuotation(db, ctx, form) {
    await resendQuotation(db, ctx, form)
    return readQuotationOfRevision(db, ctx, form.id)
  },
  async reviseQuotation(db, ctx, form) {
    await reviseQuotation(db, ctx, form)
    return readQuotationView(db, ctx, form.id)
  },
  async recordQuotationOutcome(db, ctx, form) {
    await recordQuotationOutcome(db, ctx, form)
    return readQuotationOfRevision(db, ctx, form.id)
  },
  async getQuotationRevisionPdf(db, ctx, { id, language }) {
    const revision = await getRevision(db, id)
    // Fonts and Bengali text shaping take 60 MB, so they are loaded on demand.
    const { renderQuotationPdf } = await import('../quotation-pdf.ts')
    return renderQuotationPdf(db, ctx, await getQuotation(db, revision.quotation_id), revision, language)
  },
} satisfies Handlers<typeof quotationsOfficeContract>

const PAGE_SIZE = 50

async function listProductChoices(db: Database, language: Language) {
  const rows = await db
    .selectFrom('product')
    .select([localized(language, 'product.name').as('name'), 'minimum_quantity as minimum', 'minimum_unit'])
    .where('active', '=', 1)
    .orderBy('position')
    .orderBy('id')
    .execute()
  return rows.map(({ minimum_unit, ...row }) => ({
    ...row,
    unit: units.find((unit) => unit === minimum_unit) ?? null,
  }))
}

export const toQuotationRowView = (row: ListedQuotation, day: number): QuotationRow => ({
  id: row.id,
  number: formatNumber(row, row.revision),
  state: getShownState(row, day),
  company: row.company,
  name: row.name,
  currency: row.currency,
  total_minor: row.total_minor,
  valid_until: isoDay(row.valid_until),
  at: isoInstant(row.closed_at ?? row.sent_at ?? row.written_at),
})

const loadCompanyToday = async (db: Database, ctx: RequestContext): Promise<number> =>
  computeToday(await loadCompany(db, ctx), ctx.now)

type DraftForm = Omit<Parameters<(typeof quotationsOfficeHandlers)['saveQuotation']>[2], 'id' | 'version'>

const toContent = ({ lines, charges, valid_until, ...form }: DraftForm): QuotationForm => ({
  ...form,
  valid_until: parseDay(valid_until)!,
  lines: lines.map(({ price, breaks, ...line }) => ({
    ...line,
    price_micros: toMicros(price),
    breaks: breaks.map((priceBreak) => ({ from: priceBreak.from, price_micros: toMicros(priceBreak.price) })),
  })),
  charges: charges.map(({ name, amount }) => ({ name, amount_minor: majorToMinor(amount) })),
})

const readQuotationOfRevision = async (db: Database, ctx: RequestContext, id: number): Promise<QuotationRecord> =>
  readQuotationView(db, ctx, (await getRevision(db, id)).quotation_id)

async function readQuotationView(db: Database, ctx: RequestContext, id: number): Promise<QuotationRecord> {
  const quotation = await getQuotation(db, id)
  const revisions = await listRevisions(db, id)
  const companyToday = await loadCompanyToday(db, ctx)
  const questions = await listQuestions(db, revisions)
  const acceptedRevision = revisions.find(({ state }) => state === 'accepted')
  const orderTotal = acceptedRevision ? await findOrderTotal(db, acceptedRevision) : null
  return {
    id,
    enquiry: await findEnquiryCode(db, quotation),
    message: quotation.message_id,
    customer: await findCustomerOfBuyer(db, ctx, revisions[0]!.email),
    today: isoDay(companyToday),
    revisions: revisions.map((revision) => ({
      id: revision.id,
      revision: revision.revision,
      version: revision.version,
      number: formatNumber(quotation, revision.revision),
      state: getShownState(revision, companyToday),
      written_at: isoInstant(revision.written_at),
      sent_at: formatInstantOrNull(revision.sent_at),
      closed_at: formatInstantOrNull(revision.closed_at),
      reason: revision.reason,
      accepted_by: revision.accepted_by || null,
      ordered_minor: revision === acceptedRevision ? orderTotal : null,
      questions: (questions.get(revision.id) ?? []).map(({ at, text }) => ({ at: isoInstant(at), text })),
      form: toForm(revision),
      offered: toContentView(revision.content),
    })),
  }
}

const formatInstantOrNull = (at: number | null) => (at === null ? null : isoInstant(at))

const toForm = ({ content: { lines, charges, valid_until, ...content } }: Revision) => ({
  ...content,
  valid_until: isoDay(valid_until),
  lines: lines.map(({ price_micros, breaks, ...line }) => ({
    ...line,
    price: fromMicros(price_micros),
    breaks: breaks.map((priceBreak) => ({ from: priceBreak.from, price: fromMicros(priceBreak.price_micros) })),
  })),
  charges: charges.map(({ name, amount_minor }) => ({ name, amount: minorToMajor(amount_minor) })),
})
