import ICAL from 'ical.js'
import { dayIn } from '#platform/clock.ts'
import { isoDay } from '#platform/day.ts'
import { plain, type Zone, type Zones } from './zones.ts'

/** An event of a calendar. */
export interface Entry {
  uid: string
  event: ICAL.Component
  /** Of which occurrence it speaks, if it speaks of one. */
  instead: ICAL.Property | null
}

/** What event nights are called and which they are; each occurrence by itself. */
interface Nights {
  key: string
  from: number
  to: number
}

/** A rule of each day, since fifty years. */
export const MAX_STEPS = 20_000
const MAX_INTERVAL = 10_000
const MAX_OCCURRENCES = 1_000
const LONGEST_SECONDS = 20 * 366 * 86_400

/**
 * The nights of an event: the days themselves, where it names days; else those that begin on its days by the clocks of the
 * house, of which the one of its end is none. What lasts less than a night takes one all the same: somebody has it.
 */
export function* nightsOfEvent(
  { uid, event, instead }: Entry,
  same: readonly Entry[],
  zones: Zones,
  until: number,
): Generator<Nights> {
  const start = event.getFirstProperty('dtstart')!
  const first = momentOf(start, zones)
  const nights = nightsFrom(event, first, zones)
  if (instead) {
    const of = momentOf(instead, zones)
    return yield { key: `${uid} ${isoDay(of.wallDay)}`, from: first.day, to: first.day + nights }
  }
  const rules = event.getAllProperties('rrule').map((rule) => rule.getFirstValue() as ICAL.Recur)
  const more = event.getAllProperties('rdate').flatMap((each) => momentsOf(each, zones))
  if (rules.length === 0 && more.length === 0) return yield { key: uid, from: first.day, to: first.day + nights }

  const others = same.flatMap((entry) => (entry.instead ? momentsOf(entry.instead, zones) : []))
  const left = [...event.getAllProperties('exdate').flatMap((each) => momentsOf(each, zones)), ...others]
  const isLeftOut = matching(left)
  const seen = new Set<string>()
  let count = 0
  for (const moment of [first, ...rules.flatMap((rule) => [...repeated(rule, first, until)]), ...more]) {
    const key = `${uid} ${isoDay(moment.wallDay)}`
    if (isLeftOut(moment) || seen.has(key)) continue
    seen.add(key)
    if (++count > MAX_OCCURRENCES) throw new Error('comes too often')
    yield { key, from: moment.day, to: moment.day + nights }
  }
}

/** A moment that is named, or a day. */
interface Moment {
  /** By the clocks of the house. */
  day: number
  /** As it is written. */
  wallDay: number
  ms: number | null
  wall: ICAL.Time
  zone: Zone
}

function nightsFrom(event: ICAL.Component, first: Moment, zones: Zones): number {
  const end = event.getFirstProperty('dtend')
  const lasts = event.getFirstPropertyValue('duration') as ICAL.Duration | null
  const until = end ? momentOf(end, zones).day : lasts ? dayAfter(first, lasts.toSeconds(), zones) : first.day
  if (until < first.day) throw new Error('ends before it begins')
  return Math.max(1, until - first.day)
}

function dayAfter({ day, ms }: Moment, seconds: number, { house }: Zones): number {
  if (!Number.isFinite(seconds) || seconds < 0) throw new Error('lasts less than nothing')
  const lasts = Math.min(seconds, LONGEST_SECONDS)
  return ms === null ? day + Math.ceil(lasts / 86_400) : dayIn(house, ms + lasts * 1000)
}

/** The occurrences of a rule, by the clocks of where it was written. */
function* repeated(rule: ICAL.Recur, first: Moment, until: number): Generator<Moment> {
  if (/^(SECONDLY|MINUTELY|HOURLY)$/.test(rule.freq)) throw new Error('comes more often than nights')
  // To go on by so many days takes the library as many steps.
  if (rule.interval > MAX_INTERVAL) throw new Error('comes again after longer than anybody waits')
  if (rule.until) rule.until = wallUntil(rule.until, first)
  const each = bounded(rule.iterator(first.wall))
  for (let wall = each.next(); wall; wall = each.next()) {
    const moment = momentAt(wall, first.zone)
    if (moment.day >= until) return
    yield moment
  }
}

/**
 * The library looks for what a rule means as long as it takes, which for some is for ever (kewisch/ical.js#1038). Each of its looks
 * ends with this question; so it is counted there. Should that change, its thread is still ended.
 */
function bounded(each: ICAL.RecurIterator): ICAL.RecurIterator {
  let steps = 0
  const looking = each as unknown as { check_contracting_rules: () => boolean }
  const ask = looking.check_contracting_rules.bind(each)
  looking.check_contracting_rules = () => {
    if (++steps > MAX_STEPS) throw new Error('takes too long')
    return ask()
  }
  return each
}

/** The end of a rule, as the clocks of its events show it. A day that is named as the end belongs to it. */
function wallUntil(end: ICAL.Time, first: Moment): ICAL.Time {
  const { year, month, day } = end
  if (first.ms === null) return ICAL.Time.fromData({ year, month, day, isDate: true })
  if (end.isDate) return ICAL.Time.fromData({ year, month, day, hour: 23, minute: 59, second: 59, isDate: false })
  return end.zone === ICAL.Timezone.utcTimezone ? first.zone.wallAt(end.toUnixTime() * 1000) : plain(end)
}

/** Whether a moment is one of these; of a day that is named, any moment of it. */
function matching(moments: readonly Moment[]): (moment: Moment) => boolean {
  const exact = new Set(moments.map(({ ms, wallDay }) => (ms === null ? `day ${wallDay}` : `ms ${ms}`)))
  return ({ ms, wallDay }) => exact.has(`day ${wallDay}`) || (ms !== null && exact.has(`ms ${ms}`))
}

const momentOf = (property: ICAL.Property, zones: Zones): Moment => {
  const [moment] = momentsOf(property, zones)
  if (!moment) throw new Error('names no moment')
  return moment
}

function momentsOf(property: ICAL.Property, zones: Zones): Moment[] {
  const name = property.getParameter('tzid')
  const written = property.toJSON().slice(3) as unknown[]
  return property.getValues().map((value: unknown, at: number) => {
    const time = value instanceof ICAL.Period ? value.start : value
    if (!(time instanceof ICAL.Time)) throw new Error('names no moment')
    // The library makes a day of what is none: 31 February is one of March.
    if (time === value && !time.toString().startsWith(String(written[at]).slice(0, 10))) throw new Error('names no day')
    const isUtc = time.zone === ICAL.Timezone.utcTimezone
    return momentAt(plain(time), isUtc ? zones.utc : zones.named(typeof name === 'string' ? name : ''))
  })
}

function momentAt(wall: ICAL.Time, zone: Zone): Moment {
  const wallDay = dayOfWall(wall)
  if (wall.isDate) return { day: wallDay, wallDay, ms: null, wall, zone }
  const ms = zone.msAt(wall)
  return { day: dayIn(zone.house, ms), wallDay, ms, wall, zone }
}

const dayOfWall = ({ year, month, day }: ICAL.Time): number => {
  const { epochMilliseconds } = Temporal.PlainDate.from({ year, month, day }, { overflow: 'reject' }).toZonedDateTime(
    'UTC',
  )
  return Math.floor(epochMilliseconds / 86_400_000)
}
