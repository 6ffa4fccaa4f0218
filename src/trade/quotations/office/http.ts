import { today } from '#stays/availability/stay.ts'
import { companyOf } from '#content/company.ts'
import type { RequestContext, GivenFile } from '#platform/contract.ts'
import type { Database } from '#platform/database/database.ts'
import { isoDay, isoInstant, parseDay } from '#platform/day.ts'
import type { Handlers } from '#platform/http/handlers.ts'
import { settleQuotation } from '../answering.ts'
import { discardDraft, reviseQuotation, saveQuotation, startQuotation } from '../drafting.ts'
import { everyQuotation, quotationsOf } from '../listing.ts'
import { offeredOf } from '../presented.ts'
import { sendAgain, sendQuotation } from '../sending.ts'
import {
  numberOf,
  questionsOf,
  quotationWith,
  revisionsOf,
  revisionWith,
  stateNow,
  type QuotationForm,
  type Revision,
} from '../store.ts'
import { microsOf, priceOf } from '../sums.ts'
import type { QuotationFile, quotationsOfficeContract } from './contract.ts'
import { quotationsTable } from './table-file.ts'

export const quotationsOfficeHandlers = {
  async getQuotations(db, ctx, { after, ...asked }) {
    const { rows, more } = await quotationsOf(db, asked, {
      most: MAX_OF_PAGE,
      before: after ? Number(after) : undefined,
    })
    const day = await todayOf(db, ctx)
    return {
      data: rows.map((row) => ({
        id: row.id,
        number: numberOf(row, row.revision),
        state: stateNow(row, day),
        company: row.company,
        name: row.name,
        currency: row.currency,
        total_minor: row.total_minor,
        valid_until: isoDay(row.valid_until),
        at: isoInstant(row.closed_at ?? row.sent_at ?? row.written_at),
      })),
      more,
    }
  },
  async getQuotationsFile(db, ctx, asked): Promise<GivenFile> {
    const day = await todayOf(db, ctx)
    const parts = quotationsTable(db, ctx, day, everyQuotation(db, asked))
    return { name: `quotations-${isoDay(day)}.csv`, type: 'text/csv; charset=utf-8', bytes: null, parts }
  },

  getQuotationFile: (db, ctx, { id }) => fileOf(db, ctx, id),
  startQuotation: async (db, ctx, form) => fileOf(db, ctx, await startQuotation(db, ctx, form)),
  async saveQuotation(db, ctx, { id, version, ...form }) {
    await saveQuotation(db, ctx, { id, version, ...contentOf(form) })
    return fileOfRevision(db, ctx, id)
  },
  async discardQuotation(db, ctx, form) {
    await discardDraft(db, ctx, form)
    return {}
  },
  async sendQuotation(db, ctx, form) {
    await sendQuotation(db, ctx, form)
    return fileOfRevision(db, ctx, form.id)
  },
  async sendQuotationAgain(db, ctx, form) {
    await sendAgain(db, ctx, form)
    return fileOfRevision(db, ctx, form.id)
  },
  async reviseQuotation(db, ctx, form) {
    await reviseQuotation(db, ctx, form)
    return fileOf(db, ctx, form.id)
  },
  async settleQuotation(db, ctx, form) {
    await settleQuotation(db, ctx, form)
    return fileOfRevision(db, ctx, form.id)
  },
  async getQuotationSheet(db, ctx, { id, language }) {
    const revision = await revisionWith(db, id)
    // Fonts and Bengali text shaping take 60 MB, so they are loaded on demand.
    const { quotationPdf } = await import('../quotation-pdf.ts')
    return quotationPdf(db, ctx, await quotationWith(db, revision.quotation_id), revision, language)
  },
} satisfies Handlers<typeof quotationsOfficeContract>

const MAX_OF_PAGE = 50

const todayOf = async (db: Database, ctx: RequestContext): Promise<number> => today(await companyOf(db, ctx), ctx.now)

type Written = Omit<Parameters<(typeof quotationsOfficeHandlers)['saveQuotation']>[2], 'id' | 'version'>

const contentOf = ({ lines, charges, valid_until, ...form }: Written): QuotationForm => ({
  ...form,
  valid_until: parseDay(valid_until)!,
  lines: lines.map(({ price, breaks, ...line }) => ({
    ...line,
    price_micros: microsOf(price),
    breaks: breaks.map((each) => ({ from: each.from, price_micros: microsOf(each.price) })),
  })),
  charges: charges.map(({ name, amount }) => ({ name, amount_minor: Math.round(amount * 100) })),
})

const fileOfRevision = async (db: Database, ctx: RequestContext, id: number): Promise<QuotationFile> =>
  fileOf(db, ctx, (await revisionWith(db, id)).quotation_id)

async function fileOf(db: Database, ctx: RequestContext, id: number): Promise<QuotationFile> {
  const quotation = await quotationWith(db, id)
  const revisions = await revisionsOf(db, id)
  const day = await todayOf(db, ctx)
  const enquiry =
    quotation.enquiry_id === null
      ? undefined
      : await db.selectFrom('enquiry').select('code').where('id', '=', quotation.enquiry_id).executeTakeFirst()
  const questions = await questionsOf(db, revisions)
  return {
    id,
    enquiry: enquiry?.code ?? null,
    revisions: revisions.map((revision) => ({
      id: revision.id,
      revision: revision.revision,
      version: revision.version,
      number: numberOf(quotation, revision.revision),
      state: stateNow(revision, day),
      written_at: isoInstant(revision.written_at),
      sent_at: instantOf(revision.sent_at),
      closed_at: instantOf(revision.closed_at),
      reason: revision.reason,
      questions: (questions.get(revision.id) ?? []).map(({ at, text }) => ({ at: isoInstant(at), text })),
      form: formOf(revision),
      offered: offeredOf(revision.content),
    })),
  }
}

const instantOf = (at: number | null) => (at === null ? null : isoInstant(at))

const formOf = ({ content: { lines, charges, valid_until, ...content } }: Revision) => ({
  ...content,
  valid_until: isoDay(valid_until),
  lines: lines.map(({ price_micros, breaks, ...line }) => ({
    ...line,
    price: priceOf(price_micros),
    breaks: breaks.map((each) => ({ from: each.from, price: priceOf(each.price_micros) })),
  })),
  charges: charges.map(({ name, amount_minor }) => ({ name, amount: amount_minor / 100 })),
})
