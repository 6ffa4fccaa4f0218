import { companyOf, inTheirLanguage } from '#content/company.ts'
import { dayIn } from '#platform/clock.ts'
import type { RequestContext } from '#platform/contract.ts'
import type { Database } from '#platform/database/database.ts'
import { isoDay } from '#platform/day.ts'
import { pdfSheet, QUIET, TEAL } from '#platform/files/pdf-sheet.ts'
import type { Language } from '#routes/public.ts'
import { translatorFor } from '#locales/both.ts'
import { priceSaid, sumSaid } from './amounts.ts'
import { offeredOf } from './presented.ts'
import { numberOf, type Quotation, type Revision } from './store.ts'
import { detailsOf, quantityOf, termsOf } from './terms.ts'

/** Renders a quotation as a PDF with as many pages as needed. A draft is marked as such. */
export async function quotationPdf(
  db: Database,
  ctx: RequestContext,
  quotation: Quotation,
  revision: Revision,
  language: Language,
): Promise<Uint8Array<ArrayBuffer>> {
  const words = translatorFor(language)
  const { t, day } = words
  const company = await companyOf(db, ctx)
  const offered = offeredOf(revision.content)
  const number = numberOf(quotation, revision.revision) ?? t('quotation.state_draft')
  const title = `${t('quotation.one')} ${number}`
  const name = inTheirLanguage(company.name, language)
  const paper = await pdfSheet(language, title, name, {
    foot: (page, pages) => `${title} · ${t('quotation.page', { page, pages })}`,
  })
  const { currency } = offered
  const madeAt = revision.sent_at ?? ctx.now

  paper.rule(TEAL, 5)
  paper.say('H1', name, { face: 'heading', size: 20, colour: TEAL, after: 2 })
  paper.say('P', inTheirLanguage(company.address, language))
  paper.say('P', [company.email, company.telephone].filter(Boolean).join(' · '))
  paper.say('H2', title, { face: 'heading', size: 15, colour: TEAL, before: 14, after: 4 })
  paper.lines([
    [t('quotation.for'), [offered.name, offered.company].filter(Boolean).join(', ')],
    [t('quotation.date'), day(isoDay(dayIn(company.timeZone, madeAt)))],
    ...termsOf(offered, words),
  ])
  paper.gap(12)
  paper.table(
    [
      { head: t('quotation.item'), share: 50 },
      { head: t('quotation.quantity'), share: 17, isFigure: true },
      { head: t('quotation.price_each'), share: 16, isFigure: true },
      { head: t('quotation.sum'), share: 17, isFigure: true },
    ],
    [
      ...offered.lines.map((line, at) => [
        [`${words.number(at + 1)}. ${line.item}`, ...detailsOf(line, offered, words)].join(' · '),
        quantityOf(line.quantity, line.unit, words),
        priceSaid(words, currency, line.price_micros),
        sumSaid(words, currency, line.total_minor),
      ]),
      ...offered.charges.map((charge) => [
        charge.name,
        t('quotation.once'),
        '',
        sumSaid(words, currency, charge.amount_minor),
      ]),
    ],
    9,
  )
  paper.say('P', `${t('quotation.total')}: ${sumSaid(words, currency, offered.total_minor)}`, {
    face: 'strong',
    size: 12,
    before: 12,
    after: 8,
  })
  for (const paragraph of offered.remarks.split(/\n{2,}/).filter(Boolean)) paper.say('P', paragraph, { after: 4 })
  paper.say('P', t('quotation.closing', { company: name }), { size: 8.5, colour: QUIET, before: 8 })
  return paper.bytes()
}
