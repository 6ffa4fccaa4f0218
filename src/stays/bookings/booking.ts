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

/** A stay that somebody asks for: in one room, or in several that a party takes together. */
export interface StayRequest {
  rooms: readonly RoomAsked[]
  stay: Stay
  payment: Payment
  name: string
  email: string
  phone: string
  message: string
  /** Whoever asks knows that they have this stay already, and wants another one like it. */
  again?: true
}
interface RoomAsked {
  slug: string
  party: Party
}

/** Takes the rooms for a stay: nights, booking, and the letters about it, all or nothing. */
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
    // Also by those that a job has ended meanwhile.
    const ids = (judged.rooms as RoomForBooking[]).map(({ id }) => id)
    if (!(await areFree(db, ids, stay))) throw error
    return book()
  }
}

interface Made {
  stay: WholeStay
  /** Or the same request had made it before. */
  isNew: boolean
}

interface Judged {
  rooms?: readonly Partial<RoomAsked>[] | undefined
  stay?: Stay | undefined
  payment?: Payment | undefined
}

/** Everything that can be said before any night is touched. Of several rooms, by the place of each. */
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

/** Each room with what it costs, and by which policy it is booked. */
async function offered(db: Database, rooms: readonly RoomForBooking[], form: StayRequest): Promise<Wanted[]> {
  const offers = await offersOf(db, rooms, form.stay)
  if (isRefused(offers)) throw invalid({ [offers.date]: offers.sentence })
  const policies = await policiesFor(db, [...offers.keys()], form.stay.checkIn)
  return form.rooms.map((asked, at) => {
    const room = rooms[at]!
    return { ...asked, room, offer: offers.get(room.id)!, policy: policies.get(room.id)! }
  })
}

/** In one order for all, so that two who want several rooms never wait for each other. */
async function takeAll(db: Database, wanted: readonly Wanted[], stay: Stay): Promise<void> {
  const inOrder = wanted.toSorted((one, other) => one.room.id - other.room.id)
  for (const { room } of inOrder) {
    if (!(await takeNights(db, room.id, stay)))
      throw conflict(wanted.length > 1 ? 'booking.one_sold_out' : 'booking.sold_out')
  }
}

const soldOut: Partial<Record<string, true>> = { 'booking.sold_out': true, 'booking.one_sold_out': true }

/** What is agreed, copied so that no later change of room, rate or tax can alter it. */
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

/** Without a key, what the same person asks for again within this time is taken for the same request. */
const TWICE_WITHIN_MS = 2 * 60_000

/** Asked before any night is taken: a twin under way then waits here and finds its booking, not a room sold out. */
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
  // Nobody is told again that they have a stay that will not be.
  if (!lifeOf(statusOf(booked, now)).cameToNothing) return booked
  if (ctx.idempotencyKey) throw conflict('booking.no_longer')
  await answersAnew(db, asked, now)
  return undefined
}

/** Whoever pays online holds the room for a while; all others ask for it, and hold it until they have an answer. */
function stateOf({ payment }: StayRequest, company: Company, isProven: boolean, now: number) {
  const unpaid = { payment_status: 'unpaid', proven_at: isProven ? now : null } as const
  if (payment === 'online')
    return { ...unpaid, status: 'pending_payment', expires_at: now + company.holdMinutes * 60_000 } as const
  if (company.offlineNeedsApproval)
    return { ...unpaid, status: 'pending_approval', expires_at: keptUntil(isProven, company, now) } as const
  return { ...unpaid, status: 'confirmed', expires_at: null } as const
}

/** Who has this very stay already is asked whether they want another: most who send it again do not know that it was sent. */
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
