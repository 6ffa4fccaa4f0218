import assert from 'node:assert/strict'
import { pollDue } from '#front-desk/calendars/polling.ts'
import { isoDay } from '#platform/day.ts'
import { calendarOf, openCalendarServer, says, type CalendarServer, type TestEvent } from './calendar-server.ts'
import type { TestEngine } from './engines.ts'
import { openHouse, type TestHouse } from './house.ts'
import { addRoom } from './rooms.ts'
import { stayForm } from './stay.ts'

export const QUARTER_MS = 15 * 60_000
const HOUR_MS = 4 * QUARTER_MS

/** A house that reads the calendars of a server of the test, and is asked as its people and its guests ask it. */
export interface CalendarHouse {
  house: TestHouse
  server: CalendarServer
  owner(): Promise<string>
  /** A new kind of room with its units. */
  newRoom(units?: number): Promise<{ room: number; slug: string; units: { id: number; name: string }[] }>
  /** A calendar at the server is read for a unit from now on; its number. */
  read(unit: number, name?: string, path?: string): Promise<number>
  /** The server says these events from now on. */
  say(...events: TestEvent[]): void
  /** The next time at which everything is read has come, and it was. */
  quarter(times?: number): Promise<void>
  /** The nights on which a unit is closed because somebody says so, in spans. */
  closed(unit: number): Promise<string[]>
  book(slug: string, from: number, to: number): Promise<{ status: number; code: string }>
  calendars(): Promise<Awaited<ReturnType<TestHouse['call']>>['body']>
  soldTwice(): Promise<Awaited<ReturnType<TestHouse['call']>>['body'][]>
  close(): Promise<void>
}

export async function openCalendarHouse(
  engine: TestEngine,
  environment: Record<string, string> = {},
): Promise<CalendarHouse> {
  const house = await openHouse(engine, { REACH_INSIDE: '127.0.0.1', ...environment })
  const server = await openCalendarServer()
  let rooms = 0
  let messages = 0
  let guest: { token: string; at: number } | null = null
  let signedIn: { token: string; at: number } | null = null
  async function owner(): Promise<string> {
    if (signedIn && Math.abs(house.clock.now - signedIn.at) < HOUR_MS) return signedIn.token
    const token = await house.signIn('owner')
    signedIn = { token, at: house.clock.now }
    return token
  }
  const poll = async () => {
    await pollDue(house.db, house.clock.now)
    await house.worker.runDue()
  }
  return {
    house,
    server,
    owner,
    async newRoom(units = 1) {
      const slug = `told-${++rooms}`
      const room = await addRoom(house.db, slug, units)
      const rows = await house.db
        .selectFrom('unit')
        .select(['id', 'name'])
        .where('room_id', '=', room)
        .orderBy('id')
        .execute()
      return { room, slug, units: rows }
    },
    async read(unit, name = 'Elsewhere', path = `/${unit}.ics`) {
      const form = { unit, name, address: new URL(path, server.url).href }
      const { status, body } = await house.call('addCalendar', form, { token: await owner() })
      assert.equal(status, 200, JSON.stringify(body))
      const [source] = await house.db
        .selectFrom('calendar_import')
        .select('id')
        .orderBy('id', 'desc')
        .limit(1)
        .execute()
      return source!.id
    },
    say: (...events) => void (server.manner = says(calendarOf(events))),
    async quarter(times = 1) {
      for (let time = 0; time < times; time++) {
        house.clock.advance(QUARTER_MS)
        await poll()
      }
    },
    async closed(unit) {
      const rows = await house.db
        .selectFrom('unit_closure')
        .select(['from_day', 'to_day'])
        .where('unit_id', '=', unit)
        .orderBy('from_day')
        .execute()
      return rows.map(({ from_day, to_day }) => `${isoDay(from_day)} ${isoDay(to_day)}`)
    },
    async book(slug, from, to) {
      if (!guest || Math.abs(house.clock.now - guest.at) >= HOUR_MS)
        guest = { token: await house.newGuest(), at: house.clock.now }
      const dates = { checkin: house.day(from), checkout: house.day(to) }
      const form = stayForm(house, { slug, ...dates, adult: 1, child: 0, message: `stay ${messages++}` })
      const { status, body } = await house.call('requestGuestBooking', form, { token: guest.token })
      return { status, code: body?.booking_id ?? '' }
    },
    calendars: async () => (await house.call('getCalendars', {}, { token: await owner() })).body,
    soldTwice: async () => (await house.call('getToday', {}, { token: await owner() })).body.sold_twice,
    async close() {
      await house.close()
      await server.close()
    },
  }
}
