/** How long audit entries are stored. */
export const auditRetention = { months: 24 }
