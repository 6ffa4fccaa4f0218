import { today } from '#stays/availability/stay.ts'
import { refundLater } from '#stays/bookings/cancelling.ts'
import { standsAgainEmail } from '#stays/bookings/emails.ts'
import { lifeOf } from '#stays/bookings/status.ts'
import { readerOf } from '#stays/bookings/stay-link.ts'
import { codeOf, bookingByCode } from '#stays/bookings/store.ts'
import { wholeStay } from '#stays/bookings/whole-stay.ts'
import { companyOf } from '#content/company.ts'
import { enqueueEmail } from '#mail/outbox.ts'
import { may } from '#schema/permissions.ts'
import type { RequestContext } from '#platform/contract.ts'
import type { Database, Transaction } from '#platform/database/database.ts'
import { conflict, notFound } from '#platform/errors.ts'
import { inBatches } from '#platform/work/housekeeping.ts'
import { tellWhoBooked } from './arranging.ts'
import { atDesk, changeStays, type KeptStay } from './changing.ts'
import { openFrom } from './days.ts'
import { takeStays } from './stays.ts'

/** An operation can be undone for this long. Later it is corrected by a new operation. */
const UNDO_LASTS_MS = 10 * 60_000

/**
 * Undoes a desk operation, with the night counters of every booking. Rejects it if one of the stays was changed since,
 * or if other stays have the nights or units by now. Repeating the operation reverts an undo.
 */
export async function undoAct(db: Database, ctx: RequestContext, { act }: { act: number }): Promise<void> {
  await atDesk(db, (transaction) => takeBack(transaction, ctx, act))
}

/** Undoes an operation in a running transaction. Returns the action and the references of its stays. */
export async function takeBack(
  db: Transaction,
  ctx: RequestContext,
  id: number,
): Promise<{ act: string; codes: string[] }> {
  const act = await db.selectFrom('desk_act').selectAll().where('id', '=', id).executeTakeFirst()
  if (!act) throw notFound()
  if (act.undone_at !== null || ctx.now - act.at > UNDO_LASTS_MS) throw conflict('desk.undo_over')
  const [before, after] = [JSON.parse(act.before), JSON.parse(act.after)] as [KeptStay[], KeptStay[]]
  const stays = await takeStays(
    db,
    before.map(({ id: bookingId }) => bookingId),
  )
  const since = await openFrom(db, today(await companyOf(db, ctx), ctx.now))
  const changes = before.map((was) => {
    const is = stays.find((stay) => stay.id === was.id)
    const version = after.find((stay) => stay.id === was.id)!.version
    if (is?.version !== version) throw conflict('desk.undo_changed', { name: is?.name || is?.code || '–' })
    // A stay that waited for an answer or a payment held its nights for a limited time.
    if (lifeOf(is.status).cameToNothing && lifeOf(was.status).awaitsAnswer) throw conflict('desk.undo_over')
    // Once the day is closed, nobody would expect the guest.
    if (is.status === 'no_show' && was.status === 'confirmed' && was.check_out <= since) throw conflict('desk.is_past')
    return { before: is, after: { ...is, ...was } }
  })
  const { numUpdatedRows } = await db
    .updateTable('desk_act')
    .set({ undone_at: ctx.now })
    .where('id', '=', id)
    .where('undone_at', 'is', null)
    .executeTakeFirst()
  if (numUpdatedRows === 0n) throw conflict('desk.undo_over')
  const codes = [...new Set(changes.map(({ before: stay }) => codeOf(stay)))]
  if (act.act === 'booking cancelled') {
    const [{ before: is, after: was }] = changes as [(typeof changes)[number]]
    const toldAs = { before: { status: is.status }, after: { status: was.status } }
    await changeStays(db, ctx, 'cancelling taken back', changes, { undoes: true, toldAs })
    for (const code of codes) await tellItStands(db, ctx, code, 'stay_stands_again')
  } else {
    const undoing = await changeStays(db, ctx, 'desk undone', changes, { undoes: true })
    if (act.is_told && act.act === 'guest did not come')
      for (const code of codes) await tellItStands(db, ctx, code, 'stay_expected_again')
    else if (act.is_told) await tellWhoBooked(db, ctx, changes, undoing)
  }
  return { act: act.act, codes }
}

/** Refunds the payment for a cancelled room, once the operation can no longer be undone. */
export const refundOnceDone = (
  db: Transaction,
  { account, now }: RequestContext,
  stay: { code: string; stay_code: string | null },
) =>
  refundLater(db, now, codeOf(stay), {
    isAgreed: may(account, 'give money back'),
    at: now + UNDO_LASTS_MS,
  })

/** Emails the guest that the stay is booked again. The earlier email is not withdrawn. */
async function tellItStands(
  db: Transaction,
  ctx: RequestContext,
  code: string,
  kind: Parameters<typeof standsAgainEmail>[0],
): Promise<void> {
  const company = await companyOf(db, ctx)
  const stay = await wholeStay(db, await bookingByCode(db, code))
  const reader = await readerOf(db, ctx, stay)
  const email = standsAgainEmail(kind, stay, company, reader, ctx.now)
  await enqueueEmail(db, ctx.now, stay.email, reader.language, email, company)
}

/** Deletes operations that can no longer be undone. The log still contains them. */
export async function purgeOldActs(db: Database, now: number): Promise<void> {
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
