import { sql, type Selectable } from 'kysely'
import { inTransaction, type Database } from '#platform/database/database.ts'
import { beginsLike, wordsToKeep, type Term } from '#platform/database/search-words.ts'
import { statement } from '#platform/database/statement.ts'
import { enqueue, type JobKinds } from '#platform/work/jobs.ts'
import type { Context } from '#platform/context.ts'
import type { Tables } from '#schema/tables.ts'
import { e164 } from './phone.ts'

type Person = Pick<Selectable<Tables['account']>, 'id' | 'name' | 'email' | 'phone'>
type Row = Tables['account_word']

/** Stores the words by which an account is found. Call it in the transaction that changes the account. */
export async function storeSearchWords(db: Database, person: Person): Promise<void> {
  const rows = toRows(person)
  if (rows.length > 0) await insertWords(db, { rows })
}

/** Replaces the search words after the account was changed or closed. */
export async function replaceSearchWords(db: Database, accountId: number): Promise<void> {
  await db.deleteFrom('account_word').where('account_id', '=', accountId).execute()
  const person = await db
    .selectFrom('account')
    .select(['id', 'name', 'email', 'phone'])
    .where('id', '=', accountId)
    .executeTakeFirstOrThrow()
  await storeSearchWords(db, person)
}

const toRows = ({ id, name, email, phone }: Person): Row[] =>
  wordsToKeep({ name, email, phone: e164(phone ?? '') }).map((word) => ({ word, account_id: id }))

const insertWords = statement((db, { rows }: { rows: readonly Row[] }) =>
  db
    .insertInto('account_word')
    .values(rows)
    .onConflict((conflict) => conflict.doNothing())
    .compile(),
)

/** SQL condition: the account has a search word with this prefix. */
export const hasSearchWord = (term: Term) => sql<boolean>`exists (
  select 1 from account_word as own where own.account_id = account.id and ${beginsLike('own.word', term)})`

const BATCH_SIZE = 300

/** Adds search words to accounts that are older than the account search. */
export const personWordsJobs = ({ clock }: Pick<Context, 'clock'>): JobKinds => ({
  async 'find-people'({ after }: { after: number }, db: Database) {
    await inTransaction(db, async (transaction) => {
      const batch = transaction
        .selectFrom('account')
        .select('id')
        .where('id', '>', after)
        .orderBy('id')
        .limit(BATCH_SIZE)
      const people = await transaction
        .updateTable('account')
        .set(({ ref }) => ({ role: ref('role') }))
        .where('id', 'in', batch)
        .returning(['id', 'name', 'email', 'phone'])
        .execute()
      if (people.length === 0) return
      for (const person of people) await storeSearchWords(transaction, person)
      await enqueue(transaction, clock(), 'find-people', { after: Math.max(...people.map(({ id }) => id)) })
    })
  },
})
