import type { DatabaseSync } from 'node:sqlite'

/**
 * Returns the constraint that an error of either engine is about, or undefined. Unique constraints are named unique
 * indexes. All foreign keys are 'foreign key', because SQLite does not report which one failed.
 */
export function findConstraintName(error: unknown): string | undefined {
  if (!(error instanceof Error)) return undefined
  const { code, constraint } = error as { code?: string; constraint?: string }
  const foreignKeyViolation = '23503'
  const restrictViolation = '23001'
  return code === foreignKeyViolation || code === restrictViolation ? 'foreign key' : constraint
}

/** Sets the constraint name as pg does. Must run while the failed connection is still available for queries. */
export function setConstraintName(error: Error & { constraint?: string }, database: DatabaseSync): void {
  const [, kind, subject = ''] = /^(UNIQUE|CHECK|FOREIGN KEY) constraint failed(?:: (.*))?$/s.exec(error.message) ?? []
  if (kind === 'CHECK') error.constraint = subject
  if (kind === 'FOREIGN KEY') error.constraint = 'foreign key'
  if (kind === 'UNIQUE') error.constraint = findUniqueName(subject, database)
}

/**
 * Finds the name of a unique constraint. The subject is `index 'name'` for an index over expressions, otherwise
 * `table.column, table.column`.
 */
function findUniqueName(subject: string, database: DatabaseSync): string {
  const [, index] = /^index '(.*)'$/.exec(subject) ?? []
  if (index) return index
  const [table, columns] = getTableAndColumns(subject)
  return findIndex(table, columns, database) ?? findPrimaryKey(table, database)
}

function getTableAndColumns(subject: string): [table: string, columns: string] {
  const paths = subject.split(', ').map((path) => path.split('.'))
  return [paths[0]![0]!, paths.map(([, column]) => column).join()]
}

function findIndex(table: string, columns: string, database: DatabaseSync): string | undefined {
  const row = database
    .prepare(
      `
    select list.name from pragma_index_list(?) as list
     where list."unique" = 1 and list.origin = 'c'
       and (select group_concat(name) from (select name from pragma_index_info(list.name) order by seqno)) = ?`,
    )
    .get(table, columns)
  return row?.name as string | undefined
}

function findPrimaryKey(table: string, database: DatabaseSync): string {
  const { sql } = database.prepare('select sql from sqlite_schema where name = ?').get(table) as { sql: string }
  const [, name] = /\bconstraint (\w+) primary key\b/i.exec(sql) ?? []
  return name ?? `${table}_pkey` // PostgreSQL's name for an unnamed primary key
}
