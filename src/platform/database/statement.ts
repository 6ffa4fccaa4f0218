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
  const ofEngine = new WeakMap<object, Map<number, Built<Row>[]>>()

  function builtFor(db: Database, values: Values, { shape, leaves }: Laid): Built<Row> {
    const { adapter } = db.getExecutor()
    let bySize = ofEngine.get(adapter)
    if (!bySize) ofEngine.set(adapter, (bySize = new Map()))
    const alike = bySize.get(leaves.length) ?? []
    let built = alike.find((each) => isSame(each.shape, shape))
    if (!built) {
      built = { shape, query: build(db, blanksFor(values, { next: 0 }) as Values) }
      bySize.set(leaves.length, [...alike, built])
    }
    return built
  }

  return async (db: Database, values: Values): Promise<QueryResult<Row>> => {
    const laid: Laid = { shape: [], leaves: [] }
    layOut(values, laid)
    const { query } = builtFor(db, values, laid)
    const parameters = query.parameters.map((each) => (each instanceof Blank ? laid.leaves[each.place] : each))
    return db.executeQuery({ sql: query.sql, query: query.query, queryId: query.queryId, parameters })
  }
}

interface Built<Row> {
  shape: Shape
  query: CompiledQuery<Row>
}
/** The field names and list lengths, in order; null ends a row. */
type Shape = (string | number | null)[]
interface Laid {
  shape: Shape
  leaves: unknown[]
}

class Blank {
  readonly place: number

  constructor(place: number) {
    this.place = place
  }

  [Symbol.toPrimitive](): never {
    throw new TypeError('A statement is built once for all values, so it cannot depend on them.')
  }
}

/** Separates the leaf values from their structure. */
function layOut(value: unknown, laid: Laid): void {
  if (Array.isArray(value)) {
    laid.shape.push(value.length)
    for (const each of value) layOut(each, laid)
  } else if (isRow(value)) {
    for (const name in value) {
      laid.shape.push(name)
      layOut(value[name], laid)
    }
    laid.shape.push(null)
  } else {
    laid.leaves.push(value)
  }
}

/** Returns the same structure with a placeholder for each leaf value. */
function blanksFor(value: unknown, counter: { next: number }): unknown {
  if (Array.isArray(value)) return value.map((each) => blanksFor(each, counter))
  if (isRow(value))
    return Object.fromEntries(Object.entries(value).map(([name, each]) => [name, blanksFor(each, counter)]))
  return new Blank(counter.next++)
}

/** Byte arrays are objects too, but count as one value. */
const isRow = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && Object.getPrototypeOf(value) === Object.prototype

function isSame(one: Shape, other: Shape): boolean {
  if (one.length !== other.length) return false
  for (let place = 0; place < one.length; place++) if (one[place] !== other[place]) return false
  return true
}
