/**
 * The maximum length of a closure by the desk, which takes a broken unit off sale. It must also end within this number
 * of days from today. Longer closures require the permission to edit rooms.
 */
export const MAX_CLOSING_DAYS = 14

/** Returns whether a closure is short enough for the desk, as of the given day. */
export const isShortClosing = ({ from, to }: { from: number; to: number }, today: number): boolean =>
  to <= today + MAX_CLOSING_DAYS && to - from <= MAX_CLOSING_DAYS
