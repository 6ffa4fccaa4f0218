/** How long page view counts are stored. */
export const visitRetention = { years: 2 }
