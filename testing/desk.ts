import { randomUUID } from 'node:crypto'
import { keepSignedIn } from './keep-signed-in.ts'
import type { ApiResponse, TestApp } from './test-app.ts'

/** A room type for tests of the desk. */
interface RoomType {
  id: number
  /** BDT per night. */
  price: number
  units: { id: number; name: string }[]
}

export interface BookedStay {
  booking: number
  version: number
  code: string
}

/**
 * Reasons for closing a day early and for open items of every group. The server stores only the reasons that it needs.
 */
export const closingReasons = {
  early_reason: 'The night is quiet',
  expected_reason: 'Late flight',
  unpaid_reason: 'Pays by bank',
  unregistered_reason: 'Passports come tomorrow',
  cash_reason: 'Counted in the morning',
}

/** Signs in a desk user whose session does not expire when tests advance the clock. */
export async function openDesk(app: TestApp, username: 'staff' | 'owner' = 'staff') {
  const token = await app.signIn(username)
  await keepSignedIn(app.db)
  const roomTypes = await readRoomTypes(app)
  const call = (
    name: Parameters<TestApp['call']>[0],
    form: object = {},
    overrides: object = {},
  ): Promise<ApiResponse> => app.call(name, form, { token, key: randomUUID(), ...overrides })
  const callOk = (name: Parameters<TestApp['call']>[0], form: object = {}) =>
    app.callOk(name, form, { token, key: randomUUID() })
  const closeDay = (day: string) => callOk('closeDay', { day, ...closingReasons })
  const getRoomType = (slug: string): RoomType => roomTypes.get(slug)!
  /** Books a stay in rooms of one type. `at` lists the index of each room's unit, or null for no unit. */
  async function book(
    name: string,
    from: number,
    to: number,
    {
      slug = 'single',
      at = [null] as (number | null)[],
      ...overrides
    }: { slug?: string; at?: (number | null)[] } & Record<string, unknown> = {},
  ): Promise<BookedStay> {
    const { booking, version, code } = await callOk('bookAtDesk', {
      from: app.day(from),
      to: app.day(to),
      rooms: at.map((unitIndex) => ({
        room: getRoomType(slug).id,
        unit: unitIndex === null ? null : getRoomType(slug).units[unitIndex]!.id,
        adults: 1,
      })),
      source: 'phone',
      name,
      phone: '+8801700000009',
      language: 'en',
      ...overrides,
    })
    return { booking, version, code }
  }
  const readBookingRow = ({ booking }: Pick<BookedStay, 'booking'>) =>
    app.db.selectFrom('booking').selectAll().where('id', '=', booking).executeTakeFirstOrThrow()
  return { token, call, callOk, closeDay, kind: getRoomType, book, readRow: readBookingRow }
}

async function readRoomTypes({ db }: TestApp): Promise<Map<string, RoomType>> {
  const rooms = await db.selectFrom('room').select(['id', 'slug', 'price_poisha']).execute()
  const units = await db.selectFrom('unit').select(['id', 'room_id', 'name']).orderBy('name').execute()
  return new Map(
    rooms.map(({ id, slug, price_poisha }) => [
      slug,
      { id, price: price_poisha / 100, units: units.filter(({ room_id }) => room_id === id) },
    ]),
  )
}
