import { toFeeLogDetails } from '#stays/bookings/cancelling/cancelling.ts'
import { createPaymentOption, readAmounts } from '#stays/bookings/emails/amounts.ts'
import { composeNoShowEmail } from '#stays/bookings/emails/guest-emails.ts'
import { getStatus } from '#stays/bookings/status.ts'
import { createRecipient } from '#stays/bookings/stay-link.ts'
import { mergeRooms } from '#stays/bookings/stay-with-rooms.ts'
import { getBookingReference } from '#stays/bookings/store.ts'
import { computeToday } from '#stays/availability/stay.ts'
import { parseTerms } from '#stays/policies/terms.ts'
import { loadCompany } from '#content/company.ts'
import { enqueueEmail } from '#mail/outbox.ts'
import type { RequestContext } from '#platform/contract.ts'
import type { Database, Transaction } from '#platform/database/database.ts'
import { conflict } from '#platform/errors.ts'
import { runDeskTransaction, applyStayChanges, withCancellation, type DeskOperation } from './stay-changes.ts'
import { hasActiveRooms, lockStayVersion, type DeskStay, type StayVersion } from './stays.ts'
import { refundIfDue } from './undo.ts'

/** Marks a stay as a no-show and releases its nights and unit. Charges the agreed fee or waives it. */
export const markNoShow = (
  db: Database,
  ctx: RequestContext,
  { fee, notifiesGuest, ...form }: StayVersion & { fee: 'agreed' | 'none'; notifiesGuest: boolean },
): Promise<DeskOperation> =>
  runDeskTransaction(db, async (transaction) => {
    const stay = await lockStayVersion(transaction, form)
    const company = await loadCompany(transaction, ctx)
    const status = getStatus(stay, ctx.now)
    if (status !== 'confirmed') throw conflict(`booking.now_${status}`)
    if (stay.check_in > computeToday(company, ctx.now)) throw conflict('desk.arrives_later')
    const agreedFee = parseTerms(stay.terms).noShowPoisha
    const chargedFee = fee === 'agreed' ? agreedFee : 0
    const after = { ...withCancellation(stay, chargedFee, ctx), status: 'no_show' } as const
    const changes = [{ before: stay, after }]
    const operation = await applyStayChanges(transaction, ctx, 'no-show recorded', changes, {
      extraFields: toFeeLogDetails(chargedFee, agreedFee),
    })
    await refundIfDue(transaction, ctx, stay, { operationId: operation.id, isAnnounced: notifiesGuest })
    if (notifiesGuest) await emailNoShow(transaction, ctx, stay, operation.id)
    return operation
  })

/** Emails the guest about the no-show. Undoing the operation emails them again. */
async function emailNoShow(db: Transaction, ctx: RequestContext, stay: DeskStay, operationId: number): Promise<void> {
  if (stay.email === '') return
  await db.updateTable('desk_operation').set({ guest_emailed: 1 }).where('id', '=', operationId).execute()
  const code = getBookingReference(stay)
  const booking = await db.selectFrom('booking').selectAll().where('id', '=', stay.id).executeTakeFirstOrThrow()
  const missedStay = mergeRooms([{ ...booking, code }])
  const [company, amounts] = [await loadCompany(db, ctx), await readAmounts(db, missedStay, ctx.now)]
  const hasOtherRooms = await hasActiveRooms(db, code)
  const recipient = await createRecipient(
    db,
    ctx,
    missedStay,
    hasOtherRooms ? {} : createPaymentOption(amounts, company, ctx),
  )
  const email = composeNoShowEmail(missedStay, recipient, { now: ctx.now, amounts, hasOthers: hasOtherRooms })
  await enqueueEmail(db, ctx.now, stay.email, recipient.language, email, company)
}
