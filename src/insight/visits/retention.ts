/** How long it is kept how often pages were seen. */
export const visitRetention = { years: 2 }
