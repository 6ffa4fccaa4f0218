import { CompiledQuery, sql } from 'kysely'
import type { Transaction } from '#platform/database/database.ts'
import { AdminError } from './admin-error.ts'
import { getBatchSize, quoteName, toInteger, type Row, type Table, type TableStore, type Value } from './tables.ts'

interface Column {
  name: string
  /** The type in SQL, such as `character varying(20)`. */
  type: string
  /** The SQL that reads the column in a form that is exact for its type. */
  reading: string
  toValue: (read: unknown) => Value
}

/** The tables of a PostgreSQL database, in one transaction. No superuser is needed, only the owner of the tables. */
export async function openPostgresTables(transaction: Transaction): Promise<TableStore> {
  const run: Run = async <Result>(text: string, parameters: unknown[] = []) =>
    (await transaction.executeQuery<Result>(CompiledQuery.raw(text, parameters) as CompiledQuery<Result>)).rows
  const columnsByTable = await listColumns(run)
  const tables = [...columnsByTable].map(([name, columns]): Table => ({
    name,
    columns: columns.map((column) => column.name),
    hasBytes: columns.some(({ type }) => type === 'bytea'),
  }))
  let references: { table: string; name: string; definition: string }[] = []

  return {
    tables,

    async *read(table) {
      const columns = columnsByTable.get(table.name)!
      const readExpressions = columns.map(({ reading }, index) => `${reading} as c${index}`)
      await run(
        `declare admin_rows no scroll cursor for select ${readExpressions.join(', ')} from ${quoteName(table.name)}`,
      )
      for (;;) {
        const rows = await run<Record<string, unknown>>(`fetch ${getBatchSize(table)} from admin_rows`)
        if (rows.length === 0) break
        yield rows.map((row): Row => columns.map(({ toValue }, index) => toValue(row[`c${index}`])))
      }
      await run('close admin_rows')
    },

    async clear() {
      references = await run(`select conrelid::regclass::text as "table", quote_ident(conname) as name,
        pg_get_constraintdef(oid) as definition
        from pg_constraint where contype = 'f' and connamespace = current_schema()::regnamespace order by 1, 2`)
      // Rows refer to rows of the same table and in circles. Only a superuser may suspend the checks.
      for (const { table, name } of references) await run(`alter table ${table} drop constraint ${name}`)
      // Copied rows already contain what triggers have written.
      for (const table of await listTablesWithTriggers(run)) await run(`alter table ${table} disable trigger user`)
      await run(`truncate ${tables.map(({ name }) => quoteName(name)).join(', ')}`)
    },

    async insert({ name, columns }, rows) {
      const types = new Map(columnsByTable.get(name)!.map((column) => [column.name, column.type]))
      // One array of texts per column, so that a table has one statement for any number of rows.
      const arrayParameters = columns.map((_, index) => `$${index + 1}::text[]`)
      const columnAliases = columns.map((_, index) => `c${index}`)
      const castColumns = columns.map((column, index) => `c${index}::${types.get(column)!}`)
      await run(
        `insert into ${quoteName(name)} (${columns.map(quoteName).join(', ')}) overriding system value
        select ${castColumns.join(', ')} from unnest(${arrayParameters.join(', ')}) as texts (${columnAliases.join(', ')})`,
        columns.map((_, index) => rows.map((row) => row[index])),
      )
    },

    async finish() {
      for (const table of await listTablesWithTriggers(run)) await run(`alter table ${table} enable trigger user`)
      for (const { table, name, definition } of references)
        await run(`alter table ${table} add constraint ${name} ${definition}`).catch(describeMissingRow)
      for (const { sequence, table, column } of await listIdentities(run))
        await run(
          `select setval('${sequence.replaceAll("'", "''")}', coalesce(max(${column}), 1), max(${column}) is not null)
          from ${table}`,
        )
      // Otherwise the first queries would be planned as if the tables were empty.
      await run(`analyze ${tables.map(({ name }) => quoteName(name)).join(', ')}`)
    },
  }
}

function describeMissingRow(error: { code?: string; message: string; detail?: string }): never {
  if (error.code !== FOREIGN_KEY_VIOLATION) throw error
  throw new AdminError(`A row refers to another one that is missing. ${error.detail ?? error.message}`, {
    cause: error,
  })
}
const FOREIGN_KEY_VIOLATION = '23503'

/** Drops tables of a site that is stopped. */
export async function dropTables(transaction: Transaction, names: string[]): Promise<void> {
  await sql`set local lock_timeout = '10s'`.execute(transaction)
  try {
    await transaction.executeQuery(CompiledQuery.raw(`drop table ${names.map(quoteName).join(', ')}`))
  } catch (error) {
    const { code, message } = error as { code?: string; message: string }
    const reason = code === LOCK_NOT_AVAILABLE ? 'They are in use. Stop the site first.' : `${message}.`
    throw new AdminError(`The tables of the database cannot be replaced. ${reason}`, { cause: error })
  }
}
const LOCK_NOT_AVAILABLE = '55P03'

type Run = <Result>(text: string, parameters?: unknown[]) => Promise<Result[]>

/** Lists the columns of each table, without the tables of extensions and without generated columns. */
async function listColumns(run: Run): Promise<Map<string, Column[]>> {
  const rows = await run<{ table: string; name: string; type: string }>(`
    select relname as "table", attname as name, format_type(atttypid, atttypmod) as type
    from pg_class join pg_attribute on attrelid = pg_class.oid
    where relnamespace = current_schema()::regnamespace and relkind in ('r', 'p') and not relispartition
      and attnum > 0 and not attisdropped and attgenerated = ''
      and not exists (select from pg_depend
        where classid = 'pg_class'::regclass and objid = pg_class.oid and deptype = 'e')
    order by relname collate "C", attnum`)
  const columnsByTable = new Map<string, Column[]>()
  for (const { table, name, type } of rows) {
    if (!columnsByTable.has(table)) columnsByTable.set(table, [])
    columnsByTable.get(table)!.push({ name, type, ...getReading(type, quoteName(name)) })
  }
  return columnsByTable
}

function getReading(type: string, column: string): Pick<Column, 'reading' | 'toValue'> {
  if (type === 'bytea') return { reading: column, toValue: (read) => read as Value }
  if (type === 'boolean') return { reading: `${column}::int`, toValue: (read) => read as Value }
  const reading = `${column}::text`
  if (/^(smallint|integer|bigint)$/.test(type)) return { reading, toValue: convertUnlessNull(toInteger) }
  if (/^(real|double precision)$/.test(type)) return { reading, toValue: convertUnlessNull(Number) }
  return { reading, toValue: (read) => read as Value }
}

const convertUnlessNull = (convert: (text: string) => Value) => (read: unknown) =>
  read === null ? null : convert(read as string)

const listTablesWithTriggers = async (run: Run): Promise<string[]> =>
  (
    await run<{ table: string }>(`
      select distinct tgrelid::regclass::text as "table" from pg_trigger join pg_class on pg_class.oid = tgrelid
      where relnamespace = current_schema()::regnamespace and not tgisinternal order by 1`)
  ).map(({ table }) => table)

const listIdentities = (run: Run) =>
  run<{ sequence: string; table: string; column: string }>(`
    select pg_get_serial_sequence(attrelid::regclass::text, attname) as sequence,
      attrelid::regclass::text as "table", quote_ident(attname) as "column"
    from pg_attribute join pg_class on pg_class.oid = attrelid
    where relnamespace = current_schema()::regnamespace and relkind in ('r', 'p') and attidentity <> ''`)
