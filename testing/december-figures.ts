import { closeUnit } from '#stays/availability/closure.ts'
import { parseDay } from '#platform/day.ts'
import type { TestApp } from './test-app.ts'
import { insertStay, buildNights } from './insert-stay.ts'
import { addRoom } from './rooms.ts'
import { DAY_MS } from '#platform/durations.ts'

const toTimestamp = (localTime: string): number => Date.parse(`${localTime}+06:00`)
const toDayNumber = (iso: string): number => parseDay(iso)!

/**
 * The expected figures of December for a hotel with three singles and two twins, calculated by hand. Prices include
 * 15 per cent VAT, on the last night 10.
 *
 *   guest      nights                 room    price   net    VAT   share of December
 *   Anna       29 Nov – 2 Dec, 4      single  5,750   5,000  750   2 nights  10,000 + 1,500
 *   Lena       30 Dec – 1 Jan, 3      twin    9,200   8,000  1,200 2 nights  16,000 + 2,400
 *   a party    5 – 7 Dec, 3           single  5,750   5,000  750   3 nights  15,000 + 2,250
 *                                     twin    9,200   8,000  1,200 3 nights  24,000 + 3,600
 *   Mina       14 – 15 Dec, 2         single  4,600   4,000  600   2 nights   8,000 + 1,200
 *              16 Dec, 1              twin    6,900   6,000  900   1 night    6,000 +   900
 *   a friend   20 – 21 Dec, 2         single  0       0      0     2 nights       0 +     0
 *   Rafiq      31 Dec, 1              single  5,500   5,000  500   1 night    5,000 +   500
 *                                                                 16 nights  84,000 + 12,350
 */
export const expectedNights: Record<string, [sold: number, paid: number, net: number, vat: number]> = {
  '2026-12-01': [1, 1, 5_000, 750],
  '2026-12-02': [1, 1, 5_000, 750],
  '2026-12-05': [2, 2, 13_000, 1_950],
  '2026-12-06': [2, 2, 13_000, 1_950],
  '2026-12-07': [2, 2, 13_000, 1_950],
  '2026-12-14': [1, 1, 4_000, 600],
  '2026-12-15': [1, 1, 4_000, 600],
  '2026-12-16': [1, 1, 6_000, 900],
  '2026-12-20': [1, 0, 0, 0],
  '2026-12-21': [1, 0, 0, 0],
  '2026-12-30': [1, 1, 8_000, 1_200],
  '2026-12-31': [2, 2, 13_000, 1_700],
}
export const closedDays = ['2026-12-10', '2026-12-11', '2026-12-12']

export async function fillDecember(app: TestApp): Promise<void> {
  const { db } = app
  const singleRoom = await addRoom(db, 'single', 3)
  const twinRoom = await addRoom(db, 'twin', 2, { position: 101 })
  const unit = await db
    .selectFrom('unit')
    .select('id')
    .where('room_id', '=', singleRoom)
    .limit(1)
    .executeTakeFirstOrThrow()
  await closeUnit(db, {
    unitId: unit.id,
    fromDay: toDayNumber(closedDays[0]!),
    toDay: toDayNumber(closedDays[2]!) + 1,
    reason: 'paint',
  })

  await insertStay(db, buildNights(singleRoom, toDayNumber('2026-11-29'), 4, 5_750, 750), {
    created_at: toTimestamp('2026-11-01T12:00'),
  })
  await insertStay(db, buildNights(twinRoom, toDayNumber('2026-12-30'), 3, 9_200, 1_200), {
    created_at: toTimestamp('2026-11-30T23:59'),
    country: 'GB',
  })
  const partyFields = {
    stay_code: 'PARTY00001',
    source: 'agent',
    country: 'DE',
    created_at: toTimestamp('2026-12-01T00:30'),
  } as const
  await insertStay(db, buildNights(singleRoom, toDayNumber('2026-12-05'), 3, 5_750, 750), {
    ...partyFields,
    code: 'PARTY00001',
  })
  await insertStay(db, buildNights(twinRoom, toDayNumber('2026-12-05'), 3, 9_200, 1_200), {
    ...partyFields,
    code: 'PARTY00002',
  })
  await insertStay(
    db,
    [
      ...buildNights(singleRoom, toDayNumber('2026-12-14'), 2, 4_600, 600),
      ...buildNights(twinRoom, toDayNumber('2026-12-16'), 1, 6_900, 900),
    ],
    { source: 'phone', created_at: toTimestamp('2026-12-11T09:00') },
  )
  await insertStay(db, buildNights(singleRoom, toDayNumber('2026-12-20'), 2, 0, 0), {
    source: 'mail',
    created_at: toTimestamp('2026-11-10T09:00'),
  })
  // One o'clock at night in Dhaka is the previous day in London.
  await insertStay(db, buildNights(singleRoom, toDayNumber('2026-12-31'), 1, 5_500, 500), {
    source: 'walk_in',
    created_at: toTimestamp('2026-12-31T01:00'),
  })

  const cancellation = { cancel_fee_poisha: 920_000, cancelled_at: toTimestamp('2026-12-23T12:00') }
  const cancelledNights = buildNights(twinRoom, toDayNumber('2026-12-24'), 2, 9_200, 1_200)
  await insertStay(db, cancelledNights, {
    status: 'cancelled',
    created_at: toTimestamp('2026-12-01T10:00'),
    ...cancellation,
  })
  await insertStay(db, buildNights(twinRoom, toDayNumber('2027-01-20'), 2, 9_200, 1_200), {
    status: 'cancelled',
    created_at: toTimestamp('2026-11-20T10:00'),
    cancelled_at: toTimestamp('2026-12-02T10:00'),
    cancel_fee_poisha: 0,
  })
  await insertStay(db, buildNights(singleRoom, toDayNumber('2026-12-27'), 1, 5_750, 750), {
    status: 'no_show',
    created_at: toTimestamp('2026-12-20T10:00'),
    cancelled_at: toTimestamp('2026-12-27T23:00'),
    cancel_fee_poisha: 575_000,
  })
  // None of these count: confirmed but never checked in, declined, and expired without an answer.
  for (const status of ['confirmed', 'declined', 'expired'] as const)
    await insertStay(db, buildNights(singleRoom, toDayNumber('2026-12-18'), 1, 5_750, 750), {
      status,
      created_at: toTimestamp('2026-12-15T10:00'),
    })

  const january = toTimestamp('2027-01-02T10:00')
  await insertStay(db, buildNights(singleRoom, toDayNumber('2027-01-04'), 2, 5_750, 750), {
    status: 'confirmed',
    created_at: january,
  })
  for (const room of [singleRoom, twinRoom])
    await insertStay(db, buildNights(room, toDayNumber('2027-01-06'), 2, 5_750, 750), {
      status: 'pending_approval',
      created_at: january,
      expires_at: january + 5 * DAY_MS,
    })
  await insertStay(db, buildNights(twinRoom, toDayNumber('2027-01-06'), 2, 5_750, 750), {
    status: 'pending_approval',
    created_at: january,
    expires_at: january + DAY_MS,
  })
}
