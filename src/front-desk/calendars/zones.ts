import ICAL from 'ical.js'

/** Clocks of a place. */
export interface Zone {
  house: string
  msAt(wall: ICAL.Time): number
  wallAt(ms: number): ICAL.Time
}

export interface Zones {
  house: string
  utc: Zone
  named(name: string): Zone
}

/** Zones by their names: those that everybody knows, those that the calendar explains, and for all others the house's own. */
export function zonesIn(explained: readonly string[][], house: string): Zones {
  const own = known(house, house)
  const found = new Map<string, Zone>([['', own]])
  return {
    house,
    utc: known('UTC', house),
    named(name) {
      const before = found.get(name)
      if (before) return before
      const zone = everybodys(name, house) ?? explainedIn(explained, name, house) ?? own
      found.set(name, zone)
      return zone
    },
  }
}

/** Europe/Berlin; some write a way before it. */
function everybodys(name: string, house: string): Zone | null {
  for (const called of [name, name.split('/').slice(-2).join('/')]) {
    if (!/^[A-Za-z][A-Za-z0-9_+/-]{1,60}$/.test(called)) continue
    try {
      Temporal.Instant.fromEpochMilliseconds(0).toZonedDateTimeISO(called)
      return known(called, house)
    } catch {
      // Not one of those.
    }
  }
  return null
}

const known = (name: string, house: string): Zone => ({
  house,
  msAt: ({ year, month, day, hour, minute, second }) =>
    Temporal.PlainDateTime.from({ year, month, day, hour, minute, second }).toZonedDateTime(name).epochMilliseconds,
  wallAt(ms) {
    const { year, month, day, hour, minute, second } =
      Temporal.Instant.fromEpochMilliseconds(ms).toZonedDateTimeISO(name)
    return ICAL.Time.fromData({ year, month, day, hour, minute, second, isDate: false })
  },
})

function explainedIn(explained: readonly string[][], name: string, house: string): Zone | null {
  for (const lines of explained) {
    const component = new ICAL.Component(ICAL.parse(lines.join('\r\n')) as [string, unknown[], unknown[]])
    if (component.getFirstPropertyValue('tzid') !== name) continue
    const zone = new ICAL.Timezone(component)
    return {
      house,
      msAt(wall) {
        const there = plain(wall)
        there.zone = zone
        return there.toUnixTime() * 1000
      },
      wallAt: (ms) => plain(ICAL.Time.fromJSDate(new Date(ms), true).convertToZone(zone)),
    }
  }
  return null
}

export const plain = ({ year, month, day, hour, minute, second, isDate }: ICAL.Time): ICAL.Time =>
  ICAL.Time.fromData({ year, month, day, hour, minute, second, isDate })
