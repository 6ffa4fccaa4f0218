import { inTheirLanguage, type Company } from '#content/company.ts'
import { isOwn, registerColumns, type AskedColumn, type Asking, type ColumnName } from '#content/register-asking.ts'
import type { Language } from '#routes/public.ts'

/** What is asked in this house. */
export const columnsOf = (company: Company, language: Language): AskedColumn[] =>
  registerColumns.flatMap(({ name, kind, asked }) => {
    const asking: Asking = company.registerAsks[name] ?? asked
    if (asking === 'nobody') return []
    const [foreign, needed] = [asking.startsWith('abroad'), asking.endsWith('needed')]
    return { name, kind, foreign, needed, title: titleOf(company, name, language) }
  })

/** What is asked now, and what somebody was asked when they were registered. */
export const askedOrKept = (company: Company, language: Language, persons: readonly Record<ColumnName, string>[]) =>
  registerColumns
    .filter(
      ({ name, asked }) =>
        (company.registerAsks[name] ?? asked) !== 'nobody' || persons.some((person) => person[name] !== ''),
    )
    .map(({ name, kind }) => ({ name, kind, title: titleOf(company, name, language) }))

function titleOf({ registerTitles }: Company, name: ColumnName, language: Language): string | null {
  const title = isOwn(name) ? registerTitles[name] : undefined
  return title ? inTheirLanguage(title, language) : null
}
