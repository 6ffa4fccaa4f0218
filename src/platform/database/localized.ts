import { sql, type RawBuilder } from 'kysely'
import type { Language } from '#routes/public.ts'

/** The reader's column of a text in two languages: `said('bn', 'room.name')`. Where there is no Bangla, the English. */
export function localized(language: Language, column: string): RawBuilder<string> {
  const english = sql.ref<string>(`${column}_en`)
  return language === 'en'
    ? sql<string>`${english}`
    : sql<string>`coalesce(${sql.ref<string>(`${column}_bn`)}, ${english})`
}
