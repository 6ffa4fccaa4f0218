import { pickTranslation, type Company } from '#content/company.ts'
import type { RequestContext } from '#platform/contract.ts'
import { isoDay, isoInstant } from '#platform/day.ts'
import type { BookingStatus } from '#schema/bookings.ts'
import type { Language } from '#routes/public.ts'
import { translatorFor } from '#locales/both.ts'
import { getStatusTraits, getStatus } from './status.ts'
import type { BookedRow } from './store.ts'
import { getRoomName, describeNextStep } from './stay-views.ts'

/** Creates an iCalendar file (RFC 5545) with whole days. The day of departure is not included. */
export function renderStayCalendar(booking: BookedRow, company: Company, { now, context }: RequestContext): string {
  const language = booking.language as Language
  const { t } = translatorFor(language)
  const formatDay = (dayNumber: number) => isoDay(dayNumber).replaceAll('-', '')
  const description = [
    `${t('booking.success_reference')}: ${booking.code}`,
    t('stay.file_times', { arrival: company.checkInFrom, departure: company.checkOutUntil }),
    describeNextStep(booking, { language, now }),
  ]
  return formatCalendar([
    ['BEGIN', 'VCALENDAR'],
    ['VERSION', '2.0'],
    ['PRODID', '-//Selvage//Stays//EN'],
    ['BEGIN', 'VEVENT'],
    ['UID', `${booking.code}@${new URL(context.publicUrl).hostname}`],
    ['DTSTAMP', isoInstant(booking.created_at).replace(/[-:]|\.\d+/g, '')],
    ['DTSTART;VALUE=DATE', formatDay(booking.check_in)],
    ['DTEND;VALUE=DATE', formatDay(booking.check_out)],
    ['SUMMARY', escapeText(`${getRoomName(booking, language)}, ${pickTranslation(company.name, language)}`)],
    ['LOCATION', escapeText(pickTranslation(company.address, language))],
    ['DESCRIPTION', escapeText(description.join('\n'))],
    ['STATUS', toCalendarStatus(getStatus(booking, now))],
    ['TRANSP', 'TRANSPARENT'],
    ['END', 'VEVENT'],
    ['END', 'VCALENDAR'],
  ])
}

function toCalendarStatus(status: BookingStatus): string {
  const { awaitsAnswer, releasedNights } = getStatusTraits(status)
  return awaitsAnswer ? 'TENTATIVE' : releasedNights ? 'CANCELLED' : 'CONFIRMED'
}

/** Escapes a text for an iCalendar file. */
export const escapeText = (text: string): string => text.replace(/[\\;,]/g, '\\$&').replace(/\r?\n/g, '\\n')

const MAX_OCTETS = 75

/** Folds long lines: a line continues after a line break and a space. No character is split. */
export function formatCalendar(properties: readonly (readonly [name: string, value: string])[]): string {
  const lines = properties.map(([name, value]) => {
    let [foldedLine, octets] = ['', 0]
    for (const character of `${name}:${value}`) {
      const size = Buffer.byteLength(character)
      if (octets + size > MAX_OCTETS) [foldedLine, octets] = [foldedLine + '\r\n ', 1]
      foldedLine += character
      octets += size
    }
    return foldedLine + '\r\n'
  })
  return lines.join('')
}
