/**
 * The desk takes a broken unit out of sale and puts it back. Such a closure ends within this number of days and lasts
 * no longer. Longer closures require the permission to edit rooms.
 */
export const CLOSES_WITHIN_DAYS = 14

/** Whether a closure is this short, as seen on a day. */
export const isShortClosing = ({ from, to }: { from: number; to: number }, today: number): boolean =>
  to <= today + CLOSES_WITHIN_DAYS && to - from <= CLOSES_WITHIN_DAYS
