import { Kysely, type CompiledQuery, type DatabaseConnection, type Dialect, type Driver } from 'kysely'
import type { WholeDatabase } from '#platform/database/database.ts'
import { createSqliteDialect } from '#platform/database/sqlite.ts'
import type { Tables } from '#schema/tables.ts'
import { getCurrentOperation, runOutside } from './runtime.ts'
import type { Trace } from './trace.ts'

interface Options {
  /** Waits until the caller may run its next statement. */
  turn(action: string): Promise<void>
  trace: Trace
  /** Called whenever committed data may have changed. */
  onChange(): void
}

/** The product's SQLite dialect. Each statement, begin, commit and rollback waits for a turn first. */
export function createScheduledDialect(file: string, options: Options): Dialect {
  const dialect = createSqliteDialect(file)
  return {
    ...dialect,
    createAdapter: () => adapter,
    createDriver: () => new ScheduledDriver(dialect.createDriver(), options),
  }
}

/** Built statements are cached per adapter (statement.ts). They contain no data, so all processes share one adapter. */
const adapter = createSqliteDialect('').createAdapter()

/** Opens the same file for checks. Its connections wait for no turn and survive the process. */
export function openObserver(file: string) {
  const dialect = createSqliteDialect(file)
  const createDriver = () => {
    const driver = dialect.createDriver()
    return Object.assign(Object.create(driver) as Driver, {
      init: () => runOutside(() => driver.init()),
      async acquireConnection() {
        const connection = await driver.acquireConnection()
        const executeQuery = connection.executeQuery.bind(connection)
        connection.executeQuery = (query) => runOutside(() => executeQuery(query))
        return connection
      },
    })
  }
  const db = new Kysely<Tables>({ dialect: { ...dialect, createAdapter: () => adapter, createDriver } })
  return { db: db as WholeDatabase, close: () => db.destroy() }
}

/**
 * Statements outside of transactions that cannot break an invariant: reads, and updates of jobs, emails, sessions and
 * payment attempts.
 */
const harmlessQueryPattern = /^(select|update "(job|mail|session|payment_attempt)") /

class ScheduledDriver implements Driver {
  readonly #driver: Driver
  readonly #options: Options
  readonly #inTransaction = new WeakSet<DatabaseConnection>()

  constructor(driver: Driver, options: Options) {
    this.#driver = driver
    this.#options = options
  }

  init = () => this.#driver.init()
  destroy = () => this.#driver.destroy()
  releaseConnection: Driver['releaseConnection'] = (connection) => this.#driver.releaseConnection(connection)
  savepoint: NonNullable<Driver['savepoint']> = (...args) => this.#driver.savepoint!(...args)
  releaseSavepoint: NonNullable<Driver['releaseSavepoint']> = (...args) => this.#driver.releaseSavepoint!(...args)
  rollbackToSavepoint: NonNullable<Driver['rollbackToSavepoint']> = (...args) =>
    this.#driver.rollbackToSavepoint!(...args)

  async acquireConnection(): Promise<DatabaseConnection> {
    const connection = await this.#driver.acquireConnection()
    const executeQuery = connection.executeQuery.bind(connection)
    connection.executeQuery = async <Row>(query: CompiledQuery) => {
      const { turn, trace, onChange } = this.#options
      await turn(query.sql)
      trace.statements++
      const action = `${getCurrentOperation()} ran ${query.sql} `
      const parameters = JSON.stringify(query.parameters)
      try {
        const result = await executeQuery<Row>(query)
        trace.add(action, `${parameters} → ${result.numAffectedRows} ${JSON.stringify(result.rows)}`)
        if (!this.#inTransaction.has(connection) && !harmlessQueryPattern.test(query.sql)) onChange()
        return result
      } catch (error) {
        trace.add(action, `${parameters} → ${error as Error}`)
        throw error
      }
    }
    return connection
  }

  beginTransaction: Driver['beginTransaction'] = async (connection, settings) => {
    await this.#options.turn('begin')
    await this.#driver.beginTransaction(connection, settings)
    this.#inTransaction.add(connection)
    this.#options.trace.add(`${getCurrentOperation()} began`)
  }

  commitTransaction: Driver['commitTransaction'] = async (connection) => {
    await this.#options.turn('commit')
    await this.#driver.commitTransaction(connection)
    this.#options.trace.add(`${getCurrentOperation()} committed`)
    this.#options.onChange()
  }

  rollbackTransaction: Driver['rollbackTransaction'] = async (connection) => {
    await this.#options.turn('rollback')
    await this.#driver.rollbackTransaction(connection)
    this.#options.trace.add(`${getCurrentOperation()} rolled back`)
    this.#options.onChange()
  }
}
