import { textHash } from './codes.ts'
import type { Database } from './database.ts'
import { Refusal } from './errors.ts'
import { statement } from './statement.ts'
import type { Tables } from '../tables.ts'

interface KeyedRequest {
  /** Within it keys are told apart; the same key elsewhere is another. */
  scope: string
  key: string | null
  request: object
  /** What to remember as the answer, if this request is the first. */
  answer: string
  /** Without a key the contents stand in for it, for so long. Not said, every request without one is a new one. */
  sameForMs?: number
}

/**
 * The same key with the same request is one request: this is what it was answered the first time, or undefined if this
 * is the first. With another request it is a mistake. A twin under way waits here until the first one has committed.
 */
export async function answeredBefore(db: Database, asked: KeyedRequest, now: number): Promise<string | undefined> {
  const { request, answer, sameForMs } = asked
  if (!asked.key && !sameForMs) return undefined
  const request_hash = hashOf(request)
  const [scope, key] = asked.key ? [asked.scope, asked.key] : [sameIn(asked.scope), request_hash]
  const row = { scope, key, request_hash, answer, created_at: now }
  const { numAffectedRows } = asked.key
    ? await newKey(db, row)
    : await newOrStaleKey(db, { row, staleSince: now - sameForMs! })
  if (Number(numAffectedRows) === 1) return undefined
  const first = await db
    .selectFrom('request_key')
    .select(['request_hash', 'answer'])
    .where('scope', '=', scope)
    .where('key', '=', key)
    .executeTakeFirstOrThrow()
  if (first.request_hash !== request_hash) throw new Refusal(422, { key: 'error.key_reused' }, { fields: {} })
  return first.answer
}

/**
 * What was made for the first request is gone, so this one is a request of its own. Of twins under way the others still
 * wait at the row, in `answeredBefore`, and find the new answer there.
 */
export async function answersAnew(db: Database, { scope, request, answer }: KeyedRequest, now: number): Promise<void> {
  await db
    .updateTable('request_key')
    .set({ answer, created_at: now })
    .where('scope', '=', sameIn(scope))
    .where('key', '=', hashOf(request))
    .execute()
}

const sameIn = (scope: string) => `same ${scope}`
const hashOf = (request: object) => textHash(JSON.stringify(request))

type Row = Tables['request_key']

const newKey = statement((db, row: Row) =>
  db
    .insertInto('request_key')
    .values(row)
    .onConflict((known) => known.columns(['scope', 'key']).doNothing())
    .compile())

const newOrStaleKey = statement((db, { row, staleSince }: { row: Row; staleSince: number }) =>
  db
    .insertInto('request_key')
    .values(row)
    .onConflict((known) =>
      known
        .columns(['scope', 'key'])
        .doUpdateSet({ answer: row.answer, created_at: row.created_at })
        .where('request_key.created_at', '<=', staleSince),
    )
    .compile())
