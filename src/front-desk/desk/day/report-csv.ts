import { CSV_BOM, formatCsvLine } from '#platform/files/csv.ts'
import type { Translator } from '#locales/translator.ts'
import type { ClosedDay } from './contract.ts'
import { toReportSections, type Cell, type ReportRow } from './report-sections.ts'

/** The daily report as a table with one line per figure: section, item, name of the figure, value. */
export async function* streamDailyReportCsv(
  closedDay: ClosedDay,
  translator: Pick<Translator, 't'>,
): AsyncGenerator<string> {
  const { t } = translator
  const headings = [t('takings.day'), t('desk.report_section'), t('desk.report_item'), t('booking.success_reference')]
  yield CSV_BOM + formatCsvLine([...headings, t('desk.report_figure'), t('desk.report_value')])
  yield toReportSections(closedDay, translator)
    .flatMap(({ title, columns, rows, total }) =>
      [...rows, ...(total ? [total] : [])].flatMap(({ label, code, cells }: ReportRow) =>
        cells.map((cell, index) =>
          formatCsvLine([closedDay.day, title, label, code ?? '', columns[index]!, getRawValue(cell)]),
        ),
      ),
    )
    .join('')
}

/** Numbers stay numbers, for spreadsheet programs. */
const getRawValue = (cell: Cell): string | number => Object.values(cell)[0] as string | number
