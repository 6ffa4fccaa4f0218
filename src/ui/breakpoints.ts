/**
 * The widths at which layouts change. CSS uses `@media (--tablet)` from a width on, and `not (--tablet)` below it. The
 * build replaces these names (bin/name-breakpoints.ts).
 */
export const phone = '(min-width: 30rem)'
export const phablet = '(min-width: 40rem)'
export const tablet = '(min-width: 48rem)'
export const laptop = '(min-width: 62rem)'
export const desktop = '(min-width: 75rem)'
