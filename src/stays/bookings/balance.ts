import { loadPostingTimeOfRequest, postEntries, type Entry, type PostingTime } from '#ledger/posting.ts'
import { readStayBalances, type StayBalance } from '#ledger/stay-balance.ts'
import { acceptsOnlinePayments, type Company } from '#content/company.ts'
import { poishaToBdt } from '#platform/money.ts'
import type { RequestContext } from '#platform/contract.ts'
import type { Database } from '#platform/database/database.ts'
import { statement } from '#platform/database/statement.ts'
import type { PaymentStatus } from '#schema/bookings.ts'
import { parseTerms } from '../policies/terms.ts'
import type { BalanceView } from './contract.ts'
import { formatPaymentDue } from './stay-views.ts'
import { getStatusTraits, getStatus } from './status.ts'
import { getBookingReference, type BookedRow } from './store.ts'
import type { StayWithRooms } from './stay-with-rooms.ts'

/** The balance of a stay: its total cost, the payments received, and the refunds. */
export interface Balance {
  costsPoisha: number
  paidPoisha: number
  refundedPoisha: number
  /** The part of the refunds that has not arrived yet. */
  pendingRefundPoisha: number
  /** The part of the payments that is billed to customers, who pay later. */
  billedPoisha: number
  /** The part of the refunds that reduced the bills of customers. */
  billedRefundPoisha: number
  /** The cost of the nights including VAT, without charges and cancellation fees. */
  nightsPoisha: number
}

/** The balances of stays in the ledger, by reference. A pending request costs nothing. */
export async function loadBalances(db: Database, codes: readonly string[]): Promise<Map<string, Balance>> {
  const stayBalances = await readStayBalances(db, codes)
  return new Map(Array.from(stayBalances, ([code, stayBalance]) => [code, toBalance(stayBalance)]))
}

export const loadBalance = async (db: Database, code: string): Promise<Balance> =>
  (await loadBalances(db, [code])).get(code)!

function toBalance(stayBalance: StayBalance): Balance {
  const { nightsPoisha, nightsVatPoisha, cancellationFeePoisha, chargesPoisha, ...amountFields } = stayBalance
  const nightsTotalPoisha = nightsPoisha + nightsVatPoisha
  return {
    ...amountFields,
    costsPoisha: nightsTotalPoisha + cancellationFeePoisha + chargesPoisha,
    nightsPoisha: nightsTotalPoisha,
  }
}

/** The balance of a new stay. There are no payments yet, so the ledger is not read. */
export const createInitialBalance = (rooms: readonly BookedRow[]): Balance =>
  toBalance({
    ...sumCosts(rooms.map(calculateRoomCosts)),
    chargesPoisha: 0,
    paidPoisha: 0,
    refundedPoisha: 0,
    pendingRefundPoisha: 0,
    billedPoisha: 0,
    billedRefundPoisha: 0,
  })

/** The amount still to be paid. Negative if it is to be refunded. */
export const getRemainingAmount = (balance: Balance | undefined): number =>
  balance ? balance.costsPoisha - balance.paidPoisha : 0

/** The part of an overpayment that the guest gets back. The rest reduces the bill of a customer. */
export const getGuestRefund = ({ paidPoisha, billedPoisha }: Balance, overpaidPoisha: number): number =>
  Math.max(0, Math.min(overpaidPoisha, paidPoisha - billedPoisha))

/**
 * The amount to pay now: the deposit or total during a hold for payment, 0 during a request, or else the open balance.
 */
export const readPayableAmount = async (db: Database, rooms: readonly BookedRow[], now: number): Promise<number> =>
  calculatePayableAmount(await loadBalance(db, getBookingReference(rooms[0]!)), rooms, now)

export function calculatePayableAmount(balance: Balance, rooms: readonly BookedRow[], now: number): number {
  const [firstRoom] = rooms as readonly [BookedRow]
  if (getStatus(firstRoom, now) === 'pending_payment') return sumDepositOrTotal(rooms)
  return getStatusTraits(firstRoom.status).awaitsAnswer ? 0 : Math.max(0, getRemainingAmount(balance))
}

/** The agreed deposits. A room without a deposit is paid in full. */
const sumDepositOrTotal = (rooms: readonly BookedRow[]): number =>
  rooms.reduce((sum, { terms, total_poisha }) => sum + (parseTerms(terms).depositPoisha || total_poisha), 0)

/**
 * Returns when the guest can get the invoice: after check-out, or as soon as the stay is fully paid if the company
 * allows that.
 */
export function getInvoiceTime(
  rooms: readonly BookedRow[],
  balance: Balance,
  { invoicesOncePaid }: Pick<Company, 'invoicesOncePaid'>,
): BalanceView['invoice_when'] {
  if (isStayOver(rooms)) return 'now'
  if (!invoicesOncePaid) return 'after check-out'
  return isFullyPaid(rooms, balance) ? 'now' : 'once paid'
}

/** Returns whether no arrival or departure is open and at least one guest stayed. */
const isStayOver = (rooms: readonly BookedRow[]): boolean =>
  rooms.every(({ status }) => getStatusTraits(status).isOver) && rooms.some(({ status }) => status === 'checked_out')

/** Returns whether nothing remains to be paid for a confirmed stay that takes place. */
const isFullyPaid = (rooms: readonly BookedRow[], balance: Balance): boolean =>
  rooms.some(({ status }) => !getStatusTraits(status).awaitsAnswer && !getStatusTraits(status).releasedNights) &&
  balance.costsPoisha > 0 &&
  getRemainingAmount(balance) <= 0

/** The balance shown to the guest. An overpayment counts as refunded, except for the part that a customer gets back. */
export function toBalanceView(
  balance: Balance,
  stay: StayWithRooms,
  company: Company,
  { language, now, context }: Pick<RequestContext, 'language' | 'now' | 'context'>,
): BalanceView & Pick<BookedRow, 'payment_status'> {
  const payablePoisha = calculatePayableAmount(balance, stay.rooms, now)
  const overpaidPoisha = Math.max(0, -getRemainingAmount(balance))
  const paidPoisha = balance.paidPoisha - overpaidPoisha
  const refundedPoisha = balance.refundedPoisha - balance.billedRefundPoisha + getGuestRefund(balance, overpaidPoisha)
  const isGuestAffected = refundedPoisha > 0 || !stay.payment_status.includes('refund')
  return {
    due: poishaToBdt(payablePoisha),
    due_text: payablePoisha > 0 ? formatPaymentDue(stay, { language, now }) : null,
    to_pay: payablePoisha > 0 && acceptsOnlinePayments(company, context) ? poishaToBdt(payablePoisha) : null,
    paid: poishaToBdt(paidPoisha),
    refunded: poishaToBdt(refundedPoisha),
    payment_status: isGuestAffected ? stay.payment_status : paidPoisha > 0 ? 'paid' : 'unpaid',
    invoice_when: getInvoiceTime(stay.rooms, balance, company),
  }
}

/** Updates the ledger and the payment status of these stays after any change, on behalf of the caller. */
export const syncLedger = async (db: Database, ctx: Pick<RequestContext, 'visit' | 'now'>, codes: readonly string[]) =>
  syncLedgerAt(db, await loadPostingTimeOfRequest(db, ctx), codes)

/**
 * Posts the difference between the bookings and the ledger, so callers need not know the changes. Then updates the
 * payment status of each room. The stays must be locked.
 */
export async function syncLedgerAt(db: Database, postingTime: PostingTime, codes: readonly string[]): Promise<void> {
  const [costsByStay, balancesByStay] = [await readCostsOfStays(db, codes), await readStayBalances(db, codes)]
  const entries: Entry[] = []
  for (const [code, costs] of costsByStay) {
    const stayBalance = balancesByStay.get(code)!
    entries.push(...listDifferenceEntries(code, costs, stayBalance))
    Object.assign(stayBalance, costs)
  }
  await postEntries(db, postingTime, entries)
  for (const [code, stayBalance] of balancesByStay) {
    const payment_status = getPaymentStatus(toBalance(stayBalance))
    await updatePaymentStatus(db, { payment_status, code })
  }
}

const updatePaymentStatus = statement((db, { payment_status, code }: { payment_status: PaymentStatus; code: string }) =>
  db
    .updateTable('booking')
    .set({ payment_status })
    .where((row) => row.or([row('code', '=', code), row('stay_code', '=', code)]))
    .where('payment_status', '<>', payment_status)
    .compile(),
)

/** Posts a stay that is confirmed when it is created, without reading the ledger. */
export async function postNewStay(db: Database, postingTime: PostingTime, rooms: readonly BookedRow[]): Promise<void> {
  const [{ code }] = rooms as readonly [BookedRow]
  await postEntries(db, postingTime, listDifferenceEntries(code, sumCosts(rooms.map(calculateRoomCosts)), noCosts))
}

type Costs = Pick<StayBalance, 'nightsPoisha' | 'nightsVatPoisha' | 'cancellationFeePoisha'>
const noCosts: Costs = { nightsPoisha: 0, nightsVatPoisha: 0, cancellationFeePoisha: 0 }

function listDifferenceEntries(stay_code: string, costs: Costs, postedCosts: Costs): Entry[] {
  const getDifference = (name: keyof Costs) => costs[name] - postedCosts[name]
  return [
    { stay_code, debit: 'guest', credit: 'nights', amount_poisha: getDifference('nightsPoisha'), reason: 'nights' },
    { stay_code, debit: 'guest', credit: 'vat', amount_poisha: getDifference('nightsVatPoisha'), reason: 'nights' },
    {
      stay_code,
      debit: 'guest',
      credit: 'cancelling',
      amount_poisha: getDifference('cancellationFeePoisha'),
      reason: 'cancelling',
    },
  ]
}

type CostColumns = Pick<BookedRow, 'status' | 'total_poisha' | 'vat_poisha' | 'cancel_fee_poisha'>

/** The cost of a room: nothing while it is pending, the nights once it is confirmed, the fee once it is cancelled. */
function calculateRoomCosts({ status, total_poisha, vat_poisha, cancel_fee_poisha }: CostColumns): Costs {
  const { awaitsAnswer, releasedNights } = getStatusTraits(status)
  if (awaitsAnswer) return noCosts
  if (releasedNights) return { ...noCosts, cancellationFeePoisha: cancel_fee_poisha ?? 0 }
  return { ...noCosts, nightsPoisha: total_poisha - vat_poisha, nightsVatPoisha: vat_poisha }
}

const sumCosts = (items: readonly Costs[]): Costs =>
  items.reduce((sum, item) => ({
    nightsPoisha: sum.nightsPoisha + item.nightsPoisha,
    nightsVatPoisha: sum.nightsVatPoisha + item.nightsVatPoisha,
    cancellationFeePoisha: sum.cancellationFeePoisha + item.cancellationFeePoisha,
  }))

/** The cost of each stay, computed from its booking rows. */
async function readCostsOfStays(db: Database, codes: readonly string[]): Promise<Map<string, Costs>> {
  if (codes.length === 0) return new Map()
  const { rows: rooms } = await selectCostColumns(db, { codes })
  const roomsByStay = Map.groupBy(rooms, getBookingReference)
  return new Map(Array.from(roomsByStay, ([code, items]) => [code, sumCosts(items.map(calculateRoomCosts))]))
}

const selectCostColumns = statement((db, { codes }: { codes: readonly string[] }) =>
  db
    .selectFrom('booking')
    .select(['code', 'stay_code', 'status', 'total_poisha', 'vat_poisha', 'cancel_fee_poisha'])
    .where((row) => row.or([row('code', 'in', codes), row('stay_code', 'in', codes)]))
    .compile(),
)

function getPaymentStatus({
  costsPoisha,
  paidPoisha,
  refundedPoisha,
  pendingRefundPoisha,
  nightsPoisha,
}: Balance): PaymentStatus {
  if (paidPoisha > costsPoisha || pendingRefundPoisha > 0) return 'refund_pending'
  if (nightsPoisha === 0 && refundedPoisha > 0 && paidPoisha === costsPoisha)
    return paidPoisha > 0 ? 'partially_refunded' : 'refunded'
  if (paidPoisha <= 0) return 'unpaid'
  return paidPoisha < costsPoisha ? 'partially_paid' : 'paid'
}
