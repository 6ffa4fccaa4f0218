import { computeToday } from '#stays/availability/stay.ts'
import { getRemainingAmount, loadBalance } from '#stays/bookings/balance.ts'
import { enqueueRefund } from '#stays/bookings/cancelling/cancelling.ts'
import { readAmounts } from '#stays/bookings/emails/amounts.ts'
import { composeReinstatedEmail } from '#stays/bookings/emails/guest-emails.ts'
import { getStatusTraits } from '#stays/bookings/status.ts'
import { createRecipient } from '#stays/bookings/stay-link.ts'
import { getBookingReference, selectBookingByCode } from '#stays/bookings/store.ts'
import { loadStay } from '#stays/bookings/stay-with-rooms.ts'
import { reverseCharge } from '#stays/bills/charges.ts'
import { loadCompany } from '#content/company.ts'
import { enqueueEmail } from '#mail/outbox.ts'
import { hasPermission } from '#schema/permissions.ts'
import type { RequestContext } from '#platform/contract.ts'
import type { Database, Transaction } from '#platform/database/database.ts'
import { conflict, notFound } from '#platform/errors.ts'
import { translatorFor } from '#locales/both.ts'
import { runInBatches } from '#platform/background/cleanup.ts'
import { notifyGuests } from './arrangements.ts'
import { runDeskTransaction, applyStayChanges, type StaySnapshot } from './stay-changes.ts'
import { readFirstOpenNight } from './days.ts'
import { lockStays, type DeskStay } from './stays.ts'
import { DAY_MS, MINUTE_MS } from '#platform/durations.ts'

/** An operation can be undone for this long. Later, staff correct it with a new operation. */
const UNDO_TTL_MS = 10 * MINUTE_MS
const UNDONE_RETENTION_MS = 7 * DAY_MS

/**
 * Undoes a desk operation, with the same night counters as every booking. Rejects the undo if one of the stays has
 * changed since, or if other stays have taken the nights or units. To revert an undo, repeat the operation.
 */
export async function undoDeskOperation(
  db: Database,
  ctx: RequestContext,
  { operation_id: operation }: { operation_id: number },
): Promise<void> {
  await runDeskTransaction(db, (transaction) => undoOperation(transaction, ctx, operation))
}

/** Undoes an operation in a running transaction. Returns the action and the references of its stays. */
export async function undoOperation(
  db: Transaction,
  ctx: RequestContext,
  id: number,
): Promise<{ action: string; codes: string[] }> {
  const operation = await db.selectFrom('desk_operation').selectAll().where('id', '=', id).executeTakeFirst()
  if (!operation) throw notFound()
  if (operation.undone_at !== null || ctx.now - operation.at > UNDO_TTL_MS) throw conflict('desk.undo_over')
  const [before, after] = [JSON.parse(operation.before), JSON.parse(operation.after)] as [
    StaySnapshot[],
    StaySnapshot[],
  ]
  const stays = await lockStays(
    db,
    before.map(({ id: bookingId }) => bookingId),
  )
  const firstOpenNight = await readFirstOpenNight(db, computeToday(await loadCompany(db, ctx), ctx.now))
  const changes = before.map((snapshot) => {
    const currentStay = stays.find((stay) => stay.id === snapshot.id)
    const version = after.find((stay) => stay.id === snapshot.id)!.version
    if (currentStay?.version !== version)
      throw conflict('desk.undo_changed', { name: currentStay?.name || currentStay?.code || '–' })
    // A stay that waited for an answer or a payment cannot be restored once its nights are released.
    if (getStatusTraits(currentStay.status).releasedNights && getStatusTraits(snapshot.status).awaitsAnswer)
      throw conflict('desk.undo_over')
    // The guest would not be in any list of expected arrivals, because that day is closed.
    if (currentStay.status === 'no_show' && snapshot.status === 'confirmed' && snapshot.check_out <= firstOpenNight)
      throw conflict('desk.stay_over')
    return { before: currentStay, after: { ...currentStay, ...snapshot } }
  })
  const { numUpdatedRows } = await db
    .updateTable('desk_operation')
    .set({ undone_at: ctx.now })
    .where('id', '=', id)
    .where('undone_at', 'is', null)
    .executeTakeFirst()
  if (numUpdatedRows === 0n) throw conflict('desk.undo_over')
  const codes = [...new Set(changes.map(({ before: stay }) => getBookingReference(stay)))]
  const chargeIds = after.flatMap(({ chargeId }) => chargeId ?? [])
  if (chargeIds.length > 0) await reverseCharges(db, ctx, codes[0]!, chargeIds)
  if (operation.action === 'booking cancelled') {
    const [{ before: currentStay, after: snapshot }] = changes as [(typeof changes)[number]]
    const logEntry = { before: { status: currentStay.status }, after: { status: snapshot.status } }
    await applyStayChanges(db, ctx, 'cancellation undone', changes, { isUndo: true, logEntry })
    for (const code of codes) await emailReinstatement(db, ctx, code, 'stay_reinstated')
  } else {
    const { id: undoId } = await applyStayChanges(db, ctx, 'desk operation undone', changes, { isUndo: true })
    if (operation.guest_emailed && operation.action === 'no-show recorded')
      for (const code of codes) await emailReinstatement(db, ctx, code, 'stay_no_show_undone')
    else if (operation.guest_emailed) await notifyGuests(db, ctx, changes, undoId)
  }
  return { action: operation.action, codes }
}

/** Reverses the charges of a check-out that are still on the bill. */
async function reverseCharges(db: Transaction, ctx: RequestContext, code: string, ids: readonly number[]) {
  const charges = await db
    .selectFrom('charge')
    .selectAll()
    .where('id', 'in', ids)
    .where(
      'id',
      'not in',
      db
        .selectFrom('charge')
        .select(({ ref }) => ref('reverses_id').$notNull().as('id'))
        .where('reverses_id', 'in', ids),
    )
    .execute()
  const reason = translatorFor(ctx.language).t('desk.check_out_undone')
  for (const charge of charges) await reverseCharge(db, ctx, code, charge, reason)
}

/** Refunds the overpayment of a stay as soon as the operation can no longer be undone. An undo withdraws the refund. */
export const refundAfterUndoPeriod = (
  db: Transaction,
  { account, now }: RequestContext,
  stay: { code: string; stay_code: string | null },
  { operationId, announcedPoisha }: { operationId: number; announcedPoisha: number },
) =>
  enqueueRefund(db, now, getBookingReference(stay), {
    isAgreed: hasPermission(account, 'give money back'),
    announcedPoisha,
    operationId,
    at: now + UNDO_TTL_MS,
  })

/** Refunds the overpayment of a stay, if there is any, as soon as the operation can no longer be undone. */
export async function refundIfDue(
  db: Transaction,
  ctx: RequestContext,
  stay: DeskStay,
  { operationId, isAnnounced }: { operationId: number; isAnnounced: boolean },
): Promise<void> {
  const overpaidPoisha = -getRemainingAmount(await loadBalance(db, getBookingReference(stay)))
  if (overpaidPoisha > 0)
    await refundAfterUndoPeriod(db, ctx, stay, { operationId, announcedPoisha: isAnnounced ? overpaidPoisha : 0 })
}

/** Emails the guest that the stay is booked again. The earlier email is not withdrawn. */
async function emailReinstatement(
  db: Transaction,
  ctx: RequestContext,
  code: string,
  kind: Parameters<typeof composeReinstatedEmail>[0],
): Promise<void> {
  const company = await loadCompany(db, ctx)
  const stay = await loadStay(db, await selectBookingByCode(db, code))
  const recipient = await createRecipient(db, ctx, stay)
  const amounts = await readAmounts(db, stay, ctx.now)
  const email = composeReinstatedEmail(kind, stay, company, recipient, { now: ctx.now, amounts })
  await enqueueEmail(db, ctx.now, stay.email, recipient.language, email, company)
}

/**
 * Deletes operations that can no longer be undone. The log still contains them. Undone operations stay longer, until
 * their refund job has seen that it is withdrawn.
 */
export async function purgeOldOperations(db: Database, now: number): Promise<void> {
  await runInBatches(async (limit) => {
    const oldOperationsQuery = db
      .selectFrom('desk_operation')
      .select('id')
      .where('at', '<', now - UNDO_TTL_MS)
      .where((eb) => eb.or([eb('undone_at', 'is', null), eb('undone_at', '<', now - UNDONE_RETENTION_MS)]))
      .orderBy('at')
      .limit(limit)
    return (await db.deleteFrom('desk_operation').where('id', 'in', oldOperationsQuery).executeTakeFirst())
      .numDeletedRows
  })
}
