import type { BookingForm } from '#stays/bookings/contract.ts'
import type { TestApp } from './test-app.ts'

/**
 * The booking form of the guest Rafiq: three nights, ten days from today. `again` confirms a repeated booking, so that
 * one guest can book all rooms.
 */
export const createStayForm = (app: TestApp, overrides: Partial<BookingForm> = {}): BookingForm => ({
  name: 'Rafiq Islam',
  email: 'rafiq@guest.example',
  phone: '+8801700000004',
  checkin: app.day(10),
  checkout: app.day(13),
  paymenttype: 2,
  adult: 1,
  child: 0,
  slug: 'single',
  message: 'Arriving late',
  again: 1,
  ...overrides,
})

/** Returns the rows of all tables that a booking writes. */
export async function readBookingTables({ db }: TestApp): Promise<object> {
  return {
    inventory: await db.selectFrom('inventory').selectAll().orderBy('room_id').orderBy('night').execute(),
    bookings: await db.selectFrom('booking').selectAll().orderBy('id').execute(),
    nights: await db.selectFrom('booking_night').selectAll().orderBy('booking_id').orderBy('night').execute(),
    keys: await db.selectFrom('request_key').selectAll().orderBy('scope').orderBy('key').execute(),
    links: await db.selectFrom('signed_link').select(['account_id', 'payload']).orderBy('payload').execute(),
    emails: await db.selectFrom('mail').select('id').orderBy('id').execute(),
    jobs: await db.selectFrom('job').select('id').orderBy('id').execute(),
  }
}
