/**
 * Whoever runs the desk takes a unit out of sale where something broke, and brings it back: for nights that soon, and no more
 * of them. What lasts longer is for whoever changes rooms.
 */
export const CLOSES_WITHIN_DAYS = 14

/** Whether a closure is one of those, on a day. */
export const isShortClosing = ({ from, to }: { from: number; to: number }, today: number): boolean =>
  to <= today + CLOSES_WITHIN_DAYS && to - from <= CLOSES_WITHIN_DAYS
