import { pickTranslation, type Company } from '#content/company.ts'
import { createPdf, MUTED_COLOUR, TEAL } from '#platform/files/pdf.ts'
import type { Language } from '#routes/public.ts'
import { translatorFor } from '#locales/both.ts'
import type { ClosedDay } from './contract.ts'
import { formatCell, toReportSections, type ReportRow } from './report-sections.ts'

/** Renders the daily report as PDF. */
export async function renderDailyReportPdf(
  closedDay: ClosedDay,
  company: Pick<Company, 'houseName'>,
  language: Language,
): Promise<Uint8Array<ArrayBuffer>> {
  const translator = translatorFor(language)
  const { t, day } = translator
  const propertyName = pickTranslation(company.houseName, language)
  const title = t('desk.report_title', { day: closedDay.day })
  const pdf = await createPdf(language, title, propertyName)
  pdf.write('H1', title, { font: 'heading', size: 15, colour: TEAL })
  const facts = [
    propertyName,
    day(closedDay.day, 'weekday'),
    t('desk.report_closed_by', { who: closedDay.by, when: translator.moment(new Date(closedDay.closed_at)) }),
  ]
  pdf.write('P', facts.join(' · '), { size: 8.5, colour: MUTED_COLOUR, after: 2 })
  for (const [label, text] of [
    [t('desk.day_early_reason'), closedDay.early_reason],
    [t('desk.day_note'), closedDay.note],
    ...closedDay.reopened.map(({ at, by, reason }) => [
      t('desk.report_reopened', { who: by, when: translator.moment(new Date(at)) }),
      reason,
    ]),
  ] as [string, string][])
    if (text) pdf.write('P', `${label}: ${text}`, { size: 9 })
  for (const { title: heading, about, columns, rows, total } of toReportSections(closedDay, translator)) {
    pdf.write('H2', heading, { font: 'strong', size: 10.5, colour: TEAL, before: 7, after: 2 })
    if (about) pdf.write('P', about, { size: 8.5, colour: MUTED_COLOUR })
    if (rows.length === 0) {
      pdf.write('P', t('desk.report_none'), { size: 8.5, colour: MUTED_COLOUR })
      continue
    }
    const isFigure = (index: number) => !('text' in rows[0]!.cells[index]!)
    const toCells = ({ label, cells }: ReportRow) => [label, ...cells.map((cell) => formatCell(cell, translator))]
    pdf.table(
      [
        { head: t('desk.report_item'), share: 36 },
        ...columns.map((head, index) => ({ head, share: isFigure(index) ? 18 : 32, isFigure: isFigure(index) })),
      ],
      [...rows, ...(total ? [total] : [])].map(toCells),
    )
  }
  return pdf.bytes()
}
