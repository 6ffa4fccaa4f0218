/** How long it is kept who did what. */
export const auditRetention = { months: 24 }
