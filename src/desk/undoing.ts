import type { Asker } from '../platform/contract.ts'
import type { Database } from '../platform/database/database.ts'
import { conflict, notFound } from '../platform/errors.ts'
import { inBatches } from '../platform/work/housekeeping.ts'
import { atDesk, changeStays, type KeptStay } from './changing.ts'
import { takeStays } from './stays.ts'

/** So long after it was done. Then it is done, and what is to be otherwise is a new act. */
const UNDO_LASTS_MS = 10 * 60_000

/**
 * Puts back what was done at the desk, by the same counters: refused where somebody has changed one of the stays since, and
 * where its nights or its units are somebody else's by now. An undoing can be undone by doing it again.
 */
export async function undoAct(db: Database, asker: Asker, { act: id }: { act: number }): Promise<void> {
  await atDesk(db, async (transaction) => {
    const act = await transaction.selectFrom('desk_act').selectAll().where('id', '=', id).executeTakeFirst()
    if (!act) throw notFound()
    if (act.undone_at !== null || asker.now - act.at > UNDO_LASTS_MS) throw conflict('desk.undo_over')
    const [before, after] = [JSON.parse(act.before), JSON.parse(act.after)] as [KeptStay[], KeptStay[]]
    const stays = await takeStays(
      transaction,
      before.map(({ id: bookingId }) => bookingId),
    )
    const changes = before.map((was) => {
      const is = stays.find((stay) => stay.id === was.id)
      const version = after.find((stay) => stay.id === was.id)!.version
      if (is?.version !== version) throw conflict('desk.undo_changed', { name: is?.name || is?.code || '–' })
      return { before: is, after: { ...is, ...was } }
    })
    const { numUpdatedRows } = await transaction
      .updateTable('desk_act')
      .set({ undone_at: asker.now })
      .where('id', '=', id)
      .where('undone_at', 'is', null)
      .executeTakeFirst()
    if (numUpdatedRows === 0n) throw conflict('desk.undo_over')
    await changeStays(transaction, asker, 'desk undone', changes, { undoes: true })
  })
}

/** What can no longer be undone is kept by the log. */
export async function forgetOldActs(db: Database, now: number): Promise<void> {
  await inBatches(async (most) => {
    const old = db
      .selectFrom('desk_act')
      .select('id')
      .where('at', '<', now - UNDO_LASTS_MS)
      .orderBy('at')
      .limit(most)
    return (await db.deleteFrom('desk_act').where('id', 'in', old).executeTakeFirst()).numDeletedRows
  })
}
