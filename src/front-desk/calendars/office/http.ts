import { computeToday } from '#stays/availability/stay.ts'
import { loadCompany } from '#content/company.ts'
import { findDoubleBookings } from '../../desk/double-bookings.ts'
import { toDoubleBookingView } from '../../desk/today/http.ts'
import { hasPermission } from '#schema/permissions.ts'
import type { RequestContext } from '#platform/contract.ts'
import type { Database } from '#platform/database/database.ts'
import { isoInstant } from '#platform/day.ts'
import type { Handlers } from '#platform/http/handlers.ts'
import { withdrawAddress, createAddress, renewAddress } from '../feeds.ts'
import { addImport, validateImport, removeImport, importCalendarNow } from '../imports.ts'
import { listRoomCalendars, type Feed } from '../overview.ts'
import type { Calendars, CalendarFeed, calendarsContract } from './contract.ts'

export const calendarsHandlers = {
  getCalendars: (db, ctx) => loadCalendars(db, ctx),
  async createCalendarAddress(db, ctx, form) {
    await createAddress(db, ctx, form)
    return loadCalendars(db, ctx)
  },
  async renewCalendarAddress(db, ctx, form) {
    await renewAddress(db, ctx, form)
    return loadCalendars(db, ctx)
  },
  async revokeCalendarAddress(db, ctx, form) {
    await withdrawAddress(db, ctx, form)
    return loadCalendars(db, ctx)
  },
  addCalendar: {
    validate: validateImport,
    async execute(db, ctx, form) {
      await addImport(db, ctx, form)
      return loadCalendars(db, ctx)
    },
  },
  async readCalendarNow(db, ctx, form) {
    await importCalendarNow(db, ctx, form)
    return loadCalendars(db, ctx)
  },
  async removeCalendar(db, ctx, form) {
    await removeImport(db, ctx, form)
    return loadCalendars(db, ctx)
  },
} satisfies Handlers<typeof calendarsContract>

async function loadCalendars(db: Database, ctx: RequestContext): Promise<Calendars> {
  const rooms = await listRoomCalendars(db, ctx)
  const doubleBookings = hasPermission(ctx.account, 'run the desk')
    ? await findDoubleBookings(db, computeToday(await loadCompany(db, ctx), ctx.now))
    : []
  return {
    can_seal: ctx.context.sealer !== null,
    double_bookings: doubleBookings.map((doubleBooking) => toDoubleBookingView(doubleBooking, ctx)),
    data: rooms.map(({ feed, units, ...room }) => ({
      ...room,
      feed: toFeedView(feed),
      units: units.map(({ isActive, feed: unitFeed, sources, ...unit }) => ({
        ...unit,
        active: isActive,
        feed: toFeedView(unitFeed),
        sources: sources.map((source) => ({
          id: source.id,
          name: source.name,
          host: source.host,
          good_at: toIso(source.succeededAt),
          asked_at: toIso(source.polledAt),
          next_at: isoInstant(source.nextAt),
          fault: source.error,
          detail: source.detail,
          stale: source.isStale,
          events: source.events,
          conflicts: source.conflicts,
          feed: toFeedView(source.feed),
        })),
      })),
    })),
  }
}

const toFeedView = (feed: Feed | null): CalendarFeed | null =>
  feed && { id: feed.id, address: feed.address, made_at: isoInstant(feed.createdAt), read_at: toIso(feed.readAt) }
const toIso = (timestamp: number | null) => (timestamp === null ? null : isoInstant(timestamp))
