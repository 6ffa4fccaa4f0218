import { readableCode } from '../platform/codes.ts'
import type { Asker } from '../platform/contract.ts'
import { isoDay } from '../platform/day.ts'
import { inTransaction, type Database } from '../platform/database/database.ts'
import { conflict, invalid, refuseFaults, Refusal, type FieldSentences } from '../platform/errors.ts'
import type { Judgement } from '../platform/http/handlers.ts'
import { answeredBefore, answersAnew } from '../platform/database/idempotency-key.ts'
import { companyOf, type Company } from '../content/company.ts'
import { mailLater, tellCompany } from '../messages/outbox.ts'
import { offerOf } from '../availability/free-rooms.ts'
import { agreedOnCancelling } from './cancelling.ts'
import { lifeOf, statusOf } from './status.ts'
import { endHolds, endLater } from './hold.ts'
import { takeNights, unitsLeft } from '../availability/inventory.ts'
import { bookedBy, bookedToCompany } from './company-letters.ts'
import { bookedLetter } from './letters.ts'
import { admitRequest, worksHere } from './open-requests.ts'
import type { Payment } from './payment.ts'
import { faultsOfParty, type Party } from '../availability/party.ts'
import { isRefused, vatWithin, type Offer } from '../availability/price.ts'
import { faultOfStay, today, type Stay } from '../availability/stay.ts'
import { vatBasisPoints } from '../availability/vat.ts'
import {
  bookingByCode,
  insertBooking,
  roomForBooking,
  sameStays,
  type BookedRow,
  type RoomForBooking,
} from './store.ts'
import { keptUntil, readsAddress } from './proof.ts'
import { wayBack } from './stay-link.ts'
import { roomNameOf } from './told.ts'

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
  /** Whoever asks knows that they have this stay already, and wants another one like it. */
  again?: true
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
      const isKnown = await readsAddress(transaction, asker, form.email)
      const isProven = isKnown || worksHere(asker.account!.role)
      const keepOpen = await admitRequest(transaction, asker, { email: form.email, today: today(company, now) })
      if (!form.again) await refuseTwin(transaction, asker, room.id, stay)
      if (!(await takeNights(transaction, room.id, stay))) throw conflict('booking.sold_out')
      const booked = await insertBooking(
        transaction,
        {
          ...(await termsOf(transaction, room, stay, offer, company, now)),
          ...stateOf(form, company, isProven, now),
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
      await endLater(transaction, now, booked)
      const reader = { language, isKnown, ...(await wayBack(transaction, asker, booked, isKnown)) }
      await mailLater(transaction, now, booked.email, language, bookedLetter(booked, company, reader, now), company)
      const { publicUrl } = asker.context
      await tellCompany(transaction, now, company, bookedToCompany(booked, company, publicUrl), bookedBy(booked))
      return booked
    })

  try {
    return await book()
  } catch (error) {
    const isSoldOut = error instanceof Refusal && error.sentence.key === 'booking.sold_out'
    if (!isSoldOut) throw error
    await endHolds(db, now, asker.context)
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
    ...faultOfPayment(payment, company),
    ...(slug !== undefined && !room && { slug: [{ key: 'error.room_unknown' }] }),
    ...(room && party && faultsOfParty(party, room)),
  }
  return { faults, room, company }
}

function faultOfPayment(payment: Payment | undefined, { takesOnlinePayments }: Company): FieldSentences {
  if (payment === 'none') return { payment: [{ key: 'error.payment_type' }] }
  return payment === 'online' && !takesOnlinePayments ? { payment: [{ key: 'error.payment_offline_only' }] } : {}
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
async function refuseTwin(db: Database, { account, language, now }: Asker, roomId: number, stay: Stay): Promise<void> {
  const { rows } = await sameStays(db, { accountId: account!.id, roomId, stay })
  const twin = rows.find((row) => !lifeOf(statusOf(row, now)).isOver)
  if (!twin) return
  const values = {
    room: roomNameOf(twin, language),
    from: isoDay(stay.checkIn),
    to: isoDay(stay.checkOut),
    code: twin.code,
  }
  throw invalid({ again: { key: 'booking.have_already', values } })
}
