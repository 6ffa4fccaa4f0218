export const auditRetention = { months: 24 }
