import type { BookingsApi } from '../contract.ts'

/** Downloads the calendar file of a stay for the signed-in guest. */
export async function loadCalendarFile(api: BookingsApi, id: string): Promise<[name: string, file: Blob]> {
  return ['stay.ics', new Blob([await api.getStayCalendar({ id })], { type: 'text/calendar' })]
}
