import type { MessageKey } from '#locales/translator.ts'
import { conflict } from '../errors.ts'
import type { PublishTransaction } from './publish.ts'

/** Throws a conflict unless `ids` contains every existing ID exactly once. */
export function assertContainsEveryId<Id extends number | string>(
  existingRows: readonly { id: Id }[],
  ids: readonly Id[],
  userError: MessageKey,
): void {
  const existingIds = new Set(existingRows.map(({ id }) => id))
  if (new Set(ids).size !== ids.length || ids.length !== existingIds.size || !ids.every((id) => existingIds.has(id)))
    throw conflict(userError)
}

/** Sets the positions in the order of `ids`, starting at 1. */
export async function savePositions(
  tx: PublishTransaction,
  table: 'room' | 'facility_group' | 'slide' | 'product',
  ids: readonly number[],
): Promise<void> {
  for (const [index, id] of ids.entries())
    await tx
      .updateTable(table)
      .set({ position: index + 1 })
      .where('id', '=', id)
      .execute()
}
