/** How long bookings keep what they know of people: forgotten in that time by the house, and said so to its readers. */
export const bookingRetention = { guestWithoutStayDays: 2, stayMonths: 24, askerDays: 90 }

/** How long the register of guests keeps who has slept in the house, after the day on which they left. */
export const registerRetention = { months: 24 }

/** Copies of their papers no longer than that, however long the house wants to. */
export const copiesRetention = { mostDays: 90 }
