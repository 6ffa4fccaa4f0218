import { today } from '#stays/availability/stay.ts'
import { companyOf } from '#content/company.ts'
import { soldTwice } from '../../desk/sold-elsewhere.ts'
import { presentSoldTwice } from '../../desk/today/http.ts'
import { may } from '#schema/permissions.ts'
import type { Asker } from '#platform/contract.ts'
import type { Database } from '#platform/database/database.ts'
import { isoInstant } from '#platform/day.ts'
import type { Handlers } from '#platform/http/handlers.ts'
import { endAddress, giveAddress, renewAddress } from '../feeds.ts'
import { addImport, judgeImport, removeImport, tryImport } from '../imports.ts'
import { calendarsOf, type Feed } from '../overview.ts'
import type { Calendars, CalendarFeed, calendarsContract } from './contract.ts'

export const calendarsHandlers = {
  getCalendars: (db, asker) => calendars(db, asker),
  async giveCalendarAddress(db, asker, form) {
    await giveAddress(db, asker, form)
    return calendars(db, asker)
  },
  async renewCalendarAddress(db, asker, form) {
    await renewAddress(db, asker, form)
    return calendars(db, asker)
  },
  async endCalendarAddress(db, asker, form) {
    await endAddress(db, asker, form)
    return calendars(db, asker)
  },
  addCalendar: {
    judge: judgeImport,
    async act(db, asker, form) {
      await addImport(db, asker, form)
      return calendars(db, asker)
    },
  },
  async tryCalendar(db, asker, form) {
    await tryImport(db, asker, form)
    return calendars(db, asker)
  },
  async removeCalendar(db, asker, form) {
    await removeImport(db, asker, form)
    return calendars(db, asker)
  },
} satisfies Handlers<typeof calendarsContract>

async function calendars(db: Database, asker: Asker): Promise<Calendars> {
  const rooms = await calendarsOf(db, asker)
  const twice = may(asker.account, 'run the desk')
    ? await soldTwice(db, today(await companyOf(db, asker), asker.now))
    : []
  return {
    can_seal: asker.context.sealer !== null,
    sold_twice: twice.map((each) => presentSoldTwice(each, asker)),
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
