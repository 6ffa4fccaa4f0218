import { readableCode } from '../platform/codes.ts'
import type { Asker } from '../platform/contract.ts'
import { inTransaction, type Database } from '../platform/database/database.ts'
import { conflict, invalid, refuseFaults, Refusal, type FieldSentences } from '../platform/errors.ts'
import { enqueue } from '../platform/work/jobs.ts'
import type { Judgement } from '../platform/http/handlers.ts'
import { answeredBefore, answersAnew } from '../platform/database/idempotency-key.ts'
import { addressIsConfirmed } from '../accounts/address.ts'
import { companyOf, type Company } from '../content/company.ts'
import { mailLater } from '../messages/outbox.ts'
import { offerOf } from '../availability/free-rooms.ts'
import { agreedOnCancelling } from './cancelling.ts'
import { lifeOf, statusOf } from './status.ts'
import { endHolds } from './hold.ts'
import { takeNights, unitsLeft } from '../availability/inventory.ts'
import { confirmationLetter } from './letters.ts'
import { admitRequest } from './open-requests.ts'
import type { Payment } from './payment.ts'
import { faultsOfParty, type Party } from '../availability/party.ts'
import { isRefused, vatWithin, type Offer } from '../availability/price.ts'
import { faultOfStay, today, type Stay } from '../availability/stay.ts'
import {
  bookingByCode,
  insertBooking,
  roomForBooking,
  vatBasisPoints,
  type BookedRow,
  type RoomForBooking,
} from './store.ts'
import { stayLink } from './stay-link.ts'

/** A stay that somebody asks for. */
export interface StayRequest {
  slug: string
  stay: Stay
  party: Party
  payment: Payment
  name: string
  email: string
  phone: string
  message: string
}

/** Takes a room for a stay: nights, booking, and the letter about it, all or nothing. */
export async function requestBooking(db: Database, asker: Asker, form: StayRequest): Promise<BookedRow> {
  const { now, language } = asker
  const { stay, party } = form
  const { faults, company, ...judged } = await judgeRequest(db, asker, form)
  const code = readableCode(10)

  const book = () =>
    inTransaction(db, async (transaction) => {
      const before = await bookedBefore(transaction, asker, form, code)
      if (before) return before
      refuseFaults(faults)
      const room = judged.room!
      const offer = await offerOf(transaction, room, stay)
      if (isRefused(offer)) throw invalid({ [offer.date]: offer.sentence })
      const keepOpen = await admitRequest(transaction, asker, { email: form.email, today: today(company, now) })
      if (!(await takeNights(transaction, room.id, stay))) throw conflict('booking.sold_out')
      const booked = await insertBooking(
        transaction,
        {
          ...(await termsOf(transaction, room, stay, offer, company, now)),
          ...stateOf(form, company, now),
          account_id: asker.account!.id,
          code,
          adults: party.adults,
          children: party.children,
          payment: form.payment,
          name: form.name,
          email: form.email,
          phone: form.phone,
          message: form.message,
          language,
          created_at: now,
        },
        offer.nights,
      )
      if (booked.status !== 'confirmed') await keepOpen(booked.id)
      if (booked.expires_at !== null)
        await enqueue(transaction, now, 'end-hold', { bookingId: booked.id }, booked.expires_at)
      const isGuest = asker.account!.role === 'guest'
      const isKnown = !isGuest && (await addressIsConfirmed(transaction, booked.account_id, booked.email))
      const link = isGuest ? await stayLink(transaction, asker, booked) : undefined
      await mailLater(
        transaction,
        now,
        booked.email,
        language,
        confirmationLetter(booked, company, { language, isKnown, link }, now),
        company,
      )
      return booked
    })

  try {
    return await book()
  } catch (error) {
    const isSoldOut = error instanceof Refusal && error.sentence.key === 'booking.sold_out'
    if (!isSoldOut) throw error
    await endHolds(db, now)
    // Also by those that a job has ended meanwhile.
    const room = judged.room!
    if (!(await unitsLeft(db, [room.id], stay)).get(room.id)) throw error
    return book()
  }
}

type Judged = { [Name in 'slug' | 'stay' | 'party' | 'payment']?: StayRequest[Name] | undefined }

/** Everything that can be said before any night is touched. */
export async function judgeRequest(
  db: Database,
  asker: Asker,
  { slug, stay, party, payment }: Judged,
): Promise<Judgement & { room: RoomForBooking | undefined; company: Company }> {
  const company = await companyOf(db, asker)
  const room = slug === undefined ? undefined : await roomForBooking(db, slug)
  const fault = stay && faultOfStay(stay, company, asker.now)
  const faults: FieldSentences = {
    ...(fault && { [fault.date]: [fault.sentence] }),
    ...(payment === 'none' && { payment: [{ key: 'error.payment_type' }] }),
    ...(slug !== undefined && !room && { slug: [{ key: 'error.room_unknown' }] }),
    ...(room && party && faultsOfParty(party, room)),
  }
  return { faults, room, company }
}

/** What is agreed, copied so that no later change of room, rate or tax can alter it. */
async function termsOf(db: Database, room: RoomForBooking, stay: Stay, offer: Offer, company: Company, now: number) {
  const vat = await vatBasisPoints(db, today(company, now))
  return {
    room_id: room.id,
    check_in: stay.checkIn,
    check_out: stay.checkOut,
    room_name_en: room.name_en,
    room_name_bn: room.name_bn,
    bed_en: room.bed_en,
    bed_bn: room.bed_bn,
    total_poisha: offer.totalPoisha,
    vat_basis_points: vat,
    vat_poisha: vatWithin(offer.totalPoisha, vat),
    ...agreedOnCancelling(offer, company),
  }
}

/** Without a key, what the same person asks for again within this time is taken for the same request. */
const TWICE_WITHIN_MS = 2 * 60_000

/** Asked before any night is taken: a twin under way then waits here and finds its booking, not a room sold out. */
async function bookedBefore(
  db: Database,
  asker: Asker,
  request: StayRequest,
  code: string,
): Promise<BookedRow | undefined> {
  const { now } = asker
  const scope = `booking:${asker.account!.id}`
  const asked = { scope, key: asker.idempotencyKey, request, answer: code, sameForMs: TWICE_WITHIN_MS }
  const first = await answeredBefore(db, asked, now)
  if (first === undefined) return undefined
  const booked = await bookingByCode(db, first)
  // Nobody is told again that they have a stay that will not be.
  if (!lifeOf(statusOf(booked, now)).cameToNothing) return booked
  if (asker.idempotencyKey) throw conflict('booking.no_longer')
  await answersAnew(db, asked, now)
  return undefined
}

/** Whoever can pay online holds the room for a while; all others ask for it, as where no gateway takes payments. */
function stateOf(
  { payment }: StayRequest,
  { takesOnlinePayments, holdMinutes, offlineNeedsApproval }: Company,
  now: number,
) {
  const isHold = takesOnlinePayments && payment === 'online'
  return {
    status: isHold ? 'pending_payment' : offlineNeedsApproval ? 'pending_approval' : 'confirmed',
    payment_status: 'unpaid',
    expires_at: isHold ? now + holdMinutes * 60_000 : null,
  } as const
}
