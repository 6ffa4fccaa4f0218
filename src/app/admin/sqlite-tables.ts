import { DatabaseSync, type SQLInputValue } from 'node:sqlite'
import { AdminError } from './admin-error.ts'
import { getBatchSize, quote, toInteger, type Row, type Table, type TableStore } from './tables.ts'

/** The tables of an SQLite file. The caller opens and closes the file. */
export function openSqliteTables(file: DatabaseSync): TableStore {
  const tables = listTables(file)
  let triggers: { name: string; sql: string }[] = []
  return {
    tables,

    async *read(table) {
      const statement = file.prepare(`select ${table.columns.map(quote).join(', ')} from ${quote(table.name)}`)
      statement.setReturnArrays(true)
      statement.setReadBigInts(true)
      let batch: Row[] = []
      for (const row of statement.iterate() as Iterable<unknown> as Iterable<Row>) {
        batch.push(row.map((value) => (typeof value === 'bigint' ? toInteger(value) : value)))
        if (batch.length < getBatchSize(table)) continue
        yield batch
        batch = []
      }
      if (batch.length > 0) yield batch
    },

    async clear() {
      // Crash safety is not needed: the file is new, and is deleted if the copy fails.
      for (const option of ['journal_mode', 'synchronous', 'foreign_keys']) file.exec(`pragma ${option} = off`)
      file.exec('begin')
      // Copied rows already contain what triggers have written.
      triggers = file.prepare("select name, sql from sqlite_schema where type = 'trigger'").all() as typeof triggers
      for (const { name } of triggers) file.exec(`drop trigger ${quote(name)}`)
      for (const { name } of tables) file.exec(`delete from ${quote(name)}`)
    },

    async insert({ name, columns }, rows) {
      const places = columns.map(() => '?').join(', ')
      const statement = file.prepare(`insert into ${quote(name)} (${columns.map(quote).join(', ')}) values (${places})`)
      for (const row of rows) statement.run(...(row as SQLInputValue[]))
    },

    async finish() {
      for (const { sql } of triggers) file.exec(sql)
      file.exec('commit')
      const brokenReference = file.prepare('pragma foreign_key_check').get() as
        { table: string; parent: string } | undefined
      if (brokenReference)
        throw new AdminError(
          `A row of ${brokenReference.table} refers to a row of ${brokenReference.parent} that is missing.`,
        )
    },
  }
}

function listTables(file: DatabaseSync): Table[] {
  const names = file
    .prepare(
      `select name from pragma_table_list where schema = 'main' and type = 'table' and name not like 'sqlite\\_%'
      escape '\\' order by name`,
    )
    .all() as { name: string }[]
  // Generated columns are hidden.
  const columnsStatement = file.prepare('select name, type from pragma_table_xinfo(?) where hidden = 0 order by cid')
  return names.map(({ name }) => {
    const columns = columnsStatement.all(name) as { name: string; type: string }[]
    return {
      name,
      columns: columns.map((column) => column.name),
      hasBytes: columns.some(({ type }) => type.toLowerCase() === 'blob'),
    }
  })
}

/**
 * Opens an SQLite file of a stopped site and locks it until it is closed. Fails if any other process has it open, even
 * without a transaction.
 */
export function lockSqliteFile(path: string): DatabaseSync {
  const file = new DatabaseSync(path, { timeout: 0 })
  try {
    file.exec('pragma locking_mode = exclusive')
    file.exec('begin exclusive')
    return file
  } catch (error) {
    file.close()
    throw new AdminError(
      isSqliteCode(error, SQLITE_BUSY)
        ? `${path} is in use. Stop the site first.`
        : `${path} cannot be read: ${(error as Error).message}.`,
      { cause: error },
    )
  }
}

const SQLITE_BUSY = 5
const isSqliteCode = (error: unknown, code: number) => ((error as { errcode?: number }).errcode ?? 0) % 256 === code
