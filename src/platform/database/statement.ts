import type { CompiledQuery, QueryResult } from 'kysely'
import type { Database } from './database.ts'

/**
 * A statement that is built once and then only receives values, because building costs more than running.
 *
 *     const roomBySlug = statement((db, query: { slug: string }) =>
 *       db.selectFrom('room').selectAll().where('slug', '=', query.slug).compile())
 *     const { rows } = await roomBySlug(db, { slug })
 *
 * During the build, the values are placeholders. The statement can contain them, but must not read or compute with
 * them. Rows may lack fields and lists may have any length; each shape is built separately.
 */
export function statement<Values extends object, Row>(build: (db: Database, values: Values) => CompiledQuery<Row>) {
  const cachesByAdapter = new WeakMap<object, Map<number, BuiltStatement<Row>[]>>()

  function findOrBuild(db: Database, values: Values, { shape, leaves }: Flattened): BuiltStatement<Row> {
    const { adapter } = db.getExecutor()
    let statementsBySize = cachesByAdapter.get(adapter)
    if (!statementsBySize) cachesByAdapter.set(adapter, (statementsBySize = new Map()))
    const candidates = statementsBySize.get(leaves.length) ?? []
    let builtStatement = candidates.find((candidate) => isSameShape(candidate.shape, shape))
    if (!builtStatement) {
      builtStatement = { shape, query: build(db, makePlaceholders(values, { next: 0 }) as Values) }
      statementsBySize.set(leaves.length, [...candidates, builtStatement])
    }
    return builtStatement
  }

  return async (db: Database, values: Values): Promise<QueryResult<Row>> => {
    const flatValue: Flattened = { shape: [], leaves: [] }
    flatten(values, flatValue)
    const { query } = findOrBuild(db, values, flatValue)
    const parameters = query.parameters.map((part) =>
      part instanceof Placeholder ? flatValue.leaves[part.place] : part,
    )
    return db.executeQuery({ sql: query.sql, query: query.query, queryId: query.queryId, parameters })
  }
}

interface BuiltStatement<Row> {
  shape: Shape
  query: CompiledQuery<Row>
}
/** The field names and list lengths, in order; null ends a row. */
type Shape = (string | number | null)[]
interface Flattened {
  shape: Shape
  leaves: unknown[]
}

class Placeholder {
  readonly place: number

  constructor(index: number) {
    this.place = index
  }

  [Symbol.toPrimitive](): never {
    throw new TypeError('A statement is built once for all values, so it cannot depend on them.')
  }
}

/** Separates the leaf values from their structure. */
function flatten(value: unknown, flatValue: Flattened): void {
  if (Array.isArray(value)) {
    flatValue.shape.push(value.length)
    for (const part of value) flatten(part, flatValue)
  } else if (isRow(value)) {
    for (const name in value) {
      flatValue.shape.push(name)
      flatten(value[name], flatValue)
    }
    flatValue.shape.push(null)
  } else {
    flatValue.leaves.push(value)
  }
}

/** Returns the same structure with a placeholder for each leaf value. */
function makePlaceholders(value: unknown, counter: { next: number }): unknown {
  if (Array.isArray(value)) return value.map((part) => makePlaceholders(part, counter))
  if (isRow(value))
    return Object.fromEntries(Object.entries(value).map(([name, part]) => [name, makePlaceholders(part, counter)]))
  return new Placeholder(counter.next++)
}

/** Returns whether a value is a row with columns. A byte array is an object too, but counts as one value. */
const isRow = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && Object.getPrototypeOf(value) === Object.prototype

function isSameShape(a: Shape, b: Shape): boolean {
  if (a.length !== b.length) return false
  for (let index = 0; index < a.length; index++) if (a[index] !== b[index]) return false
  return true
}
