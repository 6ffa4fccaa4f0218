import { useTranslator } from '#platform/pages/page.tsx'
import { inLanguage, type Language } from '#routes/public.ts'
import { formatAmount } from './amounts.ts'
import { Download } from './download.tsx'
import styles from './figures-page.module.css'
import { Panel, Table } from './panel.tsx'
import { PartsChart, type Part } from './parts-chart.tsx'
import type { Sheet, SheetRow } from './sheet.ts'
import { StaysLink } from './stays-link.tsx'

/** A panel that shows a sheet as chart and table, with a CSV download and a definition. */
export function SheetPanel({
  sheet,
  days: { from, until },
  file,
}: {
  sheet: Sheet
  /** The shown period. */
  days: { from: string; until: string }
  file: Pick<Parameters<typeof Download>[0], 'name' | 'fetchFile'>
}) {
  const translator = useTranslator()
  const { t, language } = translator
  const { title, about, rowHeading, columns, drawnColumn, rows, sum, isCompared } = sheet
  if (rows.length === 0) return null
  const isAmount = (row: SheetRow, index: number) => Boolean(columns[index]!.isAmount || row.isAmount)
  const formatCell = (row: SheetRow, index: number, value: number | null | undefined) =>
    value == null
      ? t('figures.none')
      : isAmount(row, index)
        ? formatAmount(translator, value)
        : translator.number(value)
  const renderCell = (row: SheetRow, index: number) => {
    const value = row.now[index]
    if (index > 0 || !row.stays || !value) return formatCell(row, index, value)
    return (
      <StaysLink filter={{ ...row.stays, from, until }} name={row.name}>
        {formatCell(row, index, value)}
      </StaysLink>
    )
  }
  return (
    <Panel title={title} about={about} tools={<Download {...file} subject={title} />}>
      <div className={columns.length > 2 ? styles.besideWide : styles.besideFacts}>
        <PartsChart
          label={title}
          parts={toParts(sheet, t('figures.others'))}
          format={(value) => translator.number(columns[drawnColumn]!.isAmount ? Math.round(value) : value)}
        />
        <Table
          caption={title}
          rowHeading={rowHeading}
          rows={rows}
          getName={renderName(language)}
          columns={[
            ...columns.map((column, index) => ({
              name: column.name,
              isMain: index === drawnColumn,
              getValue: (row: SheetRow) => renderCell(row, index),
            })),
            ...(isCompared
              ? [
                  {
                    name: columns[drawnColumn]!.nameBefore,
                    getValue: (row: SheetRow) => formatCell(row, drawnColumn, row.before?.[drawnColumn]),
                  },
                ]
              : []),
          ]}
          {...(sum && { sum })}
        />
      </div>
    </Panel>
  )
}

/** Links the name of a row to its page on the website, if there is one. */
const renderName = (language: Language) => (row: SheetRow) =>
  row.path ? <a href={inLanguage(row.path, language)}>{row.name}</a> : row.name

/** The maximum number of bars. The remaining rows become one bar. */
const MAX_BARS = 8

function toParts({ rows, drawnColumn }: Sheet, othersLabel: string): Part[] {
  const parts = rows
    .filter(({ isDrawn }) => isDrawn)
    .map(({ name, now, before }) => ({ name, value: now[drawnColumn] ?? null, before: before?.[drawnColumn] ?? null }))
  if (parts.length <= MAX_BARS + 1) return parts
  const remainingParts = parts.slice(MAX_BARS)
  const sum = (getValue: (part: Part) => number | null) =>
    remainingParts.reduce((all, part) => all + (getValue(part) ?? 0), 0)
  const isCompared = remainingParts.some(({ before }) => before !== null)
  return [
    ...parts.slice(0, MAX_BARS),
    { name: othersLabel, value: sum(({ value }) => value), before: isCompared ? sum(({ before }) => before) : null },
  ]
}
