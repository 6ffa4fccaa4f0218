import { today } from '#stays/availability/stay.ts'
import { companyOf } from '#content/company.ts'
import { dayIn } from '#platform/clock.ts'
import type { Database } from '#platform/database/database.ts'
import { isoDay } from '#platform/day.ts'
import { notFound } from '#platform/errors.ts'
import type { Handlers } from '#platform/http/handlers.ts'
import { answerQuotation, quotationOfLink } from './answering.ts'
import type { QuotationRead, quotationsContract } from './contract.ts'
import { offeredOf } from './presented.ts'
import { numberOf, revisionsOf, stateNow, type Quotation } from './store.ts'

export const quotationsHandlers = {
  async getQuotation(db, ctx, { token }) {
    const { quotation, sent } = await quotationOfLink(db, token)
    const company = await companyOf(db, ctx)
    const state = stateNow(sent, today(company, ctx.now))
    if (state === 'draft') throw notFound()
    return {
      number: numberOf(quotation, sent.revision)!,
      state,
      newer: state === 'superseded' ? await newerThan(db, quotation) : null,
      sent_on: isoDay(dayIn(company.timeZone, sent.sent_at!)),
      offered: offeredOf(sent.content),
    } satisfies QuotationRead
  },

  async answerQuotation(db, ctx, form) {
    await answerQuotation(db, ctx, form)
    return {}
  },

  async getQuotationPaper(db, ctx, { token, language }) {
    const { quotation, sent } = await quotationOfLink(db, token)
    // Fonts and Bengali text shaping take 60 MB, so they are loaded on demand.
    const { quotationPdf } = await import('./quotation-pdf.ts')
    return quotationPdf(db, ctx, quotation, sent, language)
  },
} satisfies Handlers<typeof quotationsContract>

async function newerThan(db: Database, quotation: Quotation): Promise<string | null> {
  const sent = (await revisionsOf(db, quotation.id)).find(({ state }) => state !== 'draft')!
  return numberOf(quotation, sent.revision)
}
