import { offersOf } from '#stays/availability/free-rooms.ts'
import { isRefused } from '#stays/availability/price.ts'
import { errorOfStay, today, type Stay } from '#stays/availability/stay.ts'
import { addressIsConfirmed } from '#people/accounts/address.ts'
import { otherDatesOf, refundLater } from '#stays/bookings/cancelling.ts'
import { movedToCompany } from '#stays/bookings/company-emails.ts'
import { endHolds } from '#stays/bookings/hold.ts'
import { owedFor, stillOwed } from '#stays/bookings/owed.ts'
import { lifeOf } from '#stays/bookings/status.ts'
import { wayBack } from '#stays/bookings/stay-link.ts'
import { bookingByCode, roomsOf, takeStay, type BookedRow } from '#stays/bookings/store.ts'
import { asOne, wholeStay, type WholeStay } from '#stays/bookings/whole-stay.ts'
import { companyOf, type Company } from '#content/company.ts'
import { atDesk, changeStays, type Change } from '../desk/changing.ts'
import { whatIsAgainst } from '../desk/clashes.ts'
import { priced } from '../desk/pricing.ts'
import { readStays, type DeskStay } from '../desk/stays.ts'
import { tellBoth } from '#mail/outbox.ts'
import type { RequestContext } from '#platform/contract.ts'
import type { Database } from '#platform/database/database.ts'
import { conflict, invalid, notFound, UserError } from '#platform/errors.ts'
import { movedEmail } from './emails.ts'

/** Other days for a stay, by whoever booked it: signed in, or by the link in the letter. */
interface Wish {
  first: BookedRow
  /** Has nothing to sign in with, and comes back by a link. */
  isGuest: boolean
  stay: Stay
}

export interface Plan {
  changes: Change[]
  totalPoisha: number
  /** Below zero: it costs less than now. */
  differencePoisha: number
  /** Of what was paid, so much goes back. */
  backPoisha: number
}

/** What it would cost, night by night as agreed or as it is today. Nothing is changed; refused is what cannot be. */
export async function planDates(
  db: Database,
  ctx: RequestContext,
  { first, stay }: Omit<Wish, 'isGuest'>,
): Promise<Plan> {
  await endHolds(db, ctx.now, ctx.context)
  return planned(db, ctx, await roomsOf(db, first), stay)
}

/**
 * Carries it out: the nights go through the counters of every booking, what it costs is what was told, what is then paid too
 * much goes back, and a letter to both says so; all or nothing. Who has these days already is answered alike.
 */
export async function changeDates(
  db: Database,
  ctx: RequestContext,
  { first, isGuest, stay, toldPoisha }: Wish & { toldPoisha: number },
): Promise<WholeStay> {
  const { now, language, context } = ctx
  await endHolds(db, now, context)
  return atDesk(db, async (transaction) => {
    const rooms = await takeStay(transaction, first.code)
    const before = asOne(rooms)
    if (before.check_in === stay.checkIn && before.check_out === stay.checkOut) return before
    const { changes, totalPoisha, backPoisha } = await planned(transaction, ctx, rooms, stay)
    if (totalPoisha !== toldPoisha) throw conflict('dates.price_changed')
    await changeStays(transaction, asWhoBooked(ctx, first), 'stay moved by whoever booked', changes)
    if (backPoisha > 0) await refundLater(transaction, now, first.code, { isAgreed: true })
    const company = await companyOf(transaction, ctx)
    const booked = await wholeStay(transaction, await bookingByCode(transaction, first.code))
    const isKnown = !isGuest && (await addressIsConfirmed(transaction, booked.account_id, booked.email))
    const reader = { language, isKnown, ...(await wayBack(transaction, ctx, booked, isKnown)) }
    const changed = { ...booked, before, refund: backPoisha }
    const emails = {
      theirs: movedEmail(changed, company, reader, now),
      ours: movedToCompany(changed, company, context.publicUrl),
    }
    await tellBoth(transaction, now, company, { ...booked, language }, emails)
    return booked
  })
}

/** Theirs in the log, whoever else is signed in where the link is opened; and from where somebody books is nobody's business. */
const asWhoBooked = (ctx: RequestContext, { account_id, name }: BookedRow): RequestContext => ({
  ...ctx,
  account: { id: account_id, role: 'guest', name },
  address: null,
})

async function planned(db: Database, ctx: RequestContext, rooms: readonly BookedRow[], stay: Stay): Promise<Plan> {
  if (rooms.length === 0) throw notFound()
  const whole = asOne(rooms)
  const company = await companyOf(db, ctx)
  await mustBeAllowed(db, ctx, { whole, company, stay })
  const ids = whole.rooms.map(({ id }) => id)
  const changes: Change[] = []
  for (const before of await readStays(db, ids)) changes.push(await moved(db, ctx, { before, company, stay }))
  const against = await whatIsAgainst(db, ctx, changes)
  if (against) throw new UserError(409, against.sentence)
  const totalPoisha = changes.reduce((sum, { after }) => sum + after.total_poisha, 0)
  const differencePoisha = totalPoisha - whole.total_poisha
  return { changes, totalPoisha, differencePoisha, backPoisha: await tooMuchPaid(db, whole, differencePoisha) }
}

interface Moving {
  company: Company
  stay: Stay
}

/** The rules of every booking, of the rooms that it has, and of what was agreed about giving nights up. */
async function mustBeAllowed(
  db: Database,
  ctx: RequestContext,
  { whole, company, stay }: Moving & { whole: WholeStay },
) {
  const which = otherDatesOf(whole, company, ctx.now)
  if (which === null) throw conflict('dates.not_here')
  const fault = errorOfStay(stay, company, ctx.now)
  if (fault) throw invalid({ [fault.date]: fault.sentence })
  if (which === 'more' && stay.checkIn > whole.check_in) throw invalid({ checkIn: 'dates.more_only' })
  if (which === 'more' && stay.checkOut < whole.check_out) throw invalid({ checkOut: 'dates.more_only' })
  const ids = [...new Set(whole.rooms.map(({ room_id }) => room_id))]
  const letRooms = await db.selectFrom('room').selectAll().where('id', 'in', ids).where('active', '=', 1).execute()
  if (letRooms.length < ids.length) throw conflict('dates.not_here')
  const offers = await offersOf(db, letRooms, stay)
  if (isRefused(offers)) throw invalid({ [offers.date]: offers.sentence })
}

/** In its room, and in the unit that it has if that is free for all of it. A night that it had keeps its price. */
async function moved(db: Database, ctx: RequestContext, { before, company, stay }: Moving & { before: DeskStay }) {
  const roomIds = new Set(before.nights.map(({ roomId }) => roomId))
  const unitIds = new Set(before.nights.map(({ unitId }) => unitId))
  // Who changes rooms on the way does so as the desk has arranged it.
  if (roomIds.size > 1 || unitIds.size > 1) throw conflict('dates.not_here')
  const [roomId, unitId] = [[...roomIds][0]!, [...unitIds][0] ?? null]
  const days = { day: today(company, ctx.now), now: ctx.now }
  const inUnit = async (unit: number | null): Promise<Change> => {
    const nights = Array.from({ length: stay.checkOut - stay.checkIn }, (_, at) => ({
      night: stay.checkIn + at,
      roomId,
      unitId: unit,
    }))
    return { before, after: (await priced(db, company, before, nights, days)).kept }
  }
  const change = await inUnit(unitId)
  if (unitId === null) return change
  const against = await whatIsAgainst(db, ctx, [change])
  return against?.at.of === 'unit' ? inUnit(null) : change
}

/** What nobody has promised costs nothing yet, and nothing was paid for it. */
async function tooMuchPaid(db: Database, whole: WholeStay, differencePoisha: number): Promise<number> {
  if (lifeOf(whole.status).awaitsAnswer) return 0
  return Math.max(0, -(stillOwed(await owedFor(db, whole.code)) + differencePoisha))
}
