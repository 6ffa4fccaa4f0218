import type { MessageKey } from '#locales/translator.ts'
import { conflict } from '../errors.ts'
import type { PublishTransaction } from './publish.ts'

/** Throws a conflict unless `ids` contains every existing ID exactly once. */
export function mustNameAll<Id extends number | string>(
  there: readonly { id: Id }[],
  ids: readonly Id[],
  userError: MessageKey,
): void {
  const known = new Set(there.map(({ id }) => id))
  if (new Set(ids).size !== ids.length || ids.length !== known.size || !ids.every((id) => known.has(id)))
    throw conflict(userError)
}

/** Sets the positions in the order of `ids`, starting at 1. */
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
