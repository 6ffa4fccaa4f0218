import { DatabaseSync, type SQLInputValue } from 'node:sqlite'
import { AdminError } from './admin-error.ts'
import { getBatchSize, quoteName, toInteger, type Row, type Table, type TableStore } from './tables.ts'

/** The tables of an SQLite file. The caller opens and closes the file. */
export function openSqliteTables(database: DatabaseSync): TableStore {
  const tables = listTables(database)
  let triggers: { name: string; sql: string }[] = []
  return {
    tables,

    async *read(table) {
      const statement = database.prepare(
        `select ${table.columns.map(quoteName).join(', ')} from ${quoteName(table.name)}`,
      )
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
      for (const option of ['journal_mode', 'synchronous', 'foreign_keys']) database.exec(`pragma ${option} = off`)
      database.exec('begin')
      // Copied rows already contain what triggers have written.
      triggers = database.prepare("select name, sql from sqlite_schema where type = 'trigger'").all() as typeof triggers
      for (const { name } of triggers) database.exec(`drop trigger ${quoteName(name)}`)
      for (const { name } of tables) database.exec(`delete from ${quoteName(name)}`)
    },

    async insert({ name, columns }, rows) {
      const placeholders = columns.map(() => '?').join(', ')
      const statement = database.prepare(
        `insert into ${quoteName(name)} (${columns.map(quoteName).join(', ')}) values (${placeholders})`,
      )
      for (const row of rows) statement.run(...(row as SQLInputValue[]))
    },

    async finish() {
      for (const { sql } of triggers) database.exec(sql)
      database.exec('commit')
      const brokenReference = database.prepare('pragma foreign_key_check').get() as
        { table: string; parent: string } | undefined
      if (brokenReference)
        throw new AdminError(
          `A row of ${brokenReference.table} refers to a row of ${brokenReference.parent} that is missing.`,
        )
    },
  }
}

function listTables(database: DatabaseSync): Table[] {
  const names = database
    .prepare(
      `select name from pragma_table_list where schema = 'main' and type = 'table' and name not like 'sqlite\\_%'
      escape '\\' order by name`,
    )
    .all() as { name: string }[]
  // Generated columns are hidden.
  const columnsStatement = database.prepare(
    'select name, type from pragma_table_xinfo(?) where hidden = 0 order by cid',
  )
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
  const database = new DatabaseSync(path, { timeout: 0 })
  try {
    database.exec('pragma locking_mode = exclusive')
    database.exec('begin exclusive')
    return database
  } catch (error) {
    database.close()
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
