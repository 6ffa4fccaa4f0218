import type { Clock } from './clock.ts'
import { textHash } from './codes.ts'
import type { Database } from './database.ts'
import { tooMany } from './errors.ts'
import { callerAt } from './rate-limit.ts'

/**
 * Tries at what only one person knows. However many addresses they come from, tries at the same thing are slowed: a few
 * are free, then each waits twice as long as the one before. Nobody is shut out by what others try: a caller who was
 * right before is counted apart from them, and a pause has an end that no refused try puts off.
 */
export interface Tries {
  /** Throws while the pause after the last try lasts. What it returns is to be called when the try was right. */
  begin(subject: string, caller: string | null): Promise<() => Promise<void>>
  /** Lets the caller, and whoever is new, begin afresh. */
  forget(subject: string, caller: string | null): Promise<void>
}

const FREE_TRIES = 5
const SHORTEST_PAUSE_MS = 1_000
const LONGEST_PAUSE_MS = 10 * 60_000
const TRIES_COUNT_FOR_MS = 60 * 60_000
const RIGHT_COUNTS_FOR_MS = 30 * 24 * 60 * 60_000

export const slowedTries = (db: Database, clock: Clock): Tries => ({
  async begin(subject, caller) {
    const alone = asTriedFrom(subject, caller)
    const wasRight = await db
      .selectFrom('rate_limit')
      .select('key')
      .where('key', '=', keyOf('right', alone))
      .where('resets_at', '>', clock())
      .executeTakeFirst()
    const key = keyOf('tries', wasRight ? alone : subject)
    await takeOne(db, clock, key)
    return async () => {
      await db.deleteFrom('rate_limit').where('key', '=', key).execute()
      await keep(db, keyOf('right', alone), clock() + RIGHT_COUNTS_FOR_MS)
    }
  },
  async forget(subject, caller) {
    const keys = [subject, asTriedFrom(subject, caller)].map((what) => keyOf('tries', what))
    await db.deleteFrom('rate_limit').where('key', 'in', keys).execute()
  },
})

/** For load tests. */
export const freeTries: Tries = { begin: async () => async () => {}, forget: async () => {} }

const asTriedFrom = (subject: string, caller: string | null) => `${subject} ${caller && callerAt(caller)}`

/** What people try is not kept in words: it may be an address, or a password in the wrong field. */
const keyOf = (kind: 'tries' | 'right', what: string) => `${kind}:${textHash(what)}`

/** Of several at once, one takes the try that all of them saw, and the others look again. */
async function takeOne(db: Database, clock: Clock, key: string): Promise<void> {
  for (;;) {
    const now = clock()
    const before = await db.selectFrom('rate_limit').select(['hits', 'resets_at']).where('key', '=', key).executeTakeFirst()
    const counts = before !== undefined && before.resets_at > now
    const waitsMs = counts ? before.resets_at - TRIES_COUNT_FOR_MS + pauseMs(before.hits) - now : 0
    if (waitsMs > 0) throw tooMany(Math.ceil(waitsMs / 1000))
    const next = { hits: counts ? before.hits + 1 : 1, resets_at: now + TRIES_COUNT_FOR_MS }
    const taken = before
      ? await db.updateTable('rate_limit').set(next).where('key', '=', key).where((is) => is.and(before)).executeTakeFirst()
      : await db.insertInto('rate_limit').values({ key, ...next }).onConflict((known) => known.column('key').doNothing()).executeTakeFirst()
    if (Number('numUpdatedRows' in taken ? taken.numUpdatedRows : taken.numInsertedOrUpdatedRows) === 1) return
  }
}

const pauseMs = (tries: number) =>
  tries < FREE_TRIES ? 0 : Math.min(LONGEST_PAUSE_MS, SHORTEST_PAUSE_MS * 2 ** (tries - FREE_TRIES))

const keep = (db: Database, key: string, resets_at: number) =>
  db
    .insertInto('rate_limit')
    .values({ key, hits: 1, resets_at })
    .onConflict((known) => known.column('key').doUpdateSet({ resets_at }))
    .execute()
