import { createMutex, type Mutex } from './mutex.ts'
import { type Connection, openWriter, type Result, runWhenUnlocked } from './sqlite-connection.ts'

/** A transaction of SQLite, shared by the transactions and statements that joined it. */
interface Group extends PromiseWithResolvers<void> {
  isDue: boolean
}

/** A savepoint within a group. */
export interface GroupedTransaction {
  /**
   * Whether the transaction has failed. It can then only be rolled back, as in PostgreSQL, so that code behaves the
   * same on both engines.
   */
  hasFailed: boolean
}

const TRANSACTION_SAVEPOINT = '"kysely transaction"'

/**
 * The connection that writes. Group commit: transactions that arrive in the same turn of the event loop become
 * savepoints of one transaction. They share one wait for the disk. Their promises resolve only after that transaction
 * is committed.
 */
export class GroupWriter {
  readonly #connection: Connection
  /** A transaction holds it from begin to commit. */
  readonly #mutex: Mutex
  #group: Group | undefined

  static async open(file: string, waitLimitMs: number): Promise<GroupWriter> {
    return new GroupWriter(await openWriter(file), createMutex(waitLimitMs))
  }

  private constructor(connection: Connection, mutex: Mutex) {
    this.#connection = connection
    this.#mutex = mutex
  }

  /** Runs a statement that belongs to no transaction. */
  async runStatement(sql: string, parameters: readonly unknown[]): Promise<Result> {
    const arrivedAt = performance.now()
    await this.#mutex.acquire()
    let commitPromise: Promise<void> | undefined
    try {
      if (mustRunAlone(sql)) this.#commitGroup()
      else commitPromise = (await this.#joinGroup(arrivedAt)).promise
      return this.#run(sql, parameters)
    } finally {
      this.#release()
      // Waits even after an error. The error may depend on changes of another transaction in the group, which are final
      // only after the group commits.
      await commitPromise
    }
  }

  async begin(): Promise<GroupedTransaction> {
    const arrivedAt = performance.now()
    await this.#mutex.acquire()
    try {
      await this.#joinGroup(arrivedAt)
      this.#run(`savepoint ${TRANSACTION_SAVEPOINT}`)
      return { hasFailed: false }
    } catch (error) {
      this.#release()
      throw error
    }
  }

  runIn(transaction: GroupedTransaction, sql: string, parameters?: readonly unknown[]): Result {
    if (transaction.hasFailed)
      throw new Error('A statement of this transaction has failed: it can only be rolled back.')
    try {
      return this.#run(sql, parameters)
    } catch (error) {
      transaction.hasFailed = true
      throw error
    }
  }

  rollBackTo(savepoint: string, transaction: GroupedTransaction): void {
    if (this.#group) transaction.hasFailed = false
    this.runIn(transaction, `rollback to ${savepoint}`)
  }

  /** Ends the transaction and returns the commit of its group. If it throws, the transaction is still open. */
  commit(transaction: GroupedTransaction): { committed: Promise<void> } {
    this.runIn(transaction, `release ${TRANSACTION_SAVEPOINT}`)
    const { promise } = this.#group!
    this.#release()
    return { committed: promise }
  }

  /** Ends the transaction and returns the commit of its group. */
  rollBack(): { committed: Promise<void> | undefined } {
    const group = this.#group
    try {
      if (group) {
        this.#connection.run(`rollback to ${TRANSACTION_SAVEPOINT}`)
        this.#connection.run(`release ${TRANSACTION_SAVEPOINT}`)
      }
      return { committed: group?.promise }
    } catch (error) {
      this.#abandonGroup(error)
      throw error
    } finally {
      this.#release()
    }
  }

  /** Waits for the open transactions and commits the last group. */
  async finish(): Promise<void> {
    try {
      await this.#mutex.acquire()
      this.#commitGroup()
    } catch (error) {
      this.#abandonGroup(error)
      throw error
    }
  }

  close(): void {
    this.#connection.close()
    this.#mutex.release()
  }

  async #joinGroup(arrivedAt: number): Promise<Group> {
    if (!this.#group) {
      if (this.#connection.isInTransaction()) this.#connection.run('rollback')
      await runWhenUnlocked(() => this.#connection.run('begin immediate'), arrivedAt)
      const group = { ...Promise.withResolvers<void>(), isDue: false }
      // Prevents an unhandled rejection if no caller waits for the group.
      group.promise.catch(() => {})
      this.#group = group
      // Requests of the same event-loop turn continue in microtasks, which all run before this.
      setImmediate(() => {
        group.isDue = true
        if (this.#group === group && this.#mutex.isFree()) this.#commitGroup()
      })
    }
    return this.#group
  }

  #run(sql: string, parameters?: readonly unknown[]): Result {
    try {
      return this.#connection.run(sql, parameters)
    } catch (error) {
      // A constraint violation rolls back only its statement. A full or failing disk can roll back the whole
      // transaction. Later statements would then run outside of any transaction.
      if (!this.#connection.isInTransaction()) this.#abandonGroup(error)
      throw error
    }
  }

  #release(): void {
    if (this.#group?.isDue) this.#commitGroup()
    this.#mutex.release()
  }

  #commitGroup(): void {
    if (!this.#group) return
    try {
      this.#connection.run('commit')
    } catch (error) {
      this.#abandonGroup(error)
      return
    }
    this.#group.resolve()
    this.#group = undefined
  }

  #abandonGroup(error: unknown): void {
    this.#group?.reject(error)
    this.#group = undefined
    try {
      if (this.#connection.isInTransaction()) this.#connection.run('rollback')
    } catch {
      // The failing disk may reject the rollback too. #joinGroup tries it again before the next transaction.
    }
  }
}

/** Returns whether a statement would fail or silently do nothing inside a transaction. */
const mustRunAlone = (sql: string): boolean => /^\s*(pragma|vacuum|attach|detach)\b/i.test(sql)
