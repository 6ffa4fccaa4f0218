import { createPaymentOption, readAmounts } from '#stays/bookings/emails/amounts.ts'
import { composeCompanyChangedStayEmail } from '#stays/bookings/emails/company-emails.ts'
import { enqueueRefund } from '#stays/bookings/cancelling/cancelling.ts'
import { expireHolds } from '#stays/bookings/hold.ts'
import { toGuestContext, createRecipient } from '#stays/bookings/stay-link.ts'
import { verifyStay } from '#stays/bookings/verification.ts'
import { selectBookingByCode, loadRoomsOfStay, lockStay, type BookedRow } from '#stays/bookings/store.ts'
import { loadStay, type StayWithRooms } from '#stays/bookings/stay-with-rooms.ts'
import { loadCompany } from '#content/company.ts'
import { runDeskTransaction, applyStayChanges } from '../desk/stay-changes.ts'
import { mailGuestAndCompany } from '#mail/outbox.ts'
import type { RequestContext } from '#platform/contract.ts'
import type { Database } from '#platform/database/database.ts'
import { conflict, invalid } from '#platform/errors.ts'
import { composeChangedByGuestEmail } from './emails.ts'
import { changesNothing, planChange, type StayChangePlan, type RequestedChange } from './plan.ts'

/** A change that a guest or member requests, signed in or through the link in an email. */
interface ChangeRequest {
  first: BookedRow
  /** Whether the guest uses the link from an email, which proves that the address is theirs. */
  isByLink: boolean
  requestedChange: RequestedChange
}

/**
 * Calculates the price of a change of the stay without applying it. Rejects a change that is not possible or changes
 * nothing.
 */
export async function planStayChange(
  db: Database,
  ctx: RequestContext,
  { first: firstRoom, requestedChange }: Omit<ChangeRequest, 'isByLink'>,
): Promise<StayChangePlan> {
  await expireHolds(db, ctx.now, ctx.context)
  const plan = await planChange(db, ctx, await loadRoomsOfStay(db, firstRoom), requestedChange)
  if (changesNothing(plan)) throw invalid({ form: 'change.nothing' })
  return plan
}

/**
 * Changes a stay in one transaction: nights, rooms, guests, price, refund and the emails to the guest and the company.
 * Rejects the change if the price differs from the one shown. A repeated request gets the same response and has no
 * further effect.
 */
export async function changeStay(
  db: Database,
  ctx: RequestContext,
  { first: firstRoom, isByLink, requestedChange, expectedPoisha }: ChangeRequest & { expectedPoisha: number },
): Promise<StayWithRooms> {
  const { now, language, context } = ctx
  await expireHolds(db, now, context)
  return runDeskTransaction(db, async (transaction) => {
    if (isByLink) await verifyStay(transaction, now, firstRoom.code)
    const plan = await planChange(transaction, ctx, await lockStay(transaction, firstRoom.code), requestedChange)
    const { before, changes, totalPoisha } = plan
    if (changesNothing(plan)) return before
    if (totalPoisha !== expectedPoisha) throw conflict('change.price_changed')
    await applyStayChanges(transaction, toGuestContext(ctx, firstRoom), 'stay changed by guest', changes)
    const company = await loadCompany(transaction, ctx)
    const updatedStay = await loadStay(transaction, await selectBookingByCode(transaction, firstRoom.code))
    const amounts = await readAmounts(transaction, updatedStay, now)
    const { overpaidPoisha } = amounts
    if (overpaidPoisha > 0)
      await enqueueRefund(transaction, now, firstRoom.code, { isAgreed: true, announcedPoisha: overpaidPoisha })
    const recipient = await createRecipient(transaction, ctx, updatedStay, {
      language,
      ...createPaymentOption(amounts, company, ctx),
    })
    const emails = {
      guestEmail: composeChangedByGuestEmail(updatedStay, company, recipient, { now, amounts, before }),
      companyEmail: composeCompanyChangedStayEmail(
        updatedStay,
        { before, refund: overpaidPoisha },
        company,
        context.publicUrl,
      ),
    }
    await mailGuestAndCompany(transaction, now, company, { ...updatedStay, language }, emails)
    return updatedStay
  })
}
