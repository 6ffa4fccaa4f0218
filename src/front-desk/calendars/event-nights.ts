import ICAL from 'ical.js'
import { dayIn } from '#platform/clock.ts'
import { isoDay } from '#platform/day.ts'
import { dropZone, type Zone, type Zones } from './zones.ts'
import { DAY_MS } from '#platform/durations.ts'

/** A calendar event. */
export interface CalendarEntry {
  uid: string
  event: ICAL.Component
  /** The RECURRENCE-ID, if the event replaces one occurrence. */
  recurrenceId: ICAL.Property | null
}

/** The key and the nights of one occurrence. */
interface EventNights {
  key: string
  from: number
  to: number
}

/** The maximum number of steps of a recurrence rule, enough for a daily rule over fifty years. */
export const MAX_RECURRENCE_STEPS = 20_000
const MAX_INTERVAL = 10_000
const MAX_OCCURRENCES = 1_000
const MAX_DURATION_SECONDS = 20 * 366 * 86_400

/**
 * Yields the nights of an event. A whole-day event blocks its own days. A timed event blocks its days in the property's
 * time zone, except the day on which it ends. An event shorter than a night blocks one night.
 */
export function* readEventNights(
  { uid, event, recurrenceId }: CalendarEntry,
  entriesOfUid: readonly CalendarEntry[],
  zones: Zones,
  endDay: number,
): Generator<EventNights> {
  const startProperty = event.getFirstProperty('dtstart')!
  const firstTime = readTime(startProperty, zones)
  const nightCount = countNights(event, firstTime, zones)
  if (recurrenceId) {
    const replacedTime = readTime(recurrenceId, zones)
    return yield { key: `${uid} ${isoDay(replacedTime.wallDay)}`, from: firstTime.day, to: firstTime.day + nightCount }
  }
  const rules = event.getAllProperties('rrule').map((rule) => rule.getFirstValue() as ICAL.Recur)
  const extraTimes = event.getAllProperties('rdate').flatMap((item) => readTimes(item, zones))
  if (rules.length === 0 && extraTimes.length === 0)
    return yield { key: uid, from: firstTime.day, to: firstTime.day + nightCount }

  const overriddenTimes = entriesOfUid.flatMap((entry) =>
    entry.recurrenceId ? readTimes(entry.recurrenceId, zones) : [],
  )
  const excludedTimes = [
    ...event.getAllProperties('exdate').flatMap((item) => readTimes(item, zones)),
    ...overriddenTimes,
  ]
  const isExcluded = createTimeMatcher(excludedTimes)
  const expandedKeys = new Set<string>()
  let occurrenceCount = 0
  for (const eventTime of [
    firstTime,
    ...rules.flatMap((rule) => [...expandRule(rule, firstTime, endDay)]),
    ...extraTimes,
  ]) {
    const key = `${uid} ${isoDay(eventTime.wallDay)}`
    if (isExcluded(eventTime) || expandedKeys.has(key)) continue
    expandedKeys.add(key)
    if (++occurrenceCount > MAX_OCCURRENCES) throw new Error('too many occurrences')
    yield { key, from: eventTime.day, to: eventTime.day + (eventTime.nightCount ?? nightCount) }
  }
}

/** A date or a date with time from a calendar. */
interface EventTime {
  /** The day in the property's time zone. */
  day: number
  /** The day as written in the calendar. */
  wallDay: number
  ms: number | null
  wall: ICAL.Time
  zone: Zone
  /** The nights of a period, which has its own length. */
  nightCount?: number
}

function countNights(event: ICAL.Component, firstTime: EventTime, zones: Zones): number {
  const endProperty = event.getFirstProperty('dtend')
  const durationValue = event.getFirstPropertyValue('duration') as ICAL.Duration | null
  const endDay = endProperty
    ? readTime(endProperty, zones).day
    : durationValue
      ? findEndDay(firstTime, durationValue.toSeconds(), zones)
      : firstTime.day
  return countNightsUntil(endDay, firstTime)
}

function countNightsUntil(endDay: number, { day }: EventTime): number {
  if (endDay < day) throw new Error('ends before it starts')
  return Math.max(1, endDay - day)
}

function findEndDay({ day, ms }: EventTime, seconds: number, zones: Zones): number {
  if (!Number.isFinite(seconds) || seconds < 0) throw new Error('negative duration')
  const durationSeconds = Math.min(seconds, MAX_DURATION_SECONDS)
  return ms === null
    ? day + Math.ceil(durationSeconds / 86_400)
    : dayIn(zones.homeTimeZone, ms + durationSeconds * 1000)
}

/** Expands a recurrence rule in the time zone in which it was written. */
function* expandRule(rule: ICAL.Recur, firstTime: EventTime, endDay: number): Generator<EventTime> {
  if (/^(SECONDLY|MINUTELY|HOURLY)$/.test(rule.freq)) throw new Error('repeats more often than daily')
  // The library takes one step per day of the interval.
  if (rule.interval > MAX_INTERVAL) throw new Error('interval too long')
  if (rule.until) rule.until = toWallEnd(rule.until, firstTime)
  const iterator = limitSteps(rule.iterator(firstTime.wall))
  for (let wallTime = iterator.next(); wallTime; wallTime = iterator.next()) {
    const eventTime = toEventTime(wallTime, firstTime.zone)
    if (eventTime.day >= endDay) return
    yield eventTime
  }
}

/**
 * Limits the steps of a rule. For some rules the library searches forever (kewisch/ical.js#1038). Each step of the
 * search calls `check_contracting_rules`, so the steps are counted there. Should the library change, the CPU limit of
 * the sandbox still stops the search.
 */
function limitSteps(iterator: ICAL.RecurIterator): ICAL.RecurIterator {
  let stepCount = 0
  const internals = iterator as unknown as { check_contracting_rules: () => boolean }
  const checkRules = internals.check_contracting_rules.bind(iterator)
  internals.check_contracting_rules = () => {
    if (++stepCount > MAX_RECURRENCE_STEPS) throw new Error('too many steps')
    return checkRules()
  }
  return iterator
}

/** Converts the end of a rule to the time zone of its events. An end date is inclusive. */
function toWallEnd(end: ICAL.Time, firstTime: EventTime): ICAL.Time {
  const { year, month, day } = end
  if (firstTime.ms === null) return ICAL.Time.fromData({ year, month, day, isDate: true })
  if (end.isDate) return ICAL.Time.fromData({ year, month, day, hour: 23, minute: 59, second: 59, isDate: false })
  return end.zone === ICAL.Timezone.utcTimezone ? firstTime.zone.toWallTime(end.toUnixTime() * 1000) : dropZone(end)
}

/** Returns a matcher for a list of times. A date matches every time of that day. */
function createTimeMatcher(eventTimes: readonly EventTime[]): (eventTime: EventTime) => boolean {
  const exactTimes = new Set(eventTimes.map(({ ms, wallDay }) => (ms === null ? `day ${wallDay}` : `ms ${ms}`)))
  return ({ ms, wallDay }) => exactTimes.has(`day ${wallDay}`) || (ms !== null && exactTimes.has(`ms ${ms}`))
}

const readTime = (property: ICAL.Property, zones: Zones): EventTime => {
  const [eventTime] = readTimes(property, zones)
  if (!eventTime) throw new Error('has no time')
  return eventTime
}

function readTimes(property: ICAL.Property, zones: Zones): EventTime[] {
  const name = property.getParameter('tzid')
  const rawValues = property.toJSON().slice(3) as unknown[]
  const convert = (time: ICAL.Time): EventTime => {
    const isUtc = time.zone === ICAL.Timezone.utcTimezone
    return toEventTime(dropZone(time), isUtc ? zones.utc : zones.byName(typeof name === 'string' ? name : ''))
  }
  return property.getValues().map((value: unknown, index: number) => {
    if (value instanceof ICAL.Period) {
      const start = convert(value.start)
      const endDay = value.duration ? findEndDay(start, value.duration.toSeconds(), zones) : convert(value.end).day
      return { ...start, nightCount: countNightsUntil(endDay, start) }
    }
    if (!(value instanceof ICAL.Time)) throw new Error('has no time')
    // The library accepts 31 February as a day in March. Such a date differs from its text.
    if (!value.toString().startsWith(String(rawValues[index]).slice(0, 10))) throw new Error('invalid date')
    return convert(value)
  })
}

function toEventTime(wallClockTime: ICAL.Time, zone: Zone): EventTime {
  const wallDay = toWallDay(wallClockTime)
  if (wallClockTime.isDate) return { day: wallDay, wallDay, ms: null, wall: wallClockTime, zone }
  const ms = zone.msAt(wallClockTime)
  return { day: dayIn(zone.homeTimeZone, ms), wallDay, ms, wall: wallClockTime, zone }
}

const toWallDay = ({ year, month, day }: ICAL.Time): number => {
  const { epochMilliseconds } = Temporal.PlainDate.from({ year, month, day }, { overflow: 'reject' }).toZonedDateTime(
    'UTC',
  )
  return Math.floor(epochMilliseconds / DAY_MS)
}
