import { sql } from 'kysely'
import type { Tables } from '#schema/tables.ts'
import { lookNow } from './content-version.ts'
import { inTransaction, type Reading, type Transaction, type WholeDatabase, type Writing } from './database.ts'

/**
 * The one door by which anything is written that a kept page shows. `work` is given a Press, on which alone the published
 * tables can be written; the version of the content rises in the same transaction. When this returns, this process serves
 * the change, and all others do within half a second. Where much is published at once, it is one publication: what is done
 * inside with the Press is a part of it.
 */
export async function publish<Result>(
  from: Publisher,
  work: (tx: PublishTransaction) => Promise<Result>,
): Promise<Result> {
  if (from.isTransaction) return work(from)
  const result = await inTransaction(from, async (transaction) => {
    const done = await work(transaction as PublishTransaction)
    await raiseVersion(transaction)
    return done
  })
  await lookNow(from)
  return result
}

/**
 * Who can publish: the database itself, or the Press while something is published already. A transaction of another kind
 * cannot: nobody here would know when it has ended, so it is published first, and the rest is done with the Press.
 */
export type Publisher = WholeDatabase | PublishTransaction

/** A transaction that also writes what is published. There is no other way to one than `publish`. */
export interface PublishTransaction extends Reading, Writing<Exclude<keyof Tables, 'content_version'>> {
  readonly isTransaction: true
  readonly [fromPublish]: true
}
declare const fromPublish: unique symbol

async function raiseVersion(transaction: Transaction): Promise<void> {
  await sql`update content_version set version = version + 1`.execute(transaction)
}
