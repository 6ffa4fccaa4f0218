import { today } from '#stays/availability/stay.ts'
import { companyOf } from '#content/company.ts'
import { STALE_AFTER_MS } from '../desk/sold-elsewhere.ts'
import type { RequestContext } from '#platform/contract.ts'
import type { Database } from '#platform/database/database.ts'
import type { Fault } from './faults.ts'
import { addressOf } from './feeds.ts'

/** An address that was given out. Null: it cannot be shown any more. */
export interface Feed {
  id: number
  address: string | null
  madeAt: number
  readAt: number | null
}

interface Source {
  id: number
  name: string
  host: string
  askedAt: number | null
  goodAt: number | null
  nextAt: number
  fault: Fault | null
  detail: string
  isStale: boolean
  /** So many of its events hold nights to come, and so many of these are sold here as well. */
  events: number
  clashes: number
  feed: Feed | null
}

interface RoomCalendars {
  id: number
  name: string
  feed: Feed | null
  units: { id: number; name: string; isActive: boolean; feed: Feed | null; sources: Source[] }[]
}

/** Every room and unit, with who reads of it and what is read of it. */
export async function calendarsOf(db: Database, ctx: RequestContext): Promise<RoomCalendars[]> {
  const { language, context, now } = ctx
  const day = today(await companyOf(db, ctx), now)
  const rooms = await db.selectFrom('room').selectAll().orderBy('position').orderBy('id').execute()
  const units = await db.selectFrom('unit').selectAll().execute()
  const feeds = await db.selectFrom('calendar_feed').selectAll().execute()
  const sources = await db.selectFrom('calendar_import').selectAll().orderBy('id').execute()
  const counts = await db
    .selectFrom('imported_event')
    .select(['import_id'])
    .select(({ fn }) => [fn.countAll<number>().as('events'), fn.count<number>('clash_since').as('clashes')])
    .where('gone_at', 'is', null)
    .where('to_day', '>', day)
    .groupBy('import_id')
    .execute()
  const countOf = new Map(counts.map((each) => [each.import_id, each]))
  const feedWith = (isIt: (feed: (typeof feeds)[number]) => boolean): Feed | null => {
    const feed = feeds.find(isIt)
    return feed ? { id: feed.id, address: addressOf(context, feed), madeAt: feed.made_at, readAt: feed.read_at } : null
  }
  const sourceOf = (each: (typeof sources)[number]): Source => ({
    id: each.id,
    name: each.name,
    host: each.host,
    askedAt: each.asked_at,
    goodAt: each.good_at,
    nextAt: each.next_at,
    fault: each.fault as Fault | null,
    detail: each.fault_detail,
    isStale: (each.good_at ?? each.added_at) < now - STALE_AFTER_MS,
    events: Number(countOf.get(each.id)?.events ?? 0),
    clashes: Number(countOf.get(each.id)?.clashes ?? 0),
    feed: feedWith(({ import_id }) => import_id === each.id),
  })
  const byRoom = Map.groupBy(units, ({ room_id }) => room_id)
  const byUnit = Map.groupBy(sources, ({ unit_id }) => unit_id)
  return rooms.map((room) => ({
    id: room.id,
    name: (language === 'bn' && room.name_bn) || room.name_en,
    feed: feedWith(({ room_id }) => room_id === room.id),
    units: (byRoom.get(room.id) ?? [])
      .toSorted((one, other) => one.name.localeCompare(other.name, 'en', { numeric: true }))
      .map((unit) => ({
        id: unit.id,
        name: unit.name,
        isActive: unit.active === 1,
        feed: feedWith(({ unit_id, import_id }) => unit_id === unit.id && import_id === null),
        sources: (byUnit.get(unit.id) ?? []).map(sourceOf),
      })),
  }))
}
