import {
  DeleteQueryNode,
  InsertQueryNode,
  TableNode,
  UpdateQueryNode,
  type CompiledQuery,
  type DatabaseConnection,
  type Dialect,
  type Driver,
  type OperationNode,
} from 'kysely'
import { topicsByWrite, type Topic } from '#schema/topics.ts'
import type { Notifier } from './notifications.ts'

/**
 * Announces the writes that schema/topics.ts lists, once they are committed. A rollback announces nothing. Raw SQL is
 * not recognized.
 */
export const createAnnouncingDialect = (dialect: Dialect, notifier: Notifier): Dialect => ({
  createAdapter: () => dialect.createAdapter(),
  createQueryCompiler: () => dialect.createQueryCompiler(),
  createIntrospector: (db) => dialect.createIntrospector(db),
  createDriver: () => new AnnouncingDriver(dialect.createDriver(), notifier),
})

class AnnouncingDriver implements Driver {
  readonly #driver: Driver
  readonly #notifier: Notifier
  readonly #seen = new WeakSet<DatabaseConnection>()
  /** The topics of each open transaction. */
  readonly #open = new WeakMap<DatabaseConnection, Set<Topic>>()

  constructor(driver: Driver, notifier: Notifier) {
    this.#driver = driver
    this.#notifier = notifier
  }

  init: Driver['init'] = (options) => this.#driver.init(options)
  destroy: Driver['destroy'] = (options) => this.#driver.destroy(options)
  releaseConnection: Driver['releaseConnection'] = (connection, options) =>
    this.#driver.releaseConnection(connection, options)
  savepoint: NonNullable<Driver['savepoint']> = (...args) => this.#driver.savepoint!(...args)
  releaseSavepoint: NonNullable<Driver['releaseSavepoint']> = (...args) => this.#driver.releaseSavepoint!(...args)
  rollbackToSavepoint: NonNullable<Driver['rollbackToSavepoint']> = (...args) =>
    this.#driver.rollbackToSavepoint!(...args)

  acquireConnection: Driver['acquireConnection'] = async (options) => {
    const connection = await this.#driver.acquireConnection(options)
    if (!this.#seen.has(connection)) {
      this.#seen.add(connection)
      this.#recordTopics(connection)
    }
    return connection
  }

  #recordTopics(connection: DatabaseConnection): void {
    const executeOriginal = connection.executeQuery.bind(connection)
    connection.executeQuery = async <Row>(query: CompiledQuery, ...rest: []) => {
      const result = await executeOriginal<Row>(query, ...rest)
      const topic = findTopic(query.query)
      if (topic && result.numAffectedRows !== 0n) {
        const topics = this.#open.get(connection)
        if (topics) topics.add(topic)
        else void this.#notifier.announce([topic])
      }
      return result
    }
  }

  beginTransaction: Driver['beginTransaction'] = async (connection, settings) => {
    await this.#driver.beginTransaction(connection, settings)
    this.#open.set(connection, new Set())
  }

  commitTransaction: Driver['commitTransaction'] = async (connection) => {
    const topics = this.#open.get(connection)
    this.#open.delete(connection)
    await this.#driver.commitTransaction(connection)
    if (topics && topics.size > 0) void this.#notifier.announce(topics)
  }

  rollbackTransaction: Driver['rollbackTransaction'] = async (connection) => {
    this.#open.delete(connection)
    await this.#driver.rollbackTransaction(connection)
  }
}

function findTopic(query: OperationNode): Topic | undefined {
  if (InsertQueryNode.is(query)) return getTableTopic('insert', query.into)
  if (UpdateQueryNode.is(query)) return getTableTopic('update', query.table)
  if (DeleteQueryNode.is(query)) return getTableTopic('delete', query.from.froms[0])
  return undefined
}

const getTableTopic = (verb: string, table: OperationNode | undefined): Topic | undefined =>
  table && TableNode.is(table) ? topicsByWrite.get(`${verb} ${table.table.identifier.name}`) : undefined
