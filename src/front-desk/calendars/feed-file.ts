import { formatCalendar, escapeText } from '#stays/bookings/ical.ts'
import { digestText } from '#platform/codes.ts'
import { isoDay, isoInstant } from '#platform/day.ts'
import type { Block } from './blocks.ts'
import { createOwnUid } from './own-uid.ts'

/**
 * Formats blocks as an RFC 5545 calendar of whole-day events with an exclusive end and stable UIDs. The feed contains
 * no guest and no booking. `secret` makes the UIDs unguessable. `changedAt` is the time of the last change of the
 * blocks.
 */
export function formatFeed(
  blocks: readonly Block[],
  { name, host, secret, changedAt }: { name: string; host: string; secret: string; changedAt: number },
): string {
  const dtstamp = isoInstant(changedAt).replace(/[-:]|\.\d+/g, '')
  return formatCalendar([
    ['BEGIN', 'VCALENDAR'],
    ['VERSION', '2.0'],
    ['PRODID', '-//Selvage//Nights//EN'],
    ['CALSCALE', 'GREGORIAN'],
    ['X-WR-CALNAME', escapeText(name)],
    ['REFRESH-INTERVAL;VALUE=DURATION', 'PT15M'],
    ['X-PUBLISHED-TTL', 'PT15M'],
    ...blocks.flatMap(({ key, from, to }): [string, string][] => [
      ['BEGIN', 'VEVENT'],
      ['UID', createOwnUid(digestText(`${secret} ${key}`).slice(0, 24), host)],
      ['DTSTAMP', dtstamp],
      ['DTSTART;VALUE=DATE', formatCompactDay(from)],
      ['DTEND;VALUE=DATE', formatCompactDay(to)],
      ['SUMMARY', 'Not available'],
      ['TRANSP', 'OPAQUE'],
      ['END', 'VEVENT'],
    ]),
    ['END', 'VCALENDAR'],
  ])
}

const formatCompactDay = (day: number) => isoDay(day).replaceAll('-', '')
