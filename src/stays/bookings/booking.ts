import { readableCode } from '#platform/codes.ts'
import type { RequestContext } from '#platform/contract.ts'
import { isoDay } from '#platform/day.ts'
import { inTransaction, type Database } from '#platform/database/database.ts'
import { conflict, invalid, assertValid, UserError, type FieldMessages } from '#platform/errors.ts'
import type { ValidationResult } from '#platform/http/handlers.ts'
import { answeredBefore, answersAnew } from '#platform/database/idempotency-key.ts'
import { companyOf, takesPaymentsOnline, type Company } from '#content/company.ts'
import { tellBoth } from '#mail/outbox.ts'
import { offersOf } from '../availability/free-rooms.ts'
import { policiesFor, type Policy } from '../policies/choosing.ts'
import { termsAgreed } from '../policies/terms.ts'
import { lifeOf, statusOf } from './status.ts'
import { endHolds, endLater } from './hold.ts'
import { areFree, takeNights } from '../availability/inventory.ts'
import { bookedToCompany } from './company-emails.ts'
import { bookedEmail } from './emails.ts'
import { admitRequest, worksHere } from './open-requests.ts'
import type { Payment } from './terms.ts'
import { errorsOfParty, type Party } from '../availability/party.ts'
import { isRefused, vatWithin, type Offer } from '../availability/price.ts'
import { errorOfStay, today, type Stay } from '../availability/stay.ts'
import { ratesWithin, type RatesWithin } from '../availability/vat.ts'
import {
  bookingByCode,
  codeOf,
  insertBooking,
  roomForBooking,
  sameStays,
  type BookedRow,
  type RoomForBooking,
} from './store.ts'
import { postBooked } from './owed.ts'
import { keptUntil, readsAddress } from './proof.ts'
import { wayBack } from './stay-link.ts'
import { roomNameOf, tellStay } from './presenter.ts'
import { asOne, wholeStay, type WholeStay } from './whole-stay.ts'

/** A stay that a guest requests: in one room, or in several rooms for one party. */
export interface StayRequest {
  rooms: readonly RoomAsked[]
  stay: Stay
  payment: Payment
  name: string
  email: string
  phone: string
  message: string
  /** The guest knows that they already have the same stay, and wants a second one. */
  again?: true
}
interface RoomAsked {
  slug: string
  party: Party
}

/** Books the rooms of a stay: stores the nights and the bookings and queues the emails, in one transaction. */
export async function requestBooking(db: Database, ctx: RequestContext, form: StayRequest): Promise<Made> {
  const { now, language } = ctx
  const { stay } = form
  const { fieldErrors, company, ...judged } = await validateRequest(db, ctx, form)
  const code = readableCode(10)

  const book = () =>
    inTransaction(db, async (transaction) => {
      const before = await bookedBefore(transaction, ctx, form, code)
      if (before) return { stay: before, isNew: false }
      assertValid(fieldErrors)
      const wanted = await offered(transaction, judged.rooms as RoomForBooking[], form)
      const isKnown = await readsAddress(transaction, ctx, form.email)
      const isProven = isKnown || worksHere(ctx.account!.role)
      const asked = { email: form.email, today: today(company, now), rooms: wanted.length }
      const keepOpen = await admitRequest(transaction, ctx, asked)
      if (!form.again) await refuseTwin(transaction, ctx, wanted, stay)
      await takeAll(transaction, wanted, stay)
      const same = {
        ...(await termsOf(transaction, stay, company, now)),
        ...stateOf(form, company, isProven, now),
        account_id: ctx.account!.id,
        stay_code: wanted.length > 1 ? code : null,
        payment: form.payment,
        name: form.name,
        email: form.email,
        phone: form.phone,
        message: form.message,
        language,
        created_at: now,
      }
      const rows: BookedRow[] = []
      for (const { room, party, offer, policy } of wanted) {
        const own = {
          code: rows.length === 0 ? code : readableCode(10),
          ...party,
          ...roomTerms(room, offer, same),
          ...termsAgreed(policy.rules, offer.nights, company, now),
        }
        rows.push(await insertBooking(transaction, { ...same, ...own }, offer.nights))
      }
      const booked = asOne(rows)
      if (booked.status === 'confirmed') await postBooked(transaction, { at: now, day: today(company, now) }, rows)
      else for (const { id } of rows) await keepOpen(id)
      await endLater(transaction, now, booked)
      const reader = { language, isKnown, ...(await wayBack(transaction, ctx, booked, isKnown)) }
      const emails = {
        theirs: bookedEmail(booked, company, reader, now),
        ours: bookedToCompany(booked, company, ctx.context.publicUrl),
      }
      await tellBoth(transaction, now, company, { ...booked, language }, emails)
      const became = booked.status === 'confirmed' ? 'stay.confirmed' : 'stay.requested'
      await tellStay(transaction, { now, company }, became, code, () => booked)
      return { stay: booked, isNew: true }
    })

  try {
    return await book()
  } catch (error) {
    const isSoldOut = error instanceof UserError && error.status === 409 && error.sentence.key in soldOut
    if (!isSoldOut) throw error
    await endHolds(db, now, ctx.context)
    // Nights that a background job released in the meantime count as well.
    const ids = (judged.rooms as RoomForBooking[]).map(({ id }) => id)
    if (!(await areFree(db, ids, stay))) throw error
    return book()
  }
}

interface Made {
  stay: WholeStay
  /** False if an earlier identical request created it. */
  isNew: boolean
}

interface Judged {
  rooms?: readonly Partial<RoomAsked>[] | undefined
  stay?: Stay | undefined
  payment?: Payment | undefined
}

/** Validates a request before any night is reserved. With several rooms, field names include the index of the room. */
export async function validateRequest(
  db: Database,
  ctx: RequestContext,
  { rooms = [], stay, payment }: Judged,
): Promise<ValidationResult & { rooms: readonly (RoomForBooking | undefined)[]; company: Company }> {
  const company = await companyOf(db, ctx)
  const bySlug = new Map<string, RoomForBooking | undefined>()
  for (const { slug } of rooms)
    if (slug !== undefined && !bySlug.has(slug)) bySlug.set(slug, await roomForBooking(db, slug))
  const fault = stay && errorOfStay(stay, company, ctx.now)
  const fieldErrors: FieldMessages = {
    ...(fault && { [fault.date]: [fault.sentence] }),
    ...errorOfPayment(payment, takesPaymentsOnline(company, ctx.context)),
  }
  for (const [at, { slug, party }] of rooms.entries()) {
    const room = slug === undefined ? undefined : bySlug.get(slug)
    const found: FieldMessages = {
      ...(slug !== undefined && !room && { slug: [{ key: 'error.room_unknown' }] }),
      ...(room && party && errorsOfParty(party, room)),
    }
    for (const [name, said] of Object.entries(found))
      fieldErrors[rooms.length > 1 ? `rooms.${at}.${name}` : name] = said
  }
  return { fieldErrors, rooms: rooms.map(({ slug }) => (slug === undefined ? undefined : bySlug.get(slug))), company }
}

function errorOfPayment(payment: Payment | undefined, isTakenOnline: boolean): FieldMessages {
  if (payment === 'none') return { payment: [{ key: 'error.payment_type' }] }
  return payment === 'online' && !isTakenOnline ? { payment: [{ key: 'error.payment_offline_only' }] } : {}
}

interface Wanted extends RoomAsked {
  room: RoomForBooking
  offer: Offer
  policy: Policy
}

/** Loads the offer and the cancellation policy of each room. */
async function offered(db: Database, rooms: readonly RoomForBooking[], form: StayRequest): Promise<Wanted[]> {
  const offers = await offersOf(db, rooms, form.stay)
  if (isRefused(offers)) throw invalid({ [offers.date]: offers.sentence })
  const policies = await policiesFor(db, [...offers.keys()], form.stay.checkIn)
  return form.rooms.map((asked, at) => {
    const room = rooms[at]!
    return { ...asked, room, offer: offers.get(room.id)!, policy: policies.get(room.id)! }
  })
}

/** All requests use the same room order, so that two bookings of several rooms cannot deadlock. */
async function takeAll(db: Database, wanted: readonly Wanted[], stay: Stay): Promise<void> {
  const inOrder = wanted.toSorted((one, other) => one.room.id - other.room.id)
  for (const { room } of inOrder) {
    if (!(await takeNights(db, room.id, stay)))
      throw conflict(wanted.length > 1 ? 'booking.one_sold_out' : 'booking.sold_out')
  }
}

const soldOut: Partial<Record<string, true>> = { 'booking.sold_out': true, 'booking.one_sold_out': true }

/** The agreed terms, copied so that later changes of the room, rate or tax have no effect. */
const termsOf = async (db: Database, { checkIn, checkOut }: Stay, company: Company, now: number) => ({
  check_in: checkIn,
  check_out: checkOut,
  ...(await ratesWithin(db, today(company, now))),
})

const roomTerms = (room: RoomForBooking, offer: Offer, { vat_basis_points: vat }: RatesWithin) => ({
  room_id: room.id,
  room_name_en: room.name_en,
  room_name_bn: room.name_bn,
  bed_en: room.bed_en,
  bed_bn: room.bed_bn,
  total_poisha: offer.totalPoisha,
  vat_poisha: vatWithin(offer.totalPoisha, vat),
})

/** Without an idempotency key, an identical request of the same account within this time counts as a repetition. */
const TWICE_WITHIN_MS = 2 * 60_000

/**
 * Runs before any night is reserved. A concurrent duplicate waits here and finds the booking, instead of a sold-out
 * room.
 */
async function bookedBefore(
  db: Database,
  ctx: RequestContext,
  request: StayRequest,
  code: string,
): Promise<WholeStay | undefined> {
  const { now } = ctx
  const scope = `booking:${ctx.account!.id}`
  const asked = { scope, key: ctx.idempotencyKey, request, answer: code, sameForMs: TWICE_WITHIN_MS }
  const first = await answeredBefore(db, asked, now)
  if (first === undefined) return undefined
  const booked = await wholeStay(db, await bookingByCode(db, first))
  // A stay that has ended is not reported as booked again.
  if (!lifeOf(statusOf(booked, now)).cameToNothing) return booked
  if (ctx.idempotencyKey) throw conflict('booking.no_longer')
  await answersAnew(db, asked, now)
  return undefined
}

/** Online payment holds the room for a short time. Other requests hold it until they are answered. */
function stateOf({ payment }: StayRequest, company: Company, isProven: boolean, now: number) {
  const unpaid = { payment_status: 'unpaid', proven_at: isProven ? now : null } as const
  if (payment === 'online')
    return { ...unpaid, status: 'pending_payment', expires_at: now + company.holdMinutes * 60_000 } as const
  if (company.offlineNeedsApproval)
    return { ...unpaid, status: 'pending_approval', expires_at: keptUntil(isProven, company, now) } as const
  return { ...unpaid, status: 'confirmed', expires_at: null } as const
}

/** Asks an account that already has this stay whether it wants a second one. Most duplicates are sent by mistake. */
async function refuseTwin(
  db: Database,
  { account, language, now }: RequestContext,
  wanted: readonly Wanted[],
  stay: Stay,
): Promise<void> {
  const roomIds = [...new Set(wanted.map(({ room }) => room.id))]
  const { rows } = await sameStays(db, { accountId: account!.id, roomIds, stay })
  const twin = rows.find((row) => !lifeOf(statusOf(row, now)).isOver)
  if (!twin) return
  const values = {
    room: roomNameOf(twin, language),
    from: isoDay(stay.checkIn),
    to: isoDay(stay.checkOut),
    code: codeOf(twin),
  }
  throw invalid({ again: { key: 'booking.have_already', values } })
}
