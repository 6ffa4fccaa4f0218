import { computeToday } from '#stays/availability/stay.ts'
import { loadCompany } from '#content/company.ts'
import { STALE_AFTER_MS } from '../desk/double-bookings.ts'
import type { RequestContext } from '#platform/contract.ts'
import type { Database } from '#platform/database/database.ts'
import { pickLocalizedName } from '#locales/localized-name.ts'
import type { CalendarError } from './calendar-errors.ts'
import { buildFeedUrl } from './feeds.ts'

/** A feed with its address. The address is null if it can no longer be decrypted. */
export interface Feed {
  id: number
  address: string | null
  createdAt: number
  readAt: number | null
}

interface Source {
  id: number
  name: string
  host: string
  polledAt: number | null
  succeededAt: number | null
  nextAt: number
  error: CalendarError | null
  detail: string
  isStale: boolean
  /** The number of events with future nights, and how many of them conflict with our own stays. */
  events: number
  conflicts: number
  feed: Feed | null
}

interface RoomCalendars {
  id: number
  name: string
  feed: Feed | null
  units: { id: number; name: string; isActive: boolean; feed: Feed | null; sources: Source[] }[]
}

/** Lists every room and unit with its feed and its imported calendars. */
export async function listRoomCalendars(db: Database, ctx: RequestContext): Promise<RoomCalendars[]> {
  const { language, context, now } = ctx
  const day = computeToday(await loadCompany(db, ctx), now)
  const rooms = await db.selectFrom('room').selectAll().orderBy('position').orderBy('id').execute()
  const units = await db.selectFrom('unit').selectAll().execute()
  const feeds = await db.selectFrom('calendar_feed').selectAll().execute()
  const sources = await db.selectFrom('calendar_import').selectAll().orderBy('id').execute()
  const counts = await db
    .selectFrom('imported_event')
    .select(['import_id'])
    .select(({ fn }) => [fn.countAll<number>().as('events'), fn.count<number>('clash_since').as('conflicts')])
    .where('gone_at', 'is', null)
    .where('to_day', '>', day)
    .groupBy('import_id')
    .execute()
  const countsByImport = new Map(counts.map((item) => [item.import_id, item]))
  const findFeed = (matches: (feed: (typeof feeds)[number]) => boolean): Feed | null => {
    const feed = feeds.find(matches)
    return feed
      ? { id: feed.id, address: buildFeedUrl(context, feed), createdAt: feed.created_at, readAt: feed.read_at }
      : null
  }
  const toSource = (item: (typeof sources)[number]): Source => ({
    id: item.id,
    name: item.name,
    host: item.host,
    polledAt: item.checked_at,
    succeededAt: item.succeeded_at,
    nextAt: item.next_at,
    error: item.fault as CalendarError | null,
    detail: item.fault_detail,
    isStale: (item.succeeded_at ?? item.added_at) < now - STALE_AFTER_MS,
    events: Number(countsByImport.get(item.id)?.events ?? 0),
    conflicts: Number(countsByImport.get(item.id)?.conflicts ?? 0),
    feed: findFeed(({ import_id }) => import_id === item.id),
  })
  const unitsByRoom = Map.groupBy(units, ({ room_id }) => room_id)
  const sourcesByUnit = Map.groupBy(sources, ({ unit_id }) => unit_id)
  return rooms.map((room) => ({
    id: room.id,
    name: pickLocalizedName(language, room),
    feed: findFeed(({ room_id }) => room_id === room.id),
    units: (unitsByRoom.get(room.id) ?? [])
      .toSorted((a, b) => a.name.localeCompare(b.name, 'en', { numeric: true }))
      .map((unit) => ({
        id: unit.id,
        name: unit.name,
        isActive: unit.active === 1,
        feed: findFeed(({ unit_id, import_id }) => unit_id === unit.id && import_id === null),
        sources: (sourcesByUnit.get(unit.id) ?? []).map(toSource),
      })),
  }))
}
