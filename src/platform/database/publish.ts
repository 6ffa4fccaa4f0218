import { sql } from 'kysely'
import type { Tables } from '#schema/tables.ts'
import {
  inTransaction,
  type Database,
  type ReadAccess,
  type Transaction,
  type WholeDatabase,
  type WriteAccess,
} from './database.ts'
import { getNotifier } from './notifications.ts'

/**
 * Runs `work` and publishes its changes. `work` gets a PublishTransaction, which alone can write the published tables.
 * The content version rises in the same transaction. When this returns, this process serves the change. Other processes
 * follow at once, or within half a second if they receive no notifications. Nested calls with the PublishTransaction
 * become part of the outer publication.
 */
export async function publish<Result>(
  from: Publisher,
  work: (tx: PublishTransaction) => Promise<Result>,
): Promise<Result> {
  if (from.isTransaction) return work(from)
  const result = await inTransaction(from, async (transaction) => {
    publications.add(transaction)
    const value = await work(transaction as PublishTransaction)
    await incrementContentVersion(transaction)
    return value
  })
  await getNotifier(from).announce(['content'])
  return result
}

const publications = new WeakSet<object>()

/** Returns whether `db` is a PublishTransaction, so that it may have changed published tables. */
export const isPublication = (db: Database): boolean => publications.has(db)

/**
 * The database itself, or the PublishTransaction of an outer publication. Other transactions cannot publish, because
 * publish would not know when they commit. Publish first, and do the rest with its PublishTransaction.
 */
export type Publisher = WholeDatabase | PublishTransaction

/** A transaction that can also write published tables. Only `publish` creates one. */
export interface PublishTransaction extends ReadAccess, WriteAccess<Exclude<keyof Tables, 'content_version'>> {
  readonly isTransaction: true
  readonly [fromPublish]: true
}
declare const fromPublish: unique symbol

async function incrementContentVersion(transaction: Transaction): Promise<void> {
  await sql`update content_version set version = version + 1`.execute(transaction)
}
