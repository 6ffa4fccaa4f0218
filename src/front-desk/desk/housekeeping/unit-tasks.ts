import type { RequestContext } from '#platform/contract.ts'
import { inTransaction, type Database } from '#platform/database/database.ts'
import { claimOperation } from '#platform/database/idempotency-key.ts'
import { invalid, notFound } from '#platform/errors.ts'
import { recordChange } from '#platform/audit.ts'
import { lockUnits } from '#stays/availability/unit-nights.ts'

const MAX_OPEN_TASKS = 20

/** Adds a task to a unit. The desk sees it among the tasks of the day. */
export async function addUnitTask(
  db: Database,
  ctx: RequestContext,
  form: { unitId: number; text: string },
): Promise<void> {
  const { unitId, text } = form
  const { now, account } = ctx
  await inTransaction(db, async (transaction) => {
    if (!(await claimOperation(transaction, ctx, 'unit task', form))) return
    const unit = await transaction.selectFrom('unit').selectAll().where('id', '=', unitId).executeTakeFirst()
    if (!unit) throw notFound()
    await lockUnits(transaction, [unitId])
    const openTasks = await transaction
      .selectFrom('desk_note')
      .select('id')
      .where('unit_id', '=', unitId)
      .where('is_task', '=', 1)
      .where('done_at', 'is', null)
      .limit(MAX_OPEN_TASKS)
      .execute()
    if (openTasks.length === MAX_OPEN_TASKS) throw invalid({ text: 'error.too_many_unit_tasks' })
    await transaction
      .insertInto('desk_note')
      .values({
        text,
        is_task: 1,
        booking_id: null,
        unit_id: unitId,
        show_at: null,
        due_at: null,
        written_at: now,
        written_by: account!.id,
      })
      .execute()
    await recordChange(transaction, ctx, 'unit task added', `room ${unit.room_id}`, {
      after: { [`task ${unit.name}`]: text },
    })
  })
}

/** Marks a task as done or reopens it. Has no effect if the task is in that state already. */
export async function setUnitTaskDone(
  db: Database,
  ctx: RequestContext,
  { id, isDone }: { id: number; isDone: boolean },
): Promise<void> {
  await inTransaction(db, async (transaction) => {
    const task = await transaction
      .selectFrom('desk_note')
      .innerJoin('unit', 'unit.id', 'desk_note.unit_id')
      .select(['unit.name', 'unit.room_id', 'desk_note.text'])
      .where('desk_note.id', '=', id)
      .where('is_task', '=', 1)
      .executeTakeFirst()
    if (!task) throw notFound()
    const { numUpdatedRows } = await transaction
      .updateTable('desk_note')
      .set(isDone ? { done_at: ctx.now, done_by: ctx.account!.id } : { done_at: null, done_by: null })
      .where('id', '=', id)
      .where('done_at', isDone ? 'is' : 'is not', null)
      .executeTakeFirst()
    if (numUpdatedRows === 0n) return
    await recordChange(transaction, ctx, isDone ? 'unit task done' : 'unit task reopened', `room ${task.room_id}`, {
      after: { [`task ${task.name}`]: task.text },
    })
  })
}
