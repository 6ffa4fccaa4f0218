import { loadDatedRates } from '#stays/availability/free-rooms.ts'
import { takeNights } from '#stays/availability/inventory.ts'
import { isRuleViolation, createOffer, calculateIncludedVat } from '#stays/availability/price.ts'
import { postNewStay } from '#stays/bookings/balance.ts'
import type { PaymentOption } from '#stays/bookings/terms.ts'
import { insertBooking } from '#stays/bookings/store.ts'
import { readCompany } from '#content/company.ts'
import { postPayment } from '#ledger/documents.ts'
import { createReadableCode } from '#platform/codes.ts'
import { bdtToPoisha } from '#platform/money.ts'
import { loadPolicies } from '#stays/policies/policy-lookup.ts'
import { createStoredTerms } from '#stays/policies/terms.ts'
import type { Database } from '#platform/database/database.ts'
import type { PublishTransaction } from '#platform/database/publish.ts'
import type { BookingStatus, PaymentStatus } from '#schema/bookings.ts'
import { readSeed } from './read-seed.ts'
import { DAY_MS } from '#platform/durations.ts'

export async function seedBookings(db: Database, folder: string, now: number, today: number): Promise<void> {
  type SeedBooking = {
    username: string
    room: string
    fromDay: number
    nights: number
    adults: number
    children: number
    status: BookingStatus
    paymentStatus: PaymentStatus
    payment: PaymentOption
  }
  const company = await readCompany(db)
  for (const booking of readSeed<SeedBooking[]>(folder, 'bookings')) {
    const account = await db
      .selectFrom('account')
      .selectAll()
      .where('username', '=', booking.username)
      .executeTakeFirstOrThrow()
    const room = await db.selectFrom('room').selectAll().where('slug', '=', booking.room).executeTakeFirstOrThrow()
    const stayDates = { checkIn: today + booking.fromDay, checkOut: today + booking.fromDay + booking.nights }
    const offer = createOffer(
      room.price_poisha,
      (await loadDatedRates(db, [room.id], stayDates)).get(room.id) ?? [],
      stayDates,
    )
    if (isRuleViolation(offer) || !(await takeNights(db, room.id, stayDates)))
      throw new Error(`the demo stay in ${booking.room} cannot be had`)
    const policy = (await loadPolicies(db, [room.id], stayDates.checkIn)).get(room.id)!
    const row = {
      code: createReadableCode(10),
      stay_code: null,
      booker_id: account.id,
      guest_id: account.id,
      room_id: room.id,
      check_in: stayDates.checkIn,
      check_out: stayDates.checkOut,
      adults: booking.adults,
      children: booking.children,
      status: booking.status,
      payment_status: booking.paymentStatus,
      payment: booking.payment,
      room_name_en: room.name_en,
      room_name_bn: room.name_bn,
      bed_en: room.bed_en,
      bed_bn: room.bed_bn,
      total_poisha: offer.totalPoisha,
      vat_basis_points: 1_500,
      vat_poisha: calculateIncludedVat(offer.totalPoisha, 1_500),
      ...createStoredTerms(policy.rules, offer.nights, company, now),
      name: account.name,
      email: account.email,
      phone: account.phone ?? '',
      message: '',
      language: 'en',
      created_at: now,
      expires_at: null,
      email_verified_at: now,
    }
    const insertedBooking = await insertBooking(db, row, offer.nights)
    await postNewStay(db, { at: now, day: today }, [insertedBooking])
    if (booking.paymentStatus === 'paid') {
      const postingTime = { day: stayDates.checkOut, at: now + (stayDates.checkOut - today) * DAY_MS }
      const payment = { booking_id: insertedBooking.id, amount_poisha: insertedBooking.total_poisha, account_id: null }
      await postPayment(db, postingTime, insertedBooking.code, { ...payment, method: 'card', reference: 'Slip 004417' })
    }
  }
}

/** Adds the extras that the company sells in addition to nights. */
export async function seedExtras(tx: PublishTransaction, folder: string): Promise<void> {
  type SeedExtra = { name_en: string; name_bn: string; bdt: number }
  const rows = readSeed<SeedExtra[]>(folder, 'extras').map(({ bdt, ...extra }, index) => ({
    ...extra,
    price_poisha: bdtToPoisha(bdt),
    position: index + 1,
    vat_basis_points: null,
  }))
  await tx.insertInto('extra').values(rows).execute()
}
