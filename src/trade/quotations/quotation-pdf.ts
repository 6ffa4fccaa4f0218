import { loadCompany, pickTranslation, type Company } from '#content/company.ts'
import { dayIn } from '#platform/clock.ts'
import type { RequestContext } from '#platform/contract.ts'
import type { Database } from '#platform/database/database.ts'
import { isoDay } from '#platform/day.ts'
import { createPdf, MUTED_COLOUR, TEAL } from '#platform/files/pdf.ts'
import type { Language } from '#routes/public.ts'
import { translatorFor } from '#locales/both.ts'
import type { Translator } from '#locales/translator.ts'
import { readOrderView } from '../orders/order-view.ts'
import type { Order } from '../orders/store.ts'
import type { QuotationContent } from './contract.ts'
import { formatUnitPrice, formatSum } from './amounts.ts'
import { toContentView, toOutcomeView } from './quotation-views.ts'
import { formatNumber, type Quotation, type Revision } from './store.ts'
import { describeDetails, formatQuantity, listAcceptance, listQuotationTerms, listTerms } from './terms.ts'

/** Renders a quotation as a PDF. A draft says that it is a draft. */
export async function renderQuotationPdf(
  db: Database,
  ctx: RequestContext,
  quotation: Quotation,
  revision: Revision,
  language: Language,
): Promise<Uint8Array<ArrayBuffer>> {
  const translator = translatorFor(language)
  const { t } = translator
  const company = await loadCompany(db, ctx)
  const content = toContentView(revision.content)
  const acceptance = revision.state === 'accepted' ? listAcceptance(toOutcomeView(revision, company), translator) : []
  const number = formatNumber(quotation, revision.revision) ?? t('quotation.state_draft')
  const issuedOn = isoDay(dayIn(company.timeZone, revision.sent_at ?? ctx.now))
  return renderPdfDocument(company, translator, {
    title: `${t('quotation.one')} ${number}`,
    content,
    terms: [...listQuotationTerms(content, issuedOn, translator), ...acceptance],
    closing: t('quotation.closing', { company: pickTranslation(company.name, language) }),
  })
}

export async function renderOrderPdf(
  db: Database,
  ctx: RequestContext,
  order: Order,
  language: Language,
): Promise<Uint8Array<ArrayBuffer>> {
  const translator = translatorFor(language)
  const { t, day } = translator
  const company = await loadCompany(db, ctx)
  const { number, quotation, ordered, ordered_on, po_number, ship_by, accepted_by } = await readOrderView(
    db,
    ctx,
    order,
  )
  return renderPdfDocument(company, translator, {
    title: `${t('orders.confirmation')} ${number}`,
    content: ordered,
    terms: [
      [t('orders.ordered_on'), day(ordered_on)],
      [t('quotation.one'), quotation],
      ...(po_number ? [[t('orders.po_number'), po_number] as const] : []),
      ...(ship_by ? [[t('orders.ship_by'), day(ship_by)] as const] : []),
      ...listTerms(ordered, translator),
      ...(accepted_by ? [[t('quotation.accepted_by'), accepted_by] as const] : []),
    ],
    closing: t('orders.closing', { company: pickTranslation(company.name, language) }),
  })
}

/** Renders a quotation or an order on as many pages as needed. */
async function renderPdfDocument(
  company: Company,
  translator: Translator,
  {
    title,
    content,
    terms,
    closing,
  }: {
    title: string
    content: QuotationContent
    terms: readonly (readonly [name: string, value: string])[]
    closing: string
  },
): Promise<Uint8Array<ArrayBuffer>> {
  const { t, language } = translator
  const name = pickTranslation(company.name, language)
  const pdf = await createPdf(language, title, name, {
    foot: (page, pages) => `${title} · ${t('quotation.page', { page, pages })}`,
  })
  const { currency } = content

  pdf.rule(TEAL, 5)
  pdf.write('H1', name, { font: 'heading', size: 20, colour: TEAL, after: 2 })
  pdf.write('P', pickTranslation(company.address, language))
  pdf.write('P', [company.email, company.telephone].filter(Boolean).join(' · '))
  pdf.write('H2', title, { font: 'heading', size: 15, colour: TEAL, before: 14, after: 4 })
  pdf.lines([[t('quotation.for'), [content.name, content.company].filter(Boolean).join(', ')], ...terms])
  pdf.gap(12)
  pdf.table(
    [
      { head: t('quotation.item'), share: 50 },
      { head: t('quotation.quantity'), share: 17, isFigure: true },
      { head: t('quotation.price_each'), share: 16, isFigure: true },
      { head: t('quotation.sum'), share: 17, isFigure: true },
    ],
    [
      ...content.lines.map((line, index) => [
        [`${translator.number(index + 1)}. ${line.item}`, ...describeDetails(line, content, translator)].join(' · '),
        formatQuantity(line.quantity, line.unit, translator),
        formatUnitPrice(translator, currency, line.price_micros),
        formatSum(translator, currency, line.total_minor),
      ]),
      ...content.charges.map((charge) => [
        charge.name,
        t('quotation.once'),
        '',
        formatSum(translator, currency, charge.amount_minor),
      ]),
    ],
    9,
  )
  pdf.write('P', `${t('quotation.total')}: ${formatSum(translator, currency, content.total_minor)}`, {
    font: 'strong',
    size: 12,
    before: 12,
    after: 8,
  })
  for (const paragraph of content.remarks.split(/\n{2,}/).filter(Boolean)) pdf.write('P', paragraph, { after: 4 })
  pdf.write('P', closing, { size: 8.5, colour: MUTED_COLOUR, before: 8 })
  return pdf.bytes()
}
