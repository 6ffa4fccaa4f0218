import { enqueueDuePolls } from '#front-desk/calendars/polling.ts'
import { isoDay } from '#platform/day.ts'
import {
  buildCalendar,
  openCalendarServer,
  createResponder,
  type CalendarServer,
  type TestEvent,
} from './calendar-server.ts'
import type { TestEngine } from './engines.ts'
import { startTestApp, type TestApp } from './test-app.ts'
import { addRoom } from './rooms.ts'
import { createStayForm } from './stay-form.ts'

export const QUARTER_MS = 15 * 60_000
const HOUR_MS = 4 * QUARTER_MS

/** A test server that imports calendars from a fake server, with the requests of staff and guests. */
export interface CalendarApp {
  testApp: TestApp
  server: CalendarServer
  owner(): Promise<string>
  /** Adds a room type with its units. */
  newRoom(units?: number): Promise<{ room: number; slug: string; units: { id: number; name: string }[] }>
  /** Adds a calendar import for a unit and returns its id. */
  importCalendar(unit: number, name?: string, path?: string): Promise<number>
  /** Sets the events that the fake server returns. */
  setEvents(...events: TestEvent[]): void
  /** Advances the clock to the next import and runs the import, the given number of times. */
  runNextImport(times?: number): Promise<void>
  /** Returns the closures of a unit as "from to" dates. */
  readClosures(unit: number): Promise<string[]>
  book(slug: string, from: number, to: number): Promise<{ status: number; code: string }>
  readCalendars(): Promise<Awaited<ReturnType<TestApp['call']>>['body']>
  readDoubleBookings(): Promise<Awaited<ReturnType<TestApp['call']>>['body'][]>
  close(): Promise<void>
}

export async function startCalendarApp(
  engine: TestEngine,
  environment: Record<string, string> = {},
): Promise<CalendarApp> {
  const app = await startTestApp(engine, { REACH_INSIDE: '127.0.0.1', ...environment })
  const server = await openCalendarServer()
  let roomCount = 0
  let messageCount = 0
  let guestSession: { token: string; at: number } | null = null
  let ownerSession: { token: string; at: number } | null = null
  async function signInOwner(): Promise<string> {
    if (ownerSession && Math.abs(app.clock.now - ownerSession.at) < HOUR_MS) return ownerSession.token
    const token = await app.signIn('owner')
    ownerSession = { token, at: app.clock.now }
    return token
  }
  const pollCalendars = async () => {
    await enqueueDuePolls(app.db, app.clock.now)
    await app.worker.runDue()
  }
  return {
    testApp: app,
    server,
    owner: signInOwner,
    async newRoom(units = 1) {
      const slug = `imported-${++roomCount}`
      const room = await addRoom(app.db, slug, units)
      const rows = await app.db
        .selectFrom('unit')
        .select(['id', 'name'])
        .where('room_id', '=', room)
        .orderBy('id')
        .execute()
      return { room, slug, units: rows }
    },
    async importCalendar(unit, name = 'Elsewhere', path = `/${unit}.ics`) {
      const form = { unit, name, address: new URL(path, server.url).href }
      await app.callOk('addCalendar', form, { token: await signInOwner() })
      const [importRow] = await app.db
        .selectFrom('calendar_import')
        .select('id')
        .orderBy('id', 'desc')
        .limit(1)
        .execute()
      return importRow!.id
    },
    setEvents: (...events) => void (server.behaviour = createResponder(buildCalendar(events))),
    async runNextImport(times = 1) {
      for (let turn = 0; turn < times; turn++) {
        app.clock.advance(QUARTER_MS)
        await pollCalendars()
      }
    },
    async readClosures(unit) {
      const rows = await app.db
        .selectFrom('unit_closure')
        .select(['from_day', 'to_day'])
        .where('unit_id', '=', unit)
        .orderBy('from_day')
        .execute()
      return rows.map(({ from_day, to_day }) => `${isoDay(from_day)} ${isoDay(to_day)}`)
    },
    async book(slug, from, to) {
      if (!guestSession || Math.abs(app.clock.now - guestSession.at) >= HOUR_MS)
        guestSession = { token: await app.newGuest(), at: app.clock.now }
      const dates = { checkin: app.day(from), checkout: app.day(to) }
      const form = createStayForm(app, { slug, ...dates, adult: 1, child: 0, message: `stay ${messageCount++}` })
      const { status, body } = await app.call('requestGuestBooking', form, { token: guestSession.token })
      return { status, code: body?.booking_id ?? '' }
    },
    readCalendars: async () => (await app.call('getCalendars', {}, { token: await signInOwner() })).body,
    readDoubleBookings: async () =>
      (await app.call('getToday', {}, { token: await signInOwner() })).body.double_bookings,
    async close() {
      await app.close()
      await server.close()
    },
  }
}
