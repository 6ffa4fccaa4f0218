import { sql, type RawBuilder } from 'kysely'

/** SQL condition: the column equals one of these addresses. Case does not matter. */
export const hasEmail = (column: string, emails: readonly string[]): RawBuilder<boolean> =>
  sql<boolean>`lower(${sql.ref(column)}) in (${sql.join(emails.map((email) => sql`lower(${email})`))})`
