import type { z } from 'zod'
import { readableCode } from '../platform/codes.ts'
import type { Asker } from '../platform/contract.ts'
import { inTransaction, type Database } from '../platform/database/database.ts'
import { conflict, invalid, refuseFaults, Refusal, type FieldSentences } from '../platform/errors.ts'
import { enqueue } from '../platform/work/jobs.ts'
import { answeredBefore, answersAnew } from '../platform/database/request-key.ts'
import { addressIsConfirmed } from '../accounts/address.ts'
import { readCompany, type Company } from '../content/company.ts'
import { post } from '../messages/outbox.ts'
import { offerOf } from '../availability/free-rooms.ts'
import { agreedOnCancelling } from './cancelling.ts'
import { lifeOf, statusOf } from './status.ts'
import type { bookingsContract } from './contract.ts'
import { endHolds } from './hold.ts'
import { takeNights } from '../availability/inventory.ts'
import { confirmationLetter } from './letters.ts'
import type { OpenRequests } from './open-requests.ts'
import { faultsOfParty } from '../availability/party.ts'
import { isRefused, vatWithin, type Offer } from '../availability/price.ts'
import { faultOfStay, stayOf, today, type Stay } from '../availability/stay.ts'
import {
  bookingByCode,
  insertBooking,
  roomForBooking,
  vatBasisPoints,
  type BookedRow,
  type RoomForBooking,
} from './store.ts'
import { wayBack, type House } from './stay-link.ts'

type Form = z.output<(typeof bookingsContract.requestBooking)['input']>

interface BookingHouse extends House {
  openRequests: OpenRequests
}

/** Takes a room for a stay: nights, booking, and the letter about it, all or nothing. */
export async function requestBooking(db: Database, house: BookingHouse, asker: Asker, form: Form): Promise<BookedRow> {
  const now = house.clock()
  const company = await readCompany(db)
  const stay = stayOf(form.checkin, form.checkout)
  const room = await roomForBooking(db, form.slug)
  const code = readableCode(10)

  const book = () =>
    inTransaction(db, async (transaction) => {
      const before = await bookedBefore(transaction, asker, form, code, now)
      if (before) return before
      refuseBadRequest(form, room, company, now)
      const offer = await offerOf(transaction, room, stay)
      if (isRefused(offer)) throw invalid({ [formFields[offer.date]]: offer.sentence })
      const keepOpen = await house.openRequests.admit(transaction, now, today(company, now), asker, form.email)
      if (!(await takeNights(transaction, room.id, stay))) throw conflict('booking.sold_out')
      const booked = await insertBooking(
        transaction,
        {
          ...(await termsOf(transaction, room, stay, offer, company, now)),
          ...stateOf(form, company, now),
          account_id: asker.account!.id,
          code,
          adults: form.adult,
          children: form.child,
          payment: form.paymenttype,
          name: form.name,
          email: form.email,
          phone: form.phone,
          message: form.message,
          language: asker.language,
          created_at: now,
        },
        offer.nights,
      )
      if (booked.status !== 'confirmed') await keepOpen(booked.id)
      if (booked.expires_at !== null)
        await enqueue(transaction, now, 'end-hold', { bookingId: booked.id }, booked.expires_at)
      const { language } = asker
      const isGuest = asker.account!.role === 'guest'
      const isKnown = !isGuest && (await addressIsConfirmed(transaction, booked.account_id, booked.email))
      const link = isGuest ? await wayBack(transaction, house, booked, language) : undefined
      await post(
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
    if (!isSoldOut || (await endHolds(db, now)) === 0) throw error
    return book()
  }
}

function refuseBadRequest(
  form: Form,
  room: RoomForBooking | undefined,
  company: Company,
  now: number,
): asserts room is RoomForBooking {
  refuseFaults(faultsOf(form, room, company, now))
}

/** The same of a form that is refused in any case: of those fields that are right by themselves. */
export async function faultsOfRequest(db: Database, now: number, form: Partial<Form>): Promise<FieldSentences> {
  const room = form.slug === undefined ? undefined : await roomForBooking(db, form.slug)
  return faultsOf(form, room, await readCompany(db), now)
}

/** Everything that can be said before any night is touched, under the fields of the form. */
function faultsOf(
  form: Partial<Form>,
  room: RoomForBooking | undefined,
  company: Company,
  now: number,
): FieldSentences {
  const { slug, checkin, checkout, adult, child, paymenttype } = form
  const fault = checkin !== undefined && checkout !== undefined && faultOfStay(stayOf(checkin, checkout), company, now)
  return {
    ...(fault && { [formFields[fault.date]]: [fault.sentence] }),
    ...(paymenttype === 'none' && { paymenttype: [{ key: 'error.payment_type' }] }),
    ...(slug !== undefined && !room && { slug: [{ key: 'error.room_unknown' }] }),
    ...(room && adult !== undefined && child !== undefined && faultsOfParty({ adults: adult, children: child }, room)),
  }
}

const formFields = { checkIn: 'checkin', checkOut: 'checkout' } as const

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
  form: Form,
  code: string,
  now: number,
): Promise<BookedRow | undefined> {
  const { user_id: _, account_type: __, ...request } = form
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
  { paymenttype }: Form,
  { takesOnlinePayments, holdMinutes, offlineNeedsApproval }: Company,
  now: number,
) {
  const isHold = takesOnlinePayments && paymenttype === 'online'
  return {
    status: isHold ? 'pending_payment' : offlineNeedsApproval ? 'pending_approval' : 'confirmed',
    payment_status: 'unpaid',
    expires_at: isHold ? now + holdMinutes * 60_000 : null,
  } as const
}
