import type { BookingsApi } from '../contract.ts'

/** A stay for a calendar of one's own, as whoever has booked it. */
export async function calendarFile(api: BookingsApi, id: string): Promise<[name: string, file: Blob]> {
  return ['stay.ics', new Blob([await api.getStayCalendar({ id })], { type: 'text/calendar' })]
}

/** What came to nothing, or is over, is for no calendar. */
export const isAwaited = (status: string): boolean => awaited.has(status)

const awaited: ReadonlySet<string> = new Set(['pending_payment', 'pending_approval', 'confirmed', 'checked_in'])
