import { momentOf, post, type Entry, type Moment } from '#ledger/posting.ts'
import { standingOf, type Standing } from '#ledger/standing.ts'
import { takesPaymentsOnline, type Company } from '#content/company.ts'
import { bdtOf } from '#platform/money.ts'
import type { RequestContext } from '#platform/contract.ts'
import type { Database } from '#platform/database/database.ts'
import { statement } from '#platform/database/statement.ts'
import type { PaymentStatus } from '#schema/bookings.ts'
import { readTerms } from '../policies/terms.ts'
import { lifeOf, statusOf } from './status.ts'
import { codeOf, type BookedRow } from './store.ts'

/** How it stands with the money of a stay: all that it costs, what was received for it, and what of that was given back. */
export interface Owed {
  costsPoisha: number
  paidPoisha: number
  backPoisha: number
  /** Of that what is still on its way. */
  underWayPoisha: number
  /** Of what it costs the nights that are let to them, or were. */
  nightsPoisha: number
}

/** Of some stays, by their references, as the ledger has it. What nobody has promised yet costs nothing so far. */
export async function owedOf(db: Database, codes: readonly string[]): Promise<Map<string, Owed>> {
  const standings = await standingOf(db, codes)
  return new Map(Array.from(standings, ([code, standing]) => [code, inSum(standing)]))
}

/** The same of one. */
export const owedFor = async (db: Database, code: string): Promise<Owed> => (await owedOf(db, [code])).get(code)!

function inSum(standing: Standing): Owed {
  const { nightsPoisha, nightsVatPoisha, cancellingPoisha, chargesPoisha, ...money } = standing
  const nights = nightsPoisha + nightsVatPoisha
  return { ...money, costsPoisha: nights + cancellingPoisha + chargesPoisha, nightsPoisha: nights }
}

/** Of a stay that has just been made: nobody has paid anything yet, so the ledger need not be asked. */
export const owedAtFirst = (rooms: readonly BookedRow[]): Owed =>
  inSum({ ...sumOf(rooms.map(costsOf)), chargesPoisha: 0, paidPoisha: 0, backPoisha: 0, underWayPoisha: 0 })

/** What is still to be paid; below zero, to be given back. */
export const stillOwed = (owed: Owed | undefined): number => (owed ? owed.costsPoisha - owed.paidPoisha : 0)

/** What of a stay can be paid now: what is asked for ahead where it waits for that, else what is still owed. */
export const payableOf = async (db: Database, rooms: readonly BookedRow[], now: number): Promise<number> =>
  payableIn(await owedFor(db, codeOf(rooms[0]!)), rooms, now)

function payableIn(owed: Owed, rooms: readonly BookedRow[], now: number): number {
  const [first] = rooms as readonly [BookedRow]
  if (statusOf(first, now) === 'pending_payment') return aheadOf(rooms)
  return lifeOf(first.status).awaitsAnswer ? 0 : Math.max(0, stillOwed(owed))
}

/** The deposit that was agreed, or the whole where none was. */
function aheadOf(rooms: readonly BookedRow[]): number {
  const sum = (of: (room: BookedRow) => number) => rooms.reduce((all, room) => all + of(room), 0)
  return sum(({ terms }) => readTerms(terms).depositPoisha) || sum(({ total_poisha }) => total_poisha)
}

/** How it stands with the money, as whoever booked is told it. What they have paid too much goes back. */
export function moneyTold(
  owed: Owed,
  rooms: readonly BookedRow[],
  company: Company,
  { now, context }: Pick<RequestContext, 'now' | 'context'>,
) {
  const payable = takesPaymentsOnline(company, context) ? payableIn(owed, rooms, now) : 0
  const over = Math.max(0, -stillOwed(owed))
  return {
    to_pay: payable > 0 ? bdtOf(payable) : null,
    paid: bdtOf(owed.paidPoisha - over),
    given_back: bdtOf(owed.backPoisha + over),
  }
}

/** Says on each room of some stays how it stands with the money, after whatever has changed that, for whoever asked for it. */
export const keepMoney = async (db: Database, ctx: Pick<RequestContext, 'visit' | 'now'>, codes: readonly string[]) =>
  keepMoneyAt(db, await momentOf(db, ctx), codes)

/**
 * Brings what the ledger has of some stays to what their bookings say: by what it differs, so that nobody need know what has
 * changed. Then it is said on each of their rooms how it stands with the money. The stays were taken before.
 */
export async function keepMoneyAt(db: Database, moment: Moment, codes: readonly string[]): Promise<void> {
  const [said, posted] = [await costsSaid(db, codes), await standingOf(db, codes)]
  const entries: Entry[] = []
  for (const [code, costs] of said) {
    const standing = posted.get(code)!
    entries.push(...differences(code, costs, standing))
    Object.assign(standing, costs)
  }
  await post(db, moment, entries)
  for (const [code, standing] of posted) {
    const payment_status = statusOfMoney(inSum(standing))
    await statusOfMoneyIn(db, { payment_status, code })
  }
}

const statusOfMoneyIn = statement((db, { payment_status, code }: { payment_status: PaymentStatus; code: string }) =>
  db
    .updateTable('booking')
    .set({ payment_status })
    .where((row) => row.or([row('code', '=', code), row('stay_code', '=', code)]))
    .where('payment_status', '<>', payment_status)
    .compile(),
)

/** The same for a stay that is promised as it is made: nothing of it was posted before. */
export async function postBooked(db: Database, moment: Moment, rooms: readonly BookedRow[]): Promise<void> {
  const [{ code }] = rooms as readonly [BookedRow]
  await post(db, moment, differences(code, sumOf(rooms.map(costsOf)), nothing))
}

type Costs = Pick<Standing, 'nightsPoisha' | 'nightsVatPoisha' | 'cancellingPoisha'>
const nothing: Costs = { nightsPoisha: 0, nightsVatPoisha: 0, cancellingPoisha: 0 }

function differences(stay_code: string, said: Costs, posted: Costs): Entry[] {
  const by = (name: keyof Costs) => said[name] - posted[name]
  return [
    { stay_code, debit: 'guest', credit: 'nights', amount_poisha: by('nightsPoisha'), why: 'nights' },
    { stay_code, debit: 'guest', credit: 'vat', amount_poisha: by('nightsVatPoisha'), why: 'nights' },
    { stay_code, debit: 'guest', credit: 'cancelling', amount_poisha: by('cancellingPoisha'), why: 'cancelling' },
  ]
}

type Costing = Pick<BookedRow, 'status' | 'total_poisha' | 'vat_poisha' | 'cancel_fee_poisha'>

/** What a room costs its guest: nothing while it waits, its nights once they are promised, a fee where it was given back. */
function costsOf({ status, total_poisha, vat_poisha, cancel_fee_poisha }: Costing): Costs {
  const { awaitsAnswer, cameToNothing } = lifeOf(status)
  if (awaitsAnswer) return nothing
  if (cameToNothing) return { ...nothing, cancellingPoisha: cancel_fee_poisha ?? 0 }
  return { ...nothing, nightsPoisha: total_poisha - vat_poisha, nightsVatPoisha: vat_poisha }
}

const sumOf = (all: readonly Costs[]): Costs =>
  all.reduce((sum, each) => ({
    nightsPoisha: sum.nightsPoisha + each.nightsPoisha,
    nightsVatPoisha: sum.nightsVatPoisha + each.nightsVatPoisha,
    cancellingPoisha: sum.cancellingPoisha + each.cancellingPoisha,
  }))

/** The same of all rooms of some stays, as their rows say. */
async function costsSaid(db: Database, codes: readonly string[]): Promise<Map<string, Costs>> {
  if (codes.length === 0) return new Map()
  const { rows: rooms } = await costing(db, { codes })
  const byStay = Map.groupBy(rooms, codeOf)
  return new Map(Array.from(byStay, ([code, all]) => [code, sumOf(all.map(costsOf))]))
}

const costing = statement((db, { codes }: { codes: readonly string[] }) =>
  db
    .selectFrom('booking')
    .select(['code', 'stay_code', 'status', 'total_poisha', 'vat_poisha', 'cancel_fee_poisha'])
    .where((row) => row.or([row('code', 'in', codes), row('stay_code', 'in', codes)]))
    .compile(),
)

function statusOfMoney({ costsPoisha, paidPoisha, backPoisha, underWayPoisha, nightsPoisha }: Owed): PaymentStatus {
  if (paidPoisha > costsPoisha || underWayPoisha > 0) return 'refund_pending'
  if (nightsPoisha === 0 && backPoisha > 0 && paidPoisha === costsPoisha)
    return paidPoisha > 0 ? 'partially_refunded' : 'refunded'
  if (paidPoisha <= 0) return 'unpaid'
  return paidPoisha < costsPoisha ? 'partially_paid' : 'paid'
}
