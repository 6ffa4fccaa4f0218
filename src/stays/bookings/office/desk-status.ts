import type { Tables } from '#schema/tables.ts'
import { getStatusTraits, statusesWithoutStay, getStatus } from '../status.ts'

/** The views of the list of stays. */
export const bookingViews = ['newest', 'to_answer', 'arriving', 'in_house', 'past', 'cancelled'] as const
export type View = (typeof bookingViews)[number]

/** The status of a stay as the front desk sees it today. */
export const deskStatuses = ['waits', 'to_come', 'arrives', 'here', 'leaves', 'past', 'nothing'] as const
export type DeskStatus = (typeof deskStatuses)[number]

/**
 * A guest who should have left counts as in house for this many days. After that, the check-out was forgotten. The list
 * of stays in house reads all departures since then.
 */
export const MAX_OVERDUE_DAYS = 2

export function getDeskStatus(
  row: Pick<Tables['booking'], 'status' | 'expires_at' | 'check_in' | 'check_out'>,
  now: number,
  day: number,
): DeskStatus {
  const status = getStatus(row, now)
  if (getStatusTraits(status).awaitsAnswer) return 'waits'
  if (statusesWithoutStay.includes(status)) return 'nothing'
  const isOverdue = status === 'checked_in' && row.check_out < day && row.check_out >= day - MAX_OVERDUE_DAYS
  if (isOverdue) return 'here'
  if (status === 'checked_out' || row.check_out < day) return 'past'
  if (row.check_out === day) return 'leaves'
  if (status === 'checked_in' || row.check_in < day) return 'here'
  return row.check_in === day ? 'arrives' : 'to_come'
}
