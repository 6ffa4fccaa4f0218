import { recordCharge } from '#ledger/documents.ts'
import { loadPostingTimeOfRequest } from '#ledger/posting.ts'
import { loadBalance } from '#stays/bookings/balance.ts'
import { getStatus } from '#stays/bookings/status.ts'
import { getBookingReference, lockStay } from '#stays/bookings/store.ts'
import { writePayment, type PaymentForm } from '#stays/bills/payments.ts'
import { calculateIncludedVat } from '#stays/availability/price.ts'
import { computeToday } from '#stays/availability/stay.ts'
import { getFeeAt, parseTerms } from '#stays/policies/terms.ts'
import { loadCompany, type Company } from '#content/company.ts'
import { dayIn, timestampAt } from '#platform/clock.ts'
import { hasPermission } from '#schema/permissions.ts'
import type { RequestContext } from '#platform/contract.ts'
import type { Database, Transaction } from '#platform/database/database.ts'
import { isoDay } from '#platform/day.ts'
import { conflict, forbidden, invalid } from '#platform/errors.ts'
import { poishaToBdt, bdtToPoisha } from '#platform/money.ts'
import { translatorFor } from '#locales/both.ts'
import type { Language } from '#routes/public.ts'
import { hasActiveRooms, lockStayVersions, type StayVersion } from './stays.ts'
import { markUnitsDirty } from './housekeeping/condition.ts'
import { sumPrices } from './reprice.ts'
import { applyStayChanges, runDeskTransaction, type Change, type DeskOperation } from './stay-changes.ts'
import type { DeskNight, DeskStay } from './stays.ts'
import { refundAfterUndoPeriod } from './undo.ts'

/** Whether the guest pays for the unused nights of an early departure, or for a late check-out. */
type ChargeChoice = 'charge' | 'waive'

export interface CheckOutForm {
  /** The payment at check-out, at most the balance. */
  payment: Omit<PaymentForm, 'code'> | null
  /** Required for an early departure. */
  unused: ChargeChoice | null
  /** Why staff choose otherwise for the unused nights than the agreed terms propose. */
  unusedReason: string
  /** Required for a late check-out, if the company charges it. */
  late: ChargeChoice | null
  /** Why the guest leaves with an unpaid balance. */
  owing: string
  /** Required if the guest has paid more than the stay costs. */
  overpaid: 'refund' | 'credit' | null
  /** Why an overpayment stays on the bill. */
  creditReason: string
}

export interface CheckOutResult {
  operation: DeskOperation
  paymentId: number | null
}

interface Departure {
  stay: DeskStay
  after: DeskStay
  unusedNights: readonly DeskNight[]
  /** The charge for a late check-out. Zero: the departure is not late. */
  latePoisha: number
}

/** A check-out that has not happened yet: its changes, and its amounts for each choice. */
interface CheckOutPlan {
  /** The reference of the stay. */
  code: string
  departures: Departure[]
  unusedNights: number
  unusedPoisha: number
  /** The late check-out that the guest can be charged for. Null: none, or an early departure. */
  late: { until: string; poisha: number } | null
  /**
   * The choice that the agreed terms propose for the unused nights. A late check-out is waived by default. Null if
   * there is nothing to choose.
   */
  proposal: ChargeChoice | null
  /** Whether no other room of the stay is booked or in house, so that the bill must be settled. */
  isLast: boolean
  paidPoisha: number
  outcomes: Record<ChargeChoice, { costsPoisha: number; remainingPoisha: number }>
}

/**
 * Checks out rooms of a stay, all or none, and marks their units dirty. An early departure releases tonight and the
 * later nights; at least one night is charged as usual. After the check-out time there can be a charge. When the last
 * room of a stay leaves, the form must settle the bill. An unpaid balance then needs a reason, and an overpayment needs
 * a refund or a reason.
 */
export async function checkOut(
  db: Database,
  ctx: RequestContext,
  rooms: readonly StayVersion[],
  form: CheckOutForm,
): Promise<CheckOutResult> {
  if (form.payment && !hasPermission(ctx.account, 'take money')) throw forbidden()
  return runDeskTransaction(db, async (transaction) => {
    const plan = await planCheckOut(transaction, ctx, await lockStayVersions(transaction, rooms))
    const { choice, exception } = chooseCharge(plan, form)
    const changes: Change[] = []
    for (const departure of plan.departures) changes.push(await buildDeparture(transaction, ctx, departure, choice))
    const paymentId =
      form.payment &&
      (await writePayment(transaction, ctx, await lockStay(transaction, plan.code), {
        ...form.payment,
        code: plan.code,
      }))
    const remainingPoisha = plan.outcomes[choice].remainingPoisha - (form.payment?.amountPoisha ?? 0)
    if (plan.isLast) requireSettlement(ctx, remainingPoisha, form)
    const isOverpaid = plan.isLast && remainingPoisha < 0
    const operation = await applyStayChanges(transaction, ctx, 'guest checked out', changes, {
      reason: form.owing,
      extraFields: { ...exception, ...(isOverpaid && getOverpaymentForLog(-remainingPoisha, form)) },
    })
    const unitIds = changes.flatMap(({ after }) => after.nights.at(-1)!.unitId ?? [])
    await markUnitsDirty(transaction, ctx, unitIds)
    if (isOverpaid && form.overpaid === 'refund')
      await refundAfterUndoPeriod(transaction, ctx, plan.departures[0]!.stay, {
        operationId: operation.id,
        announcedPoisha: 0,
      })
    return { operation, paymentId }
  })
}

/** Returns the choice in the form. For unused nights, a choice that differs from the proposal needs a reason. */
function chooseCharge({ late, proposal }: CheckOutPlan, form: CheckOutForm) {
  if (proposal === null) return { choice: 'waive', exception: undefined } as const
  const choice = late ? form.late : form.unused
  if (choice === null) throw invalid(late ? { late: 'desk.late_undecided' } : { unused: 'desk.unused_undecided' })
  if (late || choice === proposal) return { choice, exception: undefined }
  if (form.unusedReason === '') throw invalid({ unused_reason: 'desk.unused_needs_reason' })
  return { choice, exception: { unused_reason: form.unusedReason } }
}

/** Plans the check-out of rooms of one stay. The preview and the operation both use this plan. */
export async function planCheckOut(
  db: Database,
  ctx: RequestContext,
  stays: readonly DeskStay[],
): Promise<CheckOutPlan> {
  const code = getBookingReference(stays[0]!)
  if (stays.some((stay) => getBookingReference(stay) !== code)) throw invalid({ rooms: 'bill.other_stay' })
  const company = await loadCompany(db, ctx)
  const plannedDepartures = stays.map((stay) => planDeparture(stay, ctx, company))
  const allUnusedNights = plannedDepartures.flatMap(({ unusedNights }) => unusedNights)
  const unusedPoisha = sumPrices(allUnusedNights).total_poisha
  // Staff decide about one thing. If any room leaves early, no room is charged for leaving late.
  const departures =
    allUnusedNights.length > 0
      ? plannedDepartures.map((departure) => ({ ...departure, latePoisha: 0 }))
      : plannedDepartures
  const latePoisha = departures.reduce((sum, departure) => sum + departure.latePoisha, 0)
  const balance = await loadBalance(db, code)
  const createOutcome = (costsPoisha: number) => ({ costsPoisha, remainingPoisha: costsPoisha - balance.paidPoisha })
  return {
    code,
    departures,
    unusedNights: allUnusedNights.length,
    unusedPoisha,
    late: latePoisha === 0 ? null : { until: company.checkOutUntil, poisha: latePoisha },
    proposal: allUnusedNights.length > 0 ? prescribeChoice(departures, ctx.now) : latePoisha > 0 ? 'waive' : null,
    isLast: !(await hasActiveRooms(
      db,
      code,
      stays.map(({ id }) => id),
    )),
    paidPoisha: balance.paidPoisha,
    outcomes: {
      charge: createOutcome(balance.costsPoisha + latePoisha),
      waive: createOutcome(balance.costsPoisha - unusedPoisha),
    },
  }
}

function planDeparture(stay: DeskStay, ctx: RequestContext, company: Company): Departure {
  const day = computeToday(company, ctx.now)
  const status = getStatus(stay, ctx.now)
  if (status !== 'checked_in') throw conflict(`booking.now_${status}`)
  const isUsed = ({ night }: DeskNight, at: number) => at === 0 || night < day
  const nights = stay.nights.filter(isUsed)
  const check_out = nights.at(-1)!.night + 1
  return {
    stay,
    after: { ...stay, nights, ...sumPrices(nights), check_out, status: 'checked_out', left_at: ctx.now },
    unusedNights: stay.nights.filter((night, index) => !isUsed(night, index)),
    latePoisha: isLate(stay, ctx.now, company) ? bdtToPoisha(company.lateCheckOutBdt ?? 0) : 0,
  }
}

/**
 * Returns whether it is the departure day and after the check-out time. A check-out on a later day is only recorded
 * late.
 */
function isLate({ check_out }: DeskStay, now: number, { timeZone, checkOutUntil }: Company): boolean {
  const checkOutEndsAt = timestampAt(timeZone, isoDay(check_out), checkOutUntil)
  return checkOutEndsAt !== undefined && now > checkOutEndsAt && dayIn(timeZone, now) === check_out
}

/**
 * Proposes to charge the unused nights if cancelling would now cost the price of the whole stay. If the fee is lower,
 * proposes to waive them, because policies have no fee for a departure during the stay.
 */
function prescribeChoice(departures: readonly Departure[], now: number): ChargeChoice {
  const earlyStays = departures.filter(({ unusedNights }) => unusedNights.length > 0).map(({ stay }) => stay)
  const isWholeStayDue = earlyStays.every((stay) => getFeeAt(parseTerms(stay.terms), now) >= stay.total_poisha)
  return isWholeStayDue ? 'charge' : 'waive'
}

/** Rejects a check-out that leaves a balance without a decision about it. */
function requireSettlement(ctx: RequestContext, remainingPoisha: number, form: CheckOutForm): void {
  const canSeeMoney = hasPermission(ctx.account, 'see money')
  if (remainingPoisha > 0 && form.owing === '')
    throw invalid({
      owing: canSeeMoney
        ? { key: 'desk.balance_unpaid', values: { owed: poishaToBdt(remainingPoisha) } }
        : 'desk.balance_unpaid_hidden',
    })
  if (remainingPoisha < 0 && form.overpaid === null)
    throw invalid({
      overpaid: canSeeMoney
        ? { key: 'desk.overpaid', values: { amount: poishaToBdt(-remainingPoisha) } }
        : 'desk.overpaid_hidden',
    })
  if (remainingPoisha < 0 && form.overpaid === 'credit' && form.creditReason === '')
    throw invalid({ credit: 'desk.credit_needs_reason' })
}

/** Returns the change of one room. Charged nights or a late check-out become a charge on the bill, with its VAT. */
async function buildDeparture(
  db: Transaction,
  ctx: RequestContext,
  { stay, after, unusedNights, latePoisha }: Departure,
  choice: ChargeChoice,
): Promise<Change> {
  const change = { before: stay, after }
  const isEarly = unusedNights.length > 0
  const amounts = isEarly
    ? sumPrices(unusedNights)
    : { total_poisha: latePoisha, vat_poisha: calculateIncludedVat(latePoisha, stay.vat_basis_points) }
  if (amounts.total_poisha === 0) return change
  const logField = `${isEarly ? 'unused' : 'late'}_${choice === 'waive' ? 'waived' : 'charged'}`
  const extraFields = { [logField]: poishaToBdt(amounts.total_poisha) }
  if (choice === 'waive') return { ...change, extraFields }
  const formatChargeName = (language: Language) => {
    const { t } = translatorFor(language)
    if (!isEarly) return t('bill.late_check_out')
    const [from, to] = [unusedNights[0]!.night, unusedNights.at(-1)!.night + 1]
    return t('bill.unused_nights', { from: isoDay(from), to: isoDay(to) })
  }
  const chargeId = await recordCharge(db, await loadPostingTimeOfRequest(db, ctx), getBookingReference(stay), {
    booking_id: stay.id,
    name: formatChargeName('en'),
    name_bn: formatChargeName('bn'),
    quantity: 1,
    total_poisha: amounts.total_poisha,
    vat_poisha: amounts.vat_poisha,
    vat_basis_points: stay.vat_basis_points,
    service_basis_points: stay.service_basis_points,
    account_id: ctx.account!.id,
  })
  return { ...change, chargeId, extraFields }
}

const getOverpaymentForLog = (poisha: number, { overpaid, creditReason }: CheckOutForm) =>
  overpaid === 'refund'
    ? { overpaid_refund: poishaToBdt(poisha) }
    : { overpaid_credit: poishaToBdt(poisha), credit_reason: creditReason }
