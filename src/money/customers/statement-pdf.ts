import { pickTranslation, type Company } from '#content/company.ts'
import type { Customer } from '#people/customers/customers.ts'
import { getLetterhead, createAmountFormatters, startPdfDocument } from '#stays/bills/paper.ts'
import { bdtToPoisha } from '#platform/money.ts'
import type { Language } from '#routes/public.ts'
import { translatorFor } from '#locales/both.ts'
import { formatInclusiveDates } from '#locales/dates.ts'
import { ageColumns } from './age-columns.ts'
import type { CustomerAccount } from './contract.ts'
import { describeLine } from './describe-line.ts'

/** Renders the statement of a customer: the bills and payments of a period, and the balance by age. */
export async function renderStatementPdf(
  { company, customer, account }: { company: Company; customer: Customer; account: CustomerAccount },
  language: Language,
): Promise<Uint8Array<ArrayBuffer>> {
  const translator = translatorFor(language)
  const { t, day } = translator
  const { figure, taka } = createAmountFormatters(language)
  const formatAmount = (bdt: number) => figure(bdtToPoisha(bdt))
  const pdf = await startPdfDocument(language, getLetterhead(company, language), {
    title: t('customer.statement'),
    note: t('customer.statement_note', { day: day(account.today) }),
  })
  pdf.lines([
    [t('customer.one'), customer.name],
    [t('customer.bin'), customer.bin],
    [t('customer.address'), customer.address],
    [t('customer.period'), formatInclusiveDates(translator, account.from, account.to)],
    [t('customer.payment_days'), translator.number(customer.payment_days)],
  ])
  pdf.gap(10)
  pdf.table(
    [
      { head: t('customer.day'), share: 14 },
      { head: t('customer.entry'), share: 31 },
      { head: t('customer.due'), share: 14 },
      { head: t('customer.charged'), share: 13, isFigure: true },
      { head: t('customer.received'), share: 13, isFigure: true },
      { head: t('customer.balance'), share: 15, isFigure: true },
    ],
    [
      [day(account.from), t('customer.opening'), '', '', '', formatAmount(account.opening)],
      ...account.lines.map((line) => [
        day(line.day),
        describeLine(line, translator),
        line.due_day === null ? '' : day(line.due_day),
        line.amount > 0 ? formatAmount(line.amount) : '',
        line.amount < 0 ? formatAmount(-line.amount) : '',
        formatAmount(line.balance),
      ]),
    ],
    9,
  )
  pdf.gap(8)
  pdf.sums([{ name: t('customer.closing'), amount: taka(bdtToPoisha(account.closing)), isTotal: true }])
  pdf.write('H3', t('customer.ages', { day: day(account.today) }), { font: 'strong', size: 11, before: 12, after: 4 })
  pdf.table(
    // The Bengali font has no dash, and a figure column needs text in one script.
    ageColumns.map(({ label }) => ({ head: t(label).replace('–', '-'), share: 20, isFigure: true })),
    [ageColumns.map(({ field }) => formatAmount(account[field]))],
    9,
  )
  pdf.gap(6)
  pdf.lines([[t('proforma.bank'), company.bankDetails ? pickTranslation(company.bankDetails, language) : '']])
  return pdf.bytes()
}
