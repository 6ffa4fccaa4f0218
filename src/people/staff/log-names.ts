import type { Database } from '#platform/database/database.ts'
import { pickLocalizedName } from '#locales/localized-name.ts'
import type { Language } from '#routes/public.ts'

/** A changed field of a log entry, as it is shown. */
export interface LogChange {
  field: string
  before: unknown
  after: unknown
}

type RecordKind = 'category' | 'room' | 'extra'

/** Fields of posts that contain the ID of another record. */
const kindByField: Readonly<Record<string, RecordKind>> = {
  category: 'category',
  category_id: 'category',
  room: 'room',
  included_extras: 'extra',
}

/**
 * Returns a function that replaces the IDs of records in the changes of a post with their names. A removed record keeps
 * its ID. The names are loaded once, for the first entry that needs them.
 */
export function createRecordNamer(db: Database, language: Language) {
  let pendingNames: Promise<Names> | undefined
  return async <Entry extends { subject: string; changes: readonly LogChange[] }>(entry: Entry): Promise<Entry> => {
    if (!entry.subject.startsWith('post ') || !entry.changes.some(({ field }) => field in kindByField)) return entry
    const names = await (pendingNames ??= loadNames(db, language))
    return { ...entry, changes: entry.changes.map((change) => nameRecord(change, names)) }
  }
}

type Names = Record<RecordKind, ReadonlyMap<number, string>>

async function loadNames(db: Database, language: Language): Promise<Names> {
  const toNames = (rows: readonly { id: number; name_en: string; name_bn: string | null }[]) =>
    new Map(rows.map((row) => [row.id, pickLocalizedName(language, row)]))
  return {
    category: toNames(
      await db.selectFrom('category').select(['id', 'title_en as name_en', 'title_bn as name_bn']).execute(),
    ),
    room: toNames(await db.selectFrom('room').select(['id', 'name_en', 'name_bn']).execute()),
    extra: toNames(await db.selectFrom('extra').select(['id', 'name_en', 'name_bn']).execute()),
  }
}

function nameRecord(change: LogChange, names: Names): LogChange {
  const kind = kindByField[change.field]
  if (!kind) return change
  const getName = (value: unknown) =>
    kind === 'extra' && typeof value === 'string'
      ? value.replaceAll(/× (\d+)/g, (text, id: string) =>
          names.extra.has(Number(id)) ? `× ${names.extra.get(Number(id))}` : text,
        )
      : (names[kind].get(value as number) ?? value)
  return { ...change, before: getName(change.before), after: getName(change.after) }
}
