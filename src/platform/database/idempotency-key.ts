import { textHash } from '../codes.ts'
import type { RequestContext } from '../contract.ts'
import { inTransaction, type Database } from './database.ts'
import { UserError } from '../errors.ts'
import { statement } from './statement.ts'
import type { Tables } from '#schema/tables.ts'

interface Asked {
  /** Within it keys are told apart; the same key elsewhere is another. */
  scope: string
  key: string | null
  request: object
}
interface KeyedRequest extends Asked {
  /** What to remember as the answer, if this request is the first. */
  answer: string
  /** Without a key the contents stand in for it, for so long. Not said, every request without one is a new one. */
  sameForMs?: number
}
interface Maker<Made> {
  find(db: Database, answer: string): Promise<Made | undefined>
  make(db: Database): Promise<Made>
  answerOf(made: Made): string
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
  return keptAnswer(db, { scope, key, request })
}

/** The same for whoever only looks: nothing is taken, and a twin under way is not waited for. */
export async function keptAnswer(db: Database, { scope, key, request }: Asked): Promise<string | undefined> {
  if (!key) return undefined
  const first = await db
    .selectFrom('request_key')
    .select(['request_hash', 'answer'])
    .where('scope', '=', scope)
    .where('key', '=', key)
    .executeTakeFirst()
  if (first && first.request_hash !== hashOf(request))
    throw new UserError(422, { key: 'error.key_reused' }, { fields: {} })
  return first?.answer
}

/** What the request has made, found again or made now. What is no longer found is made anew, by one of those who ask at once. */
export async function makeIdempotently<Made>(
  db: Database,
  asked: Asked,
  now: number,
  maker: Maker<Made>,
): Promise<Made> {
  if (!asked.key) return maker.make(db)
  return inTransaction(db, async (transaction) => {
    const before = await answeredBefore(transaction, { ...asked, answer: '' }, now)
    const found = before && (await maker.find(transaction, before))
    if (found) return found
    if (!(await replaceAnswer(transaction, asked, before ?? '', '')))
      return makeIdempotently(transaction, asked, now, maker)
    const made = await maker.make(transaction)
    await replaceAnswer(transaction, asked, '', maker.answerOf(made))
    return made
  })
}

/** Of a request that was looked for before: its answer, also where there was one that no longer counts. */
export async function rememberAnswer(db: Database, asked: Asked, answer: string, now: number): Promise<void> {
  const before = await answeredBefore(db, { ...asked, answer }, now)
  if (before !== undefined) await replaceAnswer(db, asked, before, answer)
}

/**
 * What was made for the first request is gone, so this one, without a key, is a request of its own. Of twins under way the
 * others still wait at the row, in `answeredBefore`, and find the new answer there.
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

/** Whether it was still that answer. */
async function replaceAnswer(db: Database, { scope, key }: Asked, before: string, answer: string): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('request_key')
    .set({ answer })
    .where('scope', '=', scope)
    .where('key', '=', key)
    .where('answer', '=', before)
    .executeTakeFirst()
  return numUpdatedRows === 1n
}

/** What is kept of a key that opens something: whoever reads the database learns none. */
export const idempotencyKeyHash = ({ idempotencyKey }: Pick<RequestContext, 'idempotencyKey'>): string | null =>
  idempotencyKey && textHash(idempotencyKey)

type Row = Tables['request_key']

const newKey = statement((db, row: Row) =>
  db
    .insertInto('request_key')
    .values(row)
    .onConflict((known) => known.columns(['scope', 'key']).doNothing())
    .compile(),
)

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
    .compile(),
)
