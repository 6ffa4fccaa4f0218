import { recordCharge } from '#ledger/documents.ts'
import { postingTimeOfRequest } from '#ledger/posting.ts'
import { balanceOf } from '#stays/bookings/balance.ts'
import { statusOf } from '#stays/bookings/status.ts'
import { bookingReference } from '#stays/bookings/store.ts'
import { today } from '#stays/availability/stay.ts'
import { feeAt, parseTerms } from '#stays/policies/terms.ts'
import { companyOf } from '#content/company.ts'
import { hasPermission } from '#schema/permissions.ts'
import type { RequestContext } from '#platform/contract.ts'
import type { Database, Transaction } from '#platform/database/database.ts'
import { isoDay } from '#platform/day.ts'
import { conflict, invalid } from '#platform/errors.ts'
import { poishaToBdt } from '#platform/money.ts'
import { translatorFor } from '#locales/both.ts'
import { hasActiveRooms, lockStayVersions, type StayVersion } from './check-in-out.ts'
import { markUnitsDirty } from './housekeeping/condition.ts'
import { sumPrices } from './reprice.ts'
import { applyStayChanges, deskTransaction, type Change, type DeskOperation } from './stay-changes.ts'
import type { DeskNight, DeskStay } from './stays.ts'
import { refundAfterUndoPeriod } from './undo.ts'

/** Whether the guest pays for the unused nights of an early departure. */
type UnusedNightsChoice = 'charge' | 'waive'

interface CheckOutForm {
  /** Required for an early departure. */
  unused: UnusedNightsChoice | null
  /** Why the choice differs from the one that the agreed terms prescribe. */
  unusedReason: string
  /** Why the guest leaves with an unpaid balance. */
  owing: string
  /** Required if the guest has paid more than the stay costs. */
  overpaid: 'refund' | 'credit' | null
  /** Why an overpayment stays on the bill. */
  credit: string
}

/** A check-out that has not happened yet: its changes, and its amounts for each choice. */
interface CheckOutPlan {
  departures: { stay: DeskStay; after: DeskStay; unusedNights: readonly DeskNight[] }[]
  unusedNights: number
  unusedPoisha: number
  /** The choice that the agreed terms prescribe. Null if no night is unused. */
  prescribed: UnusedNightsChoice | null
  /** Whether no other room of the stay is booked or in house, so that the bill must be settled. */
  isLast: boolean
  paidPoisha: number
  outcomes: Record<UnusedNightsChoice, { costsPoisha: number; remainingPoisha: number }>
}

/**
 * Checks out rooms of a stay, all or none, and marks their units dirty. An early departure releases tonight and the
 * later nights; at least one night is charged as usual. Another choice than the terms prescribe needs a reason. When the last room of a stay leaves, the form must settle the
 * bill: an unpaid balance needs a reason, and an overpayment needs a refund or a reason.
 */
export const checkOut = (
  db: Database,
  ctx: RequestContext,
  rooms: readonly StayVersion[],
  form: CheckOutForm,
): Promise<DeskOperation> =>
  deskTransaction(db, async (transaction) => {
    const plan = await planCheckOut(transaction, ctx, await lockStayVersions(transaction, rooms))
    const choice = plan.prescribed === null ? 'waive' : form.unused
    if (choice === null) throw invalid({ unused: 'desk.unused_undecided' })
    const isException = plan.prescribed !== null && choice !== plan.prescribed
    if (isException && form.unusedReason === '') throw invalid({ unused_reason: 'desk.unused_needs_reason' })
    const reason = isException && { unused_reason: form.unusedReason }
    const { remainingPoisha } = plan.outcomes[choice]
    if (plan.isLast) requireSettlement(ctx, remainingPoisha, form)
    const changes: Change[] = []
    for (const departure of plan.departures) changes.push(await buildDeparture(transaction, ctx, departure, choice))
    const isOverpaid = plan.isLast && remainingPoisha < 0
    const operation = await applyStayChanges(transaction, ctx, 'guest left', changes, {
      reason: form.owing,
      extraFields: { ...reason, ...(isOverpaid && overpaymentForLog(-remainingPoisha, form)) },
    })
    const units = changes.flatMap(({ after }) => after.nights.at(-1)!.unitId ?? [])
    await markUnitsDirty(transaction, ctx, units)
    if (isOverpaid && form.overpaid === 'refund')
      await refundAfterUndoPeriod(transaction, ctx, plan.departures[0]!.stay, 0)
    return operation
  })

/** Plans the check-out of rooms of one stay. The preview and the operation both use this plan. */
export async function planCheckOut(
  db: Database,
  ctx: RequestContext,
  stays: readonly DeskStay[],
): Promise<CheckOutPlan> {
  const code = bookingReference(stays[0]!)
  if (stays.some((stay) => bookingReference(stay) !== code)) throw invalid({ rooms: 'bill.other_stay' })
  const day = today(await companyOf(db, ctx), ctx.now)
  const departures = stays.map((stay) => planDeparture(stay, ctx, day))
  const unused = departures.flatMap(({ unusedNights }) => unusedNights)
  const unusedPoisha = sumPrices(unused).total_poisha
  const balance = await balanceOf(db, code)
  const outcome = (costsPoisha: number) => ({ costsPoisha, remainingPoisha: costsPoisha - balance.paidPoisha })
  return {
    departures,
    unusedNights: unused.length,
    unusedPoisha,
    prescribed: unused.length === 0 ? null : prescribeChoice(departures, ctx.now),
    isLast: !(await hasActiveRooms(
      db,
      code,
      stays.map(({ id }) => id),
    )),
    paidPoisha: balance.paidPoisha,
    outcomes: {
      charge: outcome(balance.costsPoisha),
      waive: outcome(balance.costsPoisha - unusedPoisha),
    },
  }
}

function planDeparture(stay: DeskStay, ctx: RequestContext, day: number): CheckOutPlan['departures'][number] {
  const status = statusOf(stay, ctx.now)
  if (status !== 'checked_in') throw conflict(`booking.now_${status}`)
  const isUsed = ({ night }: DeskNight, at: number) => at === 0 || night < day
  const nights = stay.nights.filter(isUsed)
  const check_out = nights.at(-1)!.night + 1
  return {
    stay,
    after: { ...stay, nights, ...sumPrices(nights), check_out, status: 'checked_out', left_at: ctx.now },
    unusedNights: stay.nights.filter((night, index) => !isUsed(night, index)),
  }
}

/**
 * Prescribes to charge the unused nights if cancelling would now cost the price of the whole stay. Policies have no fee
 * for a departure during the stay, so with a lower fee it prescribes to waive the nights.
 */
function prescribeChoice(departures: CheckOutPlan['departures'], now: number): UnusedNightsChoice {
  const earlyStays = departures.filter(({ unusedNights }) => unusedNights.length > 0).map(({ stay }) => stay)
  const isWholeStayDue = earlyStays.every((stay) => feeAt(parseTerms(stay.terms), now) >= stay.total_poisha)
  return isWholeStayDue ? 'charge' : 'waive'
}

/** Rejects a check-out that leaves the bill open without a decision. */
function requireSettlement(ctx: RequestContext, remainingPoisha: number, form: CheckOutForm): void {
  const seesMoney = hasPermission(ctx.account, 'see money')
  if (remainingPoisha > 0 && form.owing === '')
    throw invalid({
      owing: seesMoney
        ? { key: 'desk.balance_unpaid', values: { owed: poishaToBdt(remainingPoisha) } }
        : 'desk.balance_unpaid_hidden',
    })
  if (remainingPoisha < 0 && form.overpaid === null)
    throw invalid({
      overpaid: seesMoney
        ? { key: 'desk.overpaid', values: { amount: poishaToBdt(-remainingPoisha) } }
        : 'desk.overpaid_hidden',
    })
  if (remainingPoisha < 0 && form.overpaid === 'credit' && form.credit === '')
    throw invalid({ credit: 'desk.credit_needs_reason' })
}

/** Returns the change of one room. Charged nights become a charge on the bill, with the VAT of these nights. */
async function buildDeparture(
  db: Transaction,
  ctx: RequestContext,
  { stay, after, unusedNights }: CheckOutPlan['departures'][number],
  choice: UnusedNightsChoice,
): Promise<Change> {
  const change = { before: stay, after }
  if (unusedNights.length === 0) return change
  const { total_poisha, vat_poisha } = sumPrices(unusedNights)
  if (choice === 'waive') return { ...change, extraFields: { unused_waived: poishaToBdt(total_poisha) } }
  const days = { from: isoDay(unusedNights[0]!.night), to: isoDay(unusedNights.at(-1)!.night + 1) }
  const chargeId = await recordCharge(db, await postingTimeOfRequest(db, ctx), bookingReference(stay), {
    booking_id: stay.id,
    name: translatorFor('en').t('bill.unused_nights', days),
    name_bn: translatorFor('bn').t('bill.unused_nights', days),
    quantity: 1,
    total_poisha,
    vat_poisha,
    vat_basis_points: stay.vat_basis_points,
    service_basis_points: stay.service_basis_points,
    account_id: ctx.account!.id,
  })
  return { ...change, chargeId, extraFields: { unused_charged: poishaToBdt(total_poisha) } }
}

const overpaymentForLog = (poisha: number, { overpaid, credit }: CheckOutForm) =>
  overpaid === 'refund'
    ? { overpaid_refund: poishaToBdt(poisha) }
    : { overpaid_credit: poishaToBdt(poisha), credit_reason: credit }
