/**
 * Inside, the days of a stay are checkIn and checkOut. The wire spells them in two ways: in searches, and so in the
 * address of a page, and in bookings. Runs in browsers too.
 */
export const inSearch = { checkIn: 'check_in', checkOut: 'check_out' } as const
export const inBooking = { checkIn: 'checkin', checkOut: 'checkout' } as const
