import { hash } from 'node:crypto'
import type { AppliedMigration } from '#platform/database/migrate.ts'

/** Reads and writes the tables of one database without knowing the schema. Each engine has its own implementation. */
export interface TableStore {
  tables: readonly Table[]
  read(table: Table): AsyncIterable<Row[]>
  /** Empties all tables. From here to `finish`, rows may be inserted in any order. */
  clear(): Promise<void>
  insert(table: Table, rows: Row[]): Promise<void>
  /** Checks the references between the rows, and lets new rows continue after the highest ID. */
  finish(): Promise<void>
}

export interface Table {
  name: string
  /** Without generated columns, because the database computes them. */
  columns: string[]
  /** Whether a column stores bytes. Such rows may be large. */
  hasBytes: boolean
}

/** Integers outside the safe range are bigints. Booleans are 0 and 1. All other types have their text. */
export type Value = null | number | bigint | string | Uint8Array
export type Row = Value[]

/** A source of rows: a database or an archive. */
export interface Source {
  migrations: AppliedMigration[]
  /** The sums that are already known. */
  sums?: Map<string, TableSum>
  /** The rows of each table must be read before the next table. */
  readTables(): AsyncIterable<TableRows>
}

export interface TableRows {
  name: string
  columns: string[]
  batches: AsyncIterable<Row[]>
}

/** The number of rows in memory at a time. A stored file is split into rows of at most 256 kB. */
export const getBatchSize = ({ hasBytes }: Pick<Table, 'hasBytes'>): number => (hasBytes ? 16 : 500)

export const quoteName = (name: string): string => `"${name.replaceAll('"', '""')}"`

/** Returns a database as a source of rows. */
export async function openSource(store: TableStore): Promise<Source> {
  return {
    migrations: await readMigrations(store),
    async *readTables() {
      for (const table of store.tables) yield { name: table.name, columns: table.columns, batches: store.read(table) }
    },
  }
}

async function readMigrations(store: TableStore): Promise<AppliedMigration[]> {
  const table = store.tables.find(({ name }) => name === 'migration')
  const migrations: AppliedMigration[] = []
  if (!table) return migrations
  const [nameIndex, checksumIndex] = ['name', 'checksum'].map((column) => table.columns.indexOf(column)) as [
    number,
    number,
  ]
  for await (const rows of store.read(table))
    for (const row of rows) migrations.push({ name: String(row[nameIndex]), checksum: String(row[checksumIndex]) })
  return migrations.sort((a, b) => (a.name < b.name ? -1 : 1))
}

/** Encodes a row as one line of JSON. Equal rows of both engines have equal lines. */
export const encodeRow = (row: Row): string => JSON.stringify(row.map(encodeValue))

function encodeValue(value: Value): unknown {
  if (typeof value === 'bigint') return { integer: String(value) }
  if (typeof value === 'number' && (!Number.isFinite(value) || Object.is(value, -0)))
    return { real: Object.is(value, -0) ? '-0' : String(value) }
  if (value instanceof Uint8Array) return { bytes: Buffer.from(value).toString('base64') }
  return value
}

export const decodeRow = (line: string): Row => (JSON.parse(line) as unknown[]).map(decodeValue)

function decodeValue(value: unknown): Value {
  if (typeof value !== 'object' || value === null) return value as Value
  const { integer, real, bytes } = value as { integer?: string; real?: string; bytes?: string }
  if (integer !== undefined) return BigInt(integer)
  return real === undefined ? Buffer.from(bytes!, 'base64') : Number(real)
}

/** Returns an integer as a number if that is exact. */
export function toInteger(value: bigint | string): number | bigint {
  const number = Number(value)
  return Number.isSafeInteger(number) ? number : BigInt(value)
}

export interface TableSum {
  rows: number
  checksum: string
}

/** Counts the rows of a table, and adds up their SHA-256 hashes. The order of the rows does not matter. */
export class TableSummer {
  #rows = 0
  readonly #lanes = new BigUint64Array(4)

  add(line: string): void {
    const digest = hash('sha256', line, 'buffer')
    this.#rows++
    for (let lane = 0; lane < 4; lane++) this.#lanes[lane]! += digest.readBigUInt64BE(lane * 8)
  }

  sum(): TableSum {
    const checksum = Array.from(this.#lanes, (lane) => lane.toString(16).padStart(16, '0')).join('')
    return { rows: this.#rows, checksum }
  }
}
