import type { Insertable } from 'kysely'
import type { Database } from '#platform/database/database.ts'
import type { Tables } from '#schema/tables.ts'
import { serializedNoTerms } from './policies.ts'

export interface StayNight {
  roomId: number
  night: number
  pricePoisha: number
  vatPoisha: number
}

let stayCount = 0

/** Inserts a booking with its nights, in any status and not necessarily in one room. */
export async function insertStay(
  db: Database,
  nights: readonly StayNight[],
  overrides: Partial<Insertable<Tables['booking']>> = {},
): Promise<string> {
  const account = await db.selectFrom('account').select('id').orderBy('id').limit(1).executeTakeFirstOrThrow()
  const sumNights = (amountOf: (night: StayNight) => number) =>
    nights.reduce((total, night) => total + amountOf(night), 0)
  const code = overrides.code ?? `KEPT${String(++stayCount).padStart(6, '0')}`
  const { id } = await db
    .insertInto('booking')
    .values({
      code,
      stay_code: null,
      booker_id: account.id,
      guest_id: account.id,
      room_id: nights[0]!.roomId,
      check_in: nights[0]!.night,
      check_out: nights.at(-1)!.night + 1,
      adults: 1,
      children: 0,
      status: 'checked_out',
      payment_status: 'unpaid',
      payment_type: 2,
      room_name_en: 'A room',
      bed_en: 'One bed',
      total_poisha: sumNights(({ pricePoisha }) => pricePoisha),
      vat_basis_points: 1_500,
      vat_poisha: sumNights(({ vatPoisha }) => vatPoisha),
      name: 'Rafiq Islam',
      email: 'rafiq@guest.example',
      phone: '+8801700000004',
      message: '',
      language: 'en',
      created_at: 0,
      terms: serializedNoTerms,
      ...overrides,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  await db
    .insertInto('booking_night')
    .values(
      nights.map(({ roomId, night, pricePoisha, vatPoisha }) => ({
        booking_id: id,
        night,
        room_id: roomId,
        price_poisha: pricePoisha,
        vat_poisha: vatPoisha,
      })),
    )
    .execute()
  return code
}

/** Returns consecutive nights of one room at one price in BDT that includes `vat`. */
export const buildNights = (roomId: number, first: number, count: number, price: number, vat: number): StayNight[] =>
  Array.from({ length: count }, (_, index) => ({
    roomId,
    night: first + index,
    pricePoisha: price * 100,
    vatPoisha: vat * 100,
  }))
