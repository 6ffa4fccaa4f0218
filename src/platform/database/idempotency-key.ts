import { digestText } from '../codes.ts'
import type { RequestContext } from '../contract.ts'
import { inTransaction, type Database } from './database.ts'
import { UserError } from '../errors.ts'
import { statement } from './statement.ts'
import type { Tables } from '#schema/tables.ts'

interface RequestIdentity {
  /** The namespace of the key. The same key in another scope is a different one. */
  scope: string
  key: string | null
  request: object
}
interface KeyedRequest extends RequestIdentity {
  /** The answer to store if this is the first request. */
  answer: string
  /**
   * The time in which an equal request without a key counts as a repetition. Undefined: a request without a key is
   * always new.
   */
  repeatWindowMs?: number
}
interface ResultMaker<Result> {
  find(db: Database, answer: string): Promise<Result | undefined>
  make(db: Database): Promise<Result>
  answerOf(result: Result): string
}

/**
 * Claims the key for a request. Returns the answer of the first request with this key, or undefined if this one is the
 * first. Without a key, equal requests within `repeatWindowMs` count as one. Throws if the key was used for a different
 * request. A concurrent duplicate waits here until the first request has committed.
 */
export async function claimRequest(db: Database, identity: KeyedRequest, now: number): Promise<string | undefined> {
  const { request, answer, repeatWindowMs } = identity
  if (!identity.key && !repeatWindowMs) return undefined
  const request_hash = hashRequest(request)
  const [scope, key] = identity.key ? [identity.scope, identity.key] : [toKeylessScope(identity.scope), request_hash]
  const row = { scope, key, request_hash, answer, created_at: now }
  const { numAffectedRows } = identity.key
    ? await insertKey(db, row)
    : await insertOrRenewKey(db, { row, createdBefore: now - repeatWindowMs! })
  if (Number(numAffectedRows) === 1) return undefined
  return findStoredAnswer(db, { scope, key, request })
}

/** Only reads the stored answer. It claims no key and does not wait for a concurrent duplicate. */
export async function findStoredAnswer(
  db: Database,
  { scope, key, request }: RequestIdentity,
): Promise<string | undefined> {
  if (!key) return undefined
  const firstRequest = await db
    .selectFrom('request_key')
    .select(['request_hash', 'answer'])
    .where('scope', '=', scope)
    .where('key', '=', key)
    .executeTakeFirst()
  if (firstRequest && firstRequest.request_hash !== hashRequest(request))
    throw new UserError(422, { key: 'error.key_reused' }, { fields: {} })
  return firstRequest?.answer
}

/**
 * Finds or creates the result of a keyed request. If the stored result no longer exists, one of the concurrent requests
 * creates it again.
 */
export async function makeIdempotently<Result>(
  db: Database,
  identity: RequestIdentity,
  now: number,
  createResult: ResultMaker<Result>,
): Promise<Result> {
  if (!identity.key) return createResult.make(db)
  return inTransaction(db, async (transaction) => {
    const previousAnswer = await claimRequest(transaction, { ...identity, answer: '' }, now)
    const existingResult = previousAnswer && (await createResult.find(transaction, previousAnswer))
    if (existingResult) return existingResult
    if (!(await replaceAnswer(transaction, identity, previousAnswer ?? '', '')))
      return makeIdempotently(transaction, identity, now, createResult)
    const result = await createResult.make(transaction)
    await replaceAnswer(transaction, identity, '', createResult.answerOf(result))
    return result
  })
}

/**
 * Claims the key of a request of the signed-in account whose answer is not stored. Returns false if the same request was
 * already carried out.
 */
export const claimOperation = async (
  db: Database,
  { account, idempotencyKey: key, now }: RequestContext,
  operation: string,
  request: object,
): Promise<boolean> =>
  (await claimRequest(db, { scope: `${operation}:${account!.id}`, key, request, answer: '' }, now)) === undefined

/** Stores the answer of a request that was checked before. Replaces an outdated answer. */
export async function storeAnswer(db: Database, identity: RequestIdentity, answer: string, now: number): Promise<void> {
  const previousAnswer = await claimRequest(db, { ...identity, answer }, now)
  if (previousAnswer !== undefined) await replaceAnswer(db, identity, previousAnswer, answer)
}

/**
 * Stores a new answer because the first result no longer exists. Only for requests without a key. Concurrent duplicates
 * still wait for the row in claimRequest, and find the new answer there.
 */
export async function renewAnswer(db: Database, { scope, request, answer }: KeyedRequest, now: number): Promise<void> {
  await db
    .updateTable('request_key')
    .set({ answer, created_at: now })
    .where('scope', '=', toKeylessScope(scope))
    .where('key', '=', hashRequest(request))
    .execute()
}

const toKeylessScope = (scope: string) => `same ${scope}`
const hashRequest = (request: object) => digestText(JSON.stringify(request))

/** Returns false if the stored answer was no longer `previousAnswer`. */
async function replaceAnswer(
  db: Database,
  { scope, key }: RequestIdentity,
  previousAnswer: string,
  answer: string,
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('request_key')
    .set({ answer })
    .where('scope', '=', scope)
    .where('key', '=', key)
    .where('answer', '=', previousAnswer)
    .executeTakeFirst()
  return numUpdatedRows === 1n
}

/** The stored form of a secret key. A reader of the database cannot recover the key. */
export const hashIdempotencyKey = ({ idempotencyKey }: Pick<RequestContext, 'idempotencyKey'>): string | null =>
  idempotencyKey && digestText(idempotencyKey)

type RequestKeyRow = Tables['request_key']

const insertKey = statement((db, row: RequestKeyRow) =>
  db
    .insertInto('request_key')
    .values(row)
    .onConflict((conflict) => conflict.columns(['scope', 'key']).doNothing())
    .compile(),
)

const insertOrRenewKey = statement((db, { row, createdBefore }: { row: RequestKeyRow; createdBefore: number }) =>
  db
    .insertInto('request_key')
    .values(row)
    .onConflict((conflict) =>
      conflict
        .columns(['scope', 'key'])
        .doUpdateSet({ answer: row.answer, created_at: row.created_at })
        .where('request_key.created_at', '<=', createdBefore),
    )
    .compile(),
)
