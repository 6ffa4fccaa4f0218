import { inTheirLanguage, type Company } from '#content/company.ts'
import { isOwn, registerColumns, type AskedColumn, type Asking, type ColumnName } from '#content/register-asking.ts'
import type { Language } from '#routes/public.ts'

/** Returns the columns that the property requests from its guests. */
export const listColumns = (company: Company, language: Language): AskedColumn[] =>
  registerColumns.flatMap(({ name, kind, asked }) => {
    const rule: Asking = company.registerAsks[name] ?? asked
    if (rule === 'nobody') return []
    const [foreign, needed] = [rule.startsWith('abroad'), rule.endsWith('needed')]
    return { name, kind, foreign, needed, title: customTitle(company, name, language) }
  })

/** Returns the columns that are requested now and those that are filled in for one of the persons. */
export const listPrintedColumns = (
  company: Company,
  language: Language,
  persons: readonly Record<ColumnName, string>[],
) =>
  registerColumns
    .filter(
      ({ name, asked }) =>
        (company.registerAsks[name] ?? asked) !== 'nobody' || persons.some((person) => person[name] !== ''),
    )
    .map(({ name, kind }) => ({ name, kind, title: customTitle(company, name, language) }))

function customTitle({ registerTitles }: Company, name: ColumnName, language: Language): string | null {
  const title = isOwn(name) ? registerTitles[name] : undefined
  return title ? inTheirLanguage(title, language) : null
}
