import type { MessageKey } from '#locales/translator.ts'
import { conflict } from '../errors.ts'
import type { PublishTransaction } from './publish.ts'

/** Whoever puts things in order names all that there are, each once, and nothing else. */
export function mustNameAll<Id extends number | string>(
  there: readonly { id: Id }[],
  ids: readonly Id[],
  userError: MessageKey,
): void {
  const known = new Set(there.map(({ id }) => id))
  if (new Set(ids).size !== ids.length || ids.length !== known.size || !ids.every((id) => known.has(id)))
    throw conflict(userError)
}

/** They stand as they are named, from the first on. */
export async function writeOrder(
  tx: PublishTransaction,
  table: 'room' | 'facility_group' | 'slide' | 'product',
  ids: readonly number[],
): Promise<void> {
  for (const [at, id] of ids.entries())
    await tx
      .updateTable(table)
      .set({ position: at + 1 })
      .where('id', '=', id)
      .execute()
}
