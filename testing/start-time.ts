/** The time at which test servers and simulations begin. */
export const MONDAY_MORNING_IN_DHAKA = Date.parse('2027-01-04T09:00:00+06:00')
