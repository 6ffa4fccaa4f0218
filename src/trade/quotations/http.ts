import { computeToday } from '#stays/availability/stay.ts'
import { loadCompany } from '#content/company.ts'
import { dayIn } from '#platform/clock.ts'
import type { Database } from '#platform/database/database.ts'
import { isoDay } from '#platform/day.ts'
import { notFound } from '#platform/errors.ts'
import type { Handlers } from '#platform/http/handlers.ts'
import { answerQuotation, findQuotationByToken } from './answering.ts'
import type { PublicQuotation, quotationsContract } from './contract.ts'
import { findOrderTotal } from '../orders/store.ts'
import { toContentView, toOutcomeView } from './quotation-views.ts'
import { formatNumber, listQuestions, listRevisions, getShownState, type Quotation } from './store.ts'

export const quotationsHandlers = {
  async getQuotation(db, ctx, { token }) {
    const { quotation, revision: currentRevision } = await findQuotationByToken(db, ctx.now, token)
    const company = await loadCompany(db, ctx)
    const state = getShownState(currentRevision, computeToday(company, ctx.now))
    if (state === 'draft') throw notFound()
    const questions = (await listQuestions(db, [currentRevision])).get(currentRevision.id) ?? []
    return {
      number: formatNumber(quotation, currentRevision.revision)!,
      state,
      newer: state === 'superseded' ? await readNewestSentNumber(db, quotation) : null,
      sent_on: isoDay(dayIn(company.timeZone, currentRevision.sent_at!)),
      ...toOutcomeView(currentRevision, company),
      ordered_minor: await findOrderTotal(db, currentRevision),
      questions: questions.map(({ at, text }) => ({ asked_on: isoDay(dayIn(company.timeZone, at)), text })),
      offered: toContentView(currentRevision.content),
    } satisfies PublicQuotation
  },

  async answerQuotation(db, ctx, form) {
    await answerQuotation(db, ctx, form)
    return {}
  },

  async getQuotationPdf(db, ctx, { token, language }) {
    const { quotation, revision } = await findQuotationByToken(db, ctx.now, token)
    // Fonts and Bengali text shaping take 60 MB, so they are loaded on demand.
    const { renderQuotationPdf } = await import('./quotation-pdf.ts')
    return renderQuotationPdf(db, ctx, quotation, revision, language)
  },
} satisfies Handlers<typeof quotationsContract>

async function readNewestSentNumber(db: Database, quotation: Quotation): Promise<string | null> {
  const sentRevision = (await listRevisions(db, quotation.id)).find(({ state }) => state !== 'draft')!
  return formatNumber(quotation, sentRevision.revision)
}
