import { useWords } from '#platform/pages/page.tsx'
import { inLanguage, type Language } from '#routes/public.ts'
import { amountSaid } from './amounts.ts'
import { Download } from './download.tsx'
import styles from './figures-page.module.css'
import { Panel, Table } from './parts.tsx'
import { PartsChart, type Part } from './parts-chart.tsx'
import type { Sheet, SheetRow } from './sheet.ts'
import { ToStays } from './to-stays.tsx'

/** Figures that are told together: drawn, in a table beside it, and as a file; their definition is one press away. */
export function SheetPanel({
  sheet,
  days: { from, until },
  file,
}: {
  sheet: Sheet
  /** Those that are shown. */
  days: { from: string; until: string }
  file: Pick<Parameters<typeof Download>[0], 'name' | 'fetchFile'>
}) {
  const translator = useWords()
  const { t, language } = translator
  const { title, about, named, columns, drawn, rows, sum, isCompared } = sheet
  if (rows.length === 0) return null
  const isAmount = (row: SheetRow, at: number) => Boolean(columns[at]!.isAmount || row.isAmount)
  const said = (row: SheetRow, at: number, value: number | null | undefined) =>
    value == null ? t('figures.none') : isAmount(row, at) ? amountSaid(translator, value) : translator.number(value)
  const cell = (row: SheetRow, at: number) => {
    const value = row.now[at]
    if (at > 0 || !row.stays || !value) return said(row, at, value)
    return (
      <ToStays asked={{ ...row.stays, from, until }} name={row.name}>
        {said(row, at, value)}
      </ToStays>
    )
  }
  return (
    <Panel title={title} about={about} tools={<Download {...file} of={title} />}>
      <div className={columns.length > 2 ? styles.besideWide : styles.besideFacts}>
        <PartsChart
          label={title}
          parts={partsOf(sheet, t('figures.others'))}
          say={(value) => (columns[drawn]!.isAmount ? amountSaid(translator, value) : translator.number(value))}
        />
        <Table
          caption={title}
          named={named}
          rows={rows}
          nameOf={nameIn(language)}
          columns={[
            ...columns.map((column, at) => ({ name: column.name, of: (row: SheetRow) => cell(row, at) })),
            ...(isCompared
              ? [
                  {
                    name: columns[drawn]!.nameBefore,
                    of: (row: SheetRow) => said(row, drawn, row.before?.[drawn]),
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

/** What has a page on the website leads there. */
const nameIn = (language: Language) => (row: SheetRow) =>
  row.path ? <a href={inLanguage(row.path, language)}>{row.name}</a> : row.name

/** More bars than these say less than the table does: the rest is drawn as one. */
const MAX_PARTS = 8

function partsOf({ rows, drawn }: Sheet, others: string): Part[] {
  const parts = rows
    .filter(({ isDrawn }) => isDrawn)
    .map(({ name, now, before }) => ({ name, value: now[drawn] ?? null, before: before?.[drawn] ?? null }))
  if (parts.length <= MAX_PARTS + 1) return parts
  const rest = parts.slice(MAX_PARTS)
  const sum = (of: (part: Part) => number | null) => rest.reduce((all, part) => all + (of(part) ?? 0), 0)
  const isCompared = rest.some(({ before }) => before !== null)
  return [
    ...parts.slice(0, MAX_PARTS),
    { name: others, value: sum(({ value }) => value), before: isCompared ? sum(({ before }) => before) : null },
  ]
}
