/** The retention period of audit entries. */
export const auditRetention = { months: 24 }
