import { today } from '#stays/availability/stay.ts'
import { companyOf } from '#content/company.ts'
import { soldTwice } from '../../desk/sold-elsewhere.ts'
import { presentSoldTwice } from '../../desk/today/http.ts'
import { may } from '#schema/permissions.ts'
import type { RequestContext } from '#platform/contract.ts'
import type { Database } from '#platform/database/database.ts'
import { isoInstant } from '#platform/day.ts'
import type { Handlers } from '#platform/http/handlers.ts'
import { endAddress, giveAddress, renewAddress } from '../feeds.ts'
import { addImport, validateImport, removeImport, tryImport } from '../imports.ts'
import { calendarsOf, type Feed } from '../overview.ts'
import type { Calendars, CalendarFeed, calendarsContract } from './contract.ts'

export const calendarsHandlers = {
  getCalendars: (db, ctx) => calendars(db, ctx),
  async giveCalendarAddress(db, ctx, form) {
    await giveAddress(db, ctx, form)
    return calendars(db, ctx)
  },
  async renewCalendarAddress(db, ctx, form) {
    await renewAddress(db, ctx, form)
    return calendars(db, ctx)
  },
  async endCalendarAddress(db, ctx, form) {
    await endAddress(db, ctx, form)
    return calendars(db, ctx)
  },
  addCalendar: {
    validate: validateImport,
    async act(db, ctx, form) {
      await addImport(db, ctx, form)
      return calendars(db, ctx)
    },
  },
  async tryCalendar(db, ctx, form) {
    await tryImport(db, ctx, form)
    return calendars(db, ctx)
  },
  async removeCalendar(db, ctx, form) {
    await removeImport(db, ctx, form)
    return calendars(db, ctx)
  },
} satisfies Handlers<typeof calendarsContract>

async function calendars(db: Database, ctx: RequestContext): Promise<Calendars> {
  const rooms = await calendarsOf(db, ctx)
  const twice = may(ctx.account, 'run the desk') ? await soldTwice(db, today(await companyOf(db, ctx), ctx.now)) : []
  return {
    can_seal: ctx.context.sealer !== null,
    sold_twice: twice.map((each) => presentSoldTwice(each, ctx)),
    data: rooms.map(({ feed, units, ...room }) => ({
      ...room,
      feed: presentFeed(feed),
      units: units.map(({ isActive, feed: own, sources, ...unit }) => ({
        ...unit,
        active: isActive,
        feed: presentFeed(own),
        sources: sources.map((source) => ({
          id: source.id,
          name: source.name,
          host: source.host,
          good_at: moment(source.goodAt),
          asked_at: moment(source.askedAt),
          next_at: isoInstant(source.nextAt),
          fault: source.fault,
          detail: source.detail,
          stale: source.isStale,
          events: source.events,
          clashes: source.clashes,
          feed: presentFeed(source.feed),
        })),
      })),
    })),
  }
}

const presentFeed = (feed: Feed | null): CalendarFeed | null =>
  feed && { id: feed.id, address: feed.address, made_at: isoInstant(feed.madeAt), read_at: moment(feed.readAt) }
const moment = (at: number | null) => (at === null ? null : isoInstant(at))
