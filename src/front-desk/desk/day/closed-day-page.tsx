import { Link, useApi, useRoute, useTranslator, type Page } from '#platform/pages/page.tsx'
import { Button } from '#ui/button.tsx'
import { Failure } from '#ui/form/plain-form.tsx'
import { ListHead } from '#ui/office/list.tsx'
import { BackLink, RecordSection } from '#ui/office/record-page.tsx'
import { formatWhen } from '#ui/office/format-time.ts'
import { PdfDownloads } from '#ui/paper/pdf-downloads.tsx'
import { useDownload } from '#ui/paper/use-download.ts'
import { officeHref, officePages } from '#routes/office.ts'
import type { ClosedDay, DayApi } from './contract.ts'
import { formatCell, toReportSections, type ReportSection } from './report-sections.ts'
import styles from './closed-day.module.css'

/** The report of a closed day, as it was stored at the closing. */
export const closedDayPage: Page<DayApi, ClosedDay> = {
  load: ({ api, route }) => api.getClosedDay({ day: route.params['day']! }),
  head: ({ day }, { t }) => ({ title: t('desk.report_title', { day }), hidden: true }),
  View: ClosedDayView,
}

function ClosedDayView({ data: closedDay }: { data: ClosedDay }) {
  const translator = useTranslator()
  const { t } = translator
  const { day, previous, next } = closedDay
  return (
    <div className={styles.report}>
      <BackLink to={officePages.day} label={t('desk.close_day')} />
      <ListHead
        title={t('desk.report_title', { day })}
        subtitle={t('desk.report_closed_by', { who: closedDay.by, when: formatWhen(translator, closedDay.closed_at) })}
      />
      {(previous || next) && (
        <p className="row-4">
          {previous && <Link to={officeHref('closedDay', previous)}>{t('desk.report_earlier')}</Link>}
          {next && <Link to={officeHref('closedDay', next)}>{t('desk.report_later')}</Link>}
        </p>
      )}
      <p className="small">{t(closedDay.rooms ? 'desk.report_frozen' : 'desk.report_missing')}</p>
      <Remarks closed={closedDay} />
      {toReportSections(closedDay, translator).map((section) => (
        <RecordSection key={section.title} title={section.title}>
          {section.about && <p className="small">{section.about}</p>}
          <SectionTable section={section} />
        </RecordSection>
      ))}
      {closedDay.money && <Downloads day={day} />}
    </div>
  )
}

/** The reason for closing early, the note for the next day, and the closings that were undone. */
function Remarks({ closed: closedDay }: { closed: ClosedDay }) {
  const translator = useTranslator()
  const { t } = translator
  const remarks: (readonly [label: string, text: string])[] = [
    [t('desk.day_early_reason'), closedDay.early_reason],
    [t('desk.day_note'), closedDay.note],
    ...closedDay.reopened.map(
      ({ at, by, reason }) =>
        [t('desk.report_reopened', { who: by, when: formatWhen(translator, at) }), reason] as const,
    ),
  ]
  const filledRemarks = remarks.filter(([, text]) => text !== '')
  if (filledRemarks.length === 0) return null
  return (
    <dl className={styles.remarks}>
      {filledRemarks.map(([label, text]) => (
        <div key={label}>
          <dt>{label}</dt>
          <dd>{text}</dd>
        </div>
      ))}
    </dl>
  )
}

function SectionTable({ section: { title, columns, rows, total } }: { section: ReportSection }) {
  const translator = useTranslator()
  const { t } = translator
  if (rows.length === 0) return <p className="small">{t('desk.report_none')}</p>
  const isTextColumn = (index: number) => 'text' in rows[0]!.cells[index]!
  const renderCells = ({ cells }: ReportSection['rows'][number]) =>
    cells.map((cell, index) => (
      <td key={columns[index]} className={isTextColumn(index) ? styles.text : undefined}>
        {formatCell(cell, translator)}
      </td>
    ))
  return (
    <div className="scroll-table" tabIndex={0} role="region" aria-label={title}>
      <table className={styles.table}>
        <thead>
          <tr>
            <th scope="col">{t('desk.report_item')}</th>
            {columns.map((column, index) => (
              <th key={column} scope="col" className={isTextColumn(index) ? styles.text : undefined}>
                {column}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row, index) => (
            <tr key={`${row.label} ${index}`}>
              <th scope="row">{row.code ? <Link to={officeHref('bill', row.code)}>{row.label}</Link> : row.label}</th>
              {renderCells(row)}
            </tr>
          ))}
        </tbody>
        {total && (
          <tfoot>
            <tr>
              <th scope="row">{total.label}</th>
              {renderCells(total)}
            </tr>
          </tfoot>
        )}
      </table>
    </div>
  )
}

function Downloads({ day }: { day: string }) {
  const { t } = useTranslator()
  const { language } = useRoute()
  const api = useApi<DayApi>()
  const { download, isBusy, failure } = useDownload(t('bill.failed'))
  return (
    <div className={styles.downloads}>
      <PdfDownloads
        name={`daily-report-${day}`}
        recipientLanguage={language}
        fetchFile={(chosenLanguage) => api.getDailyReportPdf({ day, language: chosenLanguage })}
        className="row-2"
      />
      <Button
        variant="secondary"
        isBusy={isBusy}
        onClick={() => void download(`daily-report-${day}.csv`, () => api.getDailyReportFile({ day }))}
      >
        {t('desk.report_csv')}
      </Button>
      {failure && <Failure>{failure}</Failure>}
    </div>
  )
}
