import { calendarLines, escaped } from '#stays/bookings/ical.ts'
import { textHash } from '#platform/codes.ts'
import { isoDay, isoInstant } from '#platform/day.ts'
import type { Block } from './blocks.ts'
import { ownUid } from './own-uid.ts'

/**
 * Blocks as a calendar by RFC 5545: whole days, of which the last is none; each under a name that stays; of nobody and of no
 * booking. `secret` keeps names from being guessed at, `at` is when any of it was last otherwise.
 */
export function feedFile(
  blocks: readonly Block[],
  { name, host, secret, at }: { name: string; host: string; secret: string; at: number },
): string {
  const stamp = isoInstant(at).replace(/[-:]|\.\d+/g, '')
  return calendarLines([
    ['BEGIN', 'VCALENDAR'],
    ['VERSION', '2.0'],
    ['PRODID', '-//Selvage//Nights//EN'],
    ['CALSCALE', 'GREGORIAN'],
    ['X-WR-CALNAME', escaped(name)],
    ['REFRESH-INTERVAL;VALUE=DURATION', 'PT15M'],
    ['X-PUBLISHED-TTL', 'PT15M'],
    ...blocks.flatMap(({ key, from, to }): [string, string][] => [
      ['BEGIN', 'VEVENT'],
      ['UID', ownUid(textHash(`${secret} ${key}`).slice(0, 24), host)],
      ['DTSTAMP', stamp],
      ['DTSTART;VALUE=DATE', plainDay(from)],
      ['DTEND;VALUE=DATE', plainDay(to)],
      ['SUMMARY', 'Not available'],
      ['TRANSP', 'OPAQUE'],
      ['END', 'VEVENT'],
    ]),
    ['END', 'VCALENDAR'],
  ])
}

const plainDay = (day: number) => isoDay(day).replaceAll('-', '')
