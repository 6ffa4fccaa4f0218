/** Returns whether a statement cannot write. For example, `insert … returning` returns rows but writes. */
export const isRead = (sql: string): boolean =>
  /^\s*(select|explain|values)\b/i.test(sql) ||
  (/^\s*with\b/i.test(sql) && !/\b(insert|update|delete|replace)\b/i.test(sql))
