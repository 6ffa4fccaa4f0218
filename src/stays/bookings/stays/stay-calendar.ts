import type { BookingsApi } from '../contract.ts'

/** A stay for a calendar of one's own, as whoever has booked it. */
export async function calendarFile(api: BookingsApi, id: string): Promise<[name: string, file: Blob]> {
  return ['stay.ics', new Blob([await api.getStayCalendar({ id })], { type: 'text/calendar' })]
}
