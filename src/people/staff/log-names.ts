import type { Database } from '#platform/database/database.ts'
import { localizedName } from '#locales/localized-name.ts'
import type { Language } from '#routes/public.ts'

/** A changed field of a log entry, as it is shown. */
export interface LogChange {
  field: string
  before: unknown
  after: unknown
}

type Kind = 'category' | 'room' | 'extra'

/** Fields of posts that contain the ID of another record. */
const kindOfField: Readonly<Record<string, Kind>> = {
  category: 'category',
  category_id: 'category',
  room: 'room',
  included_extras: 'extra',
}

/** Replaces the IDs of records in the changes of posts with their names. A removed record keeps its ID. */
export async function nameRecords<Entry extends { subject: string; changes: readonly LogChange[] }>(
  db: Database,
  language: Language,
  entries: readonly Entry[],
): Promise<Entry[]> {
  const isNamed = ({ subject, changes }: Entry) =>
    subject.startsWith('post ') && changes.some(({ field }) => field in kindOfField)
  if (!entries.some(isNamed)) return [...entries]
  const names: Record<Kind, ReadonlyMap<number, string>> = {
    category: toNames(
      language,
      await db.selectFrom('category').select(['id', 'title_en as name_en', 'title_bn as name_bn']).execute(),
    ),
    room: toNames(language, await db.selectFrom('room').select(['id', 'name_en', 'name_bn']).execute()),
    extra: toNames(language, await db.selectFrom('extra').select(['id', 'name_en', 'name_bn']).execute()),
  }
  const nameIn = (kind: Kind, value: unknown) =>
    kind === 'extra' && typeof value === 'string'
      ? value.replaceAll(/× (\d+)/g, (text, id: string) =>
          names.extra.has(Number(id)) ? `× ${names.extra.get(Number(id))}` : text,
        )
      : (names[kind].get(value as number) ?? value)
  return entries.map((entry) =>
    isNamed(entry)
      ? {
          ...entry,
          changes: entry.changes.map((change) => {
            const kind = kindOfField[change.field]
            return kind ? { ...change, before: nameIn(kind, change.before), after: nameIn(kind, change.after) } : change
          }),
        }
      : entry,
  )
}

const toNames = (language: Language, rows: readonly { id: number; name_en: string; name_bn: string | null }[]) =>
  new Map(rows.map((row) => [row.id, localizedName(language, row)]))
