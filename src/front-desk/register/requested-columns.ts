import { pickTranslation, type Company } from '#content/company.ts'
import {
  isCustomColumn,
  registerColumns,
  type RequestedColumn,
  type RequestScope,
  type ColumnName,
} from '#content/register-columns.ts'
import type { Language } from '#routes/public.ts'

/** Returns the columns that the property requests from its guests. */
export const listColumns = (company: Company, language: Language): RequestedColumn[] =>
  registerColumns.flatMap(({ name, kind, defaultScope }) => {
    const scope: RequestScope = company.registerAsks[name] ?? defaultScope
    if (scope === 'nobody') return []
    const [isForForeigners, isRequired] = [scope.startsWith('abroad'), scope.endsWith('needed')]
    return {
      name,
      kind,
      foreign: isForForeigners,
      needed: isRequired,
      title: formatCustomTitle(company, name, language),
    }
  })

/** Returns the columns that are requested now, and other columns that at least one of the persons has filled in. */
export const listPrintedColumns = (
  company: Company,
  language: Language,
  persons: readonly Record<ColumnName, string>[],
) =>
  registerColumns
    .filter(
      ({ name, defaultScope }) =>
        (company.registerAsks[name] ?? defaultScope) !== 'nobody' || persons.some((person) => person[name] !== ''),
    )
    .map(({ name, kind }) => ({ name, kind, title: formatCustomTitle(company, name, language) }))

function formatCustomTitle({ registerTitles }: Company, name: ColumnName, language: Language): string | null {
  const title = isCustomColumn(name) ? registerTitles[name] : undefined
  return title ? pickTranslation(title, language) : null
}
