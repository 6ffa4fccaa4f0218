import ICAL from 'ical.js'

/** The clock of a time zone. */
export interface Zone {
  homeTimeZone: string
  msAt(wall: ICAL.Time): number
  toWallTime(ms: number): ICAL.Time
}

export interface Zones {
  homeTimeZone: string
  utc: Zone
  byName(name: string): Zone
}

/**
 * Resolves time zones by name: IANA zones first, then zones that the calendar defines, then the property's own zone.
 */
export function createZones(definitions: readonly string[][], homeTimeZone: string): Zones {
  const homeZone = createIanaZone(homeTimeZone, homeTimeZone)
  const cache = new Map<string, Zone>([['', homeZone]])
  return {
    homeTimeZone,
    utc: createIanaZone('UTC', homeTimeZone),
    byName(name) {
      const cachedZone = cache.get(name)
      if (cachedZone) return cachedZone
      const zone = findIanaZone(name, homeTimeZone) ?? findDefinedZone(definitions, name, homeTimeZone) ?? homeZone
      cache.set(name, zone)
      return zone
    },
  }
}

/** Finds an IANA zone such as Europe/Berlin. Some calendars write a path before the name. */
function findIanaZone(name: string, homeTimeZone: string): Zone | null {
  for (const candidate of [name, name.split('/').slice(-2).join('/')]) {
    if (!/^[A-Za-z][A-Za-z0-9_+/-]{1,60}$/.test(candidate)) continue
    try {
      Temporal.Instant.fromEpochMilliseconds(0).toZonedDateTimeISO(candidate)
      return createIanaZone(candidate, homeTimeZone)
    } catch {
      // Not an IANA zone.
    }
  }
  return null
}

const createIanaZone = (name: string, homeTimeZone: string): Zone => ({
  homeTimeZone,
  msAt: ({ year, month, day, hour, minute, second }) =>
    Temporal.PlainDateTime.from({ year, month, day, hour, minute, second }).toZonedDateTime(name).epochMilliseconds,
  toWallTime(ms) {
    const { year, month, day, hour, minute, second } =
      Temporal.Instant.fromEpochMilliseconds(ms).toZonedDateTimeISO(name)
    return ICAL.Time.fromData({ year, month, day, hour, minute, second, isDate: false })
  },
})

function findDefinedZone(definitions: readonly string[][], name: string, homeTimeZone: string): Zone | null {
  for (const lines of definitions) {
    const component = new ICAL.Component(ICAL.parse(lines.join('\r\n')) as [string, unknown[], unknown[]])
    if (component.getFirstPropertyValue('tzid') !== name) continue
    const zone = new ICAL.Timezone(component)
    return {
      homeTimeZone,
      msAt(wall) {
        const zonedTime = dropZone(wall)
        zonedTime.zone = zone
        return zonedTime.toUnixTime() * 1000
      },
      toWallTime: (ms) => dropZone(ICAL.Time.fromJSDate(new Date(ms), true).convertToZone(zone)),
    }
  }
  return null
}

export const dropZone = ({ year, month, day, hour, minute, second, isDate }: ICAL.Time): ICAL.Time =>
  ICAL.Time.fromData({ year, month, day, hour, minute, second, isDate })
