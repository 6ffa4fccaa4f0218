import { sql, type RawBuilder } from 'kysely'
import type { Language } from '#routes/public.ts'

/** Selects the column of a language: `localized('bn', 'room.name')`. English is the fallback for missing Bangla. */
export function localized(language: Language, column: string): RawBuilder<string> {
  const english = sql.ref<string>(`${column}_en`)
  return language === 'en'
    ? sql<string>`${english}`
    : sql<string>`coalesce(${sql.ref<string>(`${column}_bn`)}, ${english})`
}
