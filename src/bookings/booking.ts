import type { z } from 'zod'
import type { Clock } from '../platform/clock.ts'
import { readableCode } from '../platform/codes.ts'
import type { Asker } from '../platform/contract.ts'
import { inTransaction, type Database } from '../platform/database.ts'
import { conflict, invalid } from '../platform/errors.ts'
import { answeredBefore } from '../platform/request-key.ts'
import type { BookingStatus } from '../tables.ts'
import { readCompany, type Company } from '../content/company.ts'
import { post } from '../messages/outbox.ts'
import { ratesDuring } from './availability.ts'
import type { bookingsContract } from './contract.ts'
import { takeNights } from './inventory.ts'
import { confirmationLetter } from './letters.ts'
import { isRefused, offerFor, vatWithin, type Offer } from './price.ts'
import { faultOfStay, stayOf, today, type Stay } from './stay.ts'
import { bookingByCode, insertBooking, roomForBooking, vatBasisPoints, type BookedRow, type RoomForBooking } from './store.ts'

type Form = z.output<(typeof bookingsContract.requestBooking)['input']>

/** Takes a room for a stay: nights, booking, and the letter about it, all or nothing. */
export async function requestBooking(db: Database, clock: Clock, asker: Asker, form: Form): Promise<BookedRow> {
  const now = clock()
  const company = await readCompany(db)
  const stay = stayOf(form.checkin, form.checkout)
  const room = await roomForBooking(db, form.slug)
  refuseBadRequest(form, stay, room, company, now)

  return inTransaction(db, async (transaction) => {
    const code = readableCode(10)
    const before = await bookedBefore(transaction, asker, form, code, now)
    if (before) return before
    const offer = await priceOf(transaction, room, stay)
    if (!(await takeNights(transaction, room.id, stay))) throw conflict('booking.sold_out')
    const booked = await insertBooking(transaction, {
      ...(await termsOf(transaction, room, stay, offer, company, now)),
      account_id: asker.account!.id,
      code,
      adults: form.adult,
      children: form.child,
      payment_type: form.paymenttype,
      name: form.name,
      email: form.email,
      phone: form.phone,
      message: form.message ?? '',
      language: asker.language,
      created_at: now,
    }, offer.nights)
    await post(transaction, now, booked.email, asker.language, confirmationLetter(booked, company, asker.language), company)
    return booked
  })
}

/** Everything that can be said before any night is touched, under the fields of the form. */
function refuseBadRequest(form: Form, stay: Stay, room: RoomForBooking | undefined, company: Company, now: number): asserts room is RoomForBooking {
  const fault = faultOfStay(stay, company, now)
  if (fault) throw invalid({ [formFields[fault.date]]: fault.sentence })
  if (form.paymenttype === 0) throw invalid({ paymenttype: 'error.payment_type' })
  if (!room) throw invalid({ slug: 'error.room_unknown' })
  const { max_adults, max_children, max_guests } = room
  if (form.adult > max_adults) throw invalid({ adult: { key: 'error.too_many_adults', values: { max: max_adults } } })
  if (form.child > max_children) throw invalid({ child: { key: 'error.too_many_children', values: { max: max_children } } })
  if (form.adult + form.child > max_guests) throw invalid({ adult: { key: 'error.too_many_guests', values: { max: max_guests } } })
}

const formFields = { checkIn: 'checkin', checkOut: 'checkout' } as const

async function priceOf(db: Database, room: RoomForBooking, stay: Stay): Promise<Offer> {
  const rates = await ratesDuring(db, [room.id], stay)
  const offer = offerFor(room.price_poisha, rates.get(room.id) ?? [], stay)
  if (isRefused(offer)) throw invalid({ [formFields[offer.date]]: offer.sentence })
  return offer
}

/** What is agreed, copied so that no later change of room, rate or tax can alter it. */
async function termsOf(db: Database, room: RoomForBooking, stay: Stay, offer: Offer, company: Company, now: number) {
  const vat = await vatBasisPoints(db, today(company, now))
  const status: BookingStatus = company.offlineNeedsApproval ? 'pending_approval' : 'confirmed'
  return {
    room_id: room.id,
    check_in: stay.checkIn,
    check_out: stay.checkOut,
    status,
    payment_status: 'unpaid' as const,
    room_name_en: room.name_en,
    room_name_bn: room.name_bn,
    bed_en: room.bed_en,
    bed_bn: room.bed_bn,
    total_poisha: offer.totalPoisha,
    vat_basis_points: vat,
    vat_poisha: vatWithin(offer.totalPoisha, vat),
  }
}

/** Asked before any night is taken: a twin under way then waits here and finds its booking, not a room sold out. */
async function bookedBefore(db: Database, asker: Asker, form: Form, code: string, now: number): Promise<BookedRow | undefined> {
  const { user_id: _, account_type: __, ...request } = form
  const scope = `booking:${asker.account!.id}`
  const first = await answeredBefore(db, { scope, key: asker.idempotencyKey, request, answer: code }, now)
  return first === undefined ? undefined : bookingByCode(db, first)
}
