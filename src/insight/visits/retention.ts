/** The retention period of page view counts. */
export const visitRetention = { years: 2 }
