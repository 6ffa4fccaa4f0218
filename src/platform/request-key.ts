import { textHash } from './codes.ts'
import type { Database } from './database.ts'
import { Refusal } from './errors.ts'

interface KeyedRequest {
  /** Within it keys are told apart; the same key elsewhere is another. */
  scope: string
  /** Without one, every request is a new one. */
  key: string | null
  request: object
  /** What to remember as the answer, if this request is the first. */
  answer: string
}

/**
 * The same key with the same request is one request: this is what it was answered the first time, or undefined if this
 * is the first. With another request it is a mistake. A twin under way waits here until the first one has committed.
 */
export async function answeredBefore(db: Database, asked: KeyedRequest, now: number): Promise<string | undefined> {
  const { scope, key, request, answer } = asked
  if (!key) return undefined
  const request_hash = textHash(JSON.stringify(request))
  const taken = await db
    .insertInto('request_key')
    .values({ scope, key, request_hash, answer, created_at: now })
    .onConflict((known) => known.columns(['scope', 'key']).doNothing())
    .executeTakeFirst()
  if (Number(taken.numInsertedOrUpdatedRows) === 1) return undefined
  const first = await db
    .selectFrom('request_key')
    .select(['request_hash', 'answer'])
    .where('scope', '=', scope)
    .where('key', '=', key)
    .executeTakeFirstOrThrow()
  if (first.request_hash !== request_hash) throw new Refusal(422, { key: 'error.key_reused' }, { fields: {} })
  return first.answer
}
