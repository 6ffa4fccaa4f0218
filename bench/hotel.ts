import { randomUUID } from 'node:crypto'
import { registerGuest } from '#people/accounts/account.ts'
import { prepareDatabase } from '#app/app.ts'
import { readCompany } from '#content/company.ts'
import { requestBooking } from '#stays/bookings/booking.ts'
import type { BookedRow } from '#stays/bookings/store.ts'
import { toStayRequest } from '#stays/bookings/api-names.ts'
import { bookingsContract } from '#stays/bookings/contract.ts'
import { dayIn, systemClock } from '#platform/clock.ts'
import type { CallerAccount } from '#platform/contract.ts'
import { openDatabase, type Database, type OpenOptions } from '#platform/database/database.ts'
import { publish } from '#platform/database/publish.ts'
import { isoDay } from '#platform/day.ts'
import { endpoints } from '#routes/public.ts'
import { createRequestContext } from '#testing/request-context.ts'
import type { Server } from './processes.ts'
import { numberMark, writeRequest } from './requests.ts'

export interface Hotel extends AsyncDisposable {
  /** Books a room for one of the guests. Guests book different nights and do not wait for each other, unless clients share a guest. */
  book(client: number, db?: Database): Promise<BookedRow>
}

const rooms = ['single', 'twin', 'family']
const unitsOfRoom = 1_000_000
const createGuestContact = (guestIndex: number) => ({
  name: `Guest ${guestIndex}`,
  email: `guest-${guestIndex}@guest.example`,
  phone: '+8801700000004',
})

/** Opens the demo hotel with guests and with enough units never to be sold out. */
export async function openHotel(location: OpenOptions, guestCount: number): Promise<Hotel> {
  const database = await openDatabase(location)
  const { db, close } = database
  await prepareDatabase(database, systemClock, true)
  await publish(db, (tx) => tx.updateTable('room').set({ capacity: unitsOfRoom }).execute())
  const accounts: CallerAccount[] = []
  for (let guest = 0; guest < guestCount; guest++) {
    accounts.push(await registerGuest(db, createRequestContext(null), createGuestContact(guest)))
  }
  // A server has read the settings outside of a transaction before its first booking.
  await readCompany(db)
  const { input } = bookingsContract.requestGuestBooking
  const requests = accounts.map((_, guest) => toStayRequest(input.parse(createBookingForm(guest))))
  return {
    async book(client, bookingDb = db) {
      const guestIndex = client % guestCount
      const ctx = createRequestContext(accounts[guestIndex]!, randomUUID())
      return (await requestBooking(bookingDb, ctx, requests[guestIndex]!)).stay
    },
    [Symbol.asyncDispose]: close,
  }
}

/** Registers the guests, and returns the raw HTTP booking request of each, with the guest's own token. */
export function createBookingRequests({ url }: Server, guestCount: number): Promise<string[]> {
  return Promise.all(
    Array.from({ length: guestCount }, async (_, guest) => {
      const response = await fetch(url + endpoints.guestRegister[1], {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(createGuestContact(guest)),
      })
      const { access_token } = (await response.json()) as { access_token: string }
      const body = JSON.stringify(createBookingForm(guest))
      const [method, path] = endpoints.requestGuestBooking
      const headers = {
        authorization: `Bearer ${access_token}`,
        'idempotency-key': numberMark,
        'content-type': 'application/json',
      }
      return writeRequest({ method, path, headers, body })
    }),
  )
}

function createBookingForm(guestIndex: number) {
  const nightCount = 3
  const arrival = dayIn('Asia/Dhaka', systemClock()) + 10 + nightCount * Math.floor(guestIndex / rooms.length)
  return {
    ...createGuestContact(guestIndex),
    slug: rooms[guestIndex % rooms.length]!,
    checkin: isoDay(arrival),
    checkout: isoDay(arrival + nightCount),
    adult: 1,
    child: 0,
    paymenttype: 2,
    again: 1,
    message: 'Arriving late',
  }
}
