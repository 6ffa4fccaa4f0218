import { sql, type Selectable } from 'kysely'
import { type Database } from '#platform/database/database.ts'
import { startsWithTerm, buildSearchWords, type Term } from '#platform/database/search-words.ts'
import { statement } from '#platform/database/statement.ts'
import type { Tables } from '#schema/tables.ts'

type Person = Pick<Selectable<Tables['account']>, 'id' | 'name' | 'email' | 'phone'>
type Row = Tables['account_search_word']

/** Stores the search words of an account. Call it in the transaction that changes the account. */
export async function storeSearchWords(db: Database, person: Person): Promise<void> {
  const rows = toRows(person)
  if (rows.length > 0) await insertWords(db, { rows })
}

/** Replaces the search words after the account was changed or closed. */
export async function replaceSearchWords(db: Database, accountId: number): Promise<void> {
  await db.deleteFrom('account_search_word').where('account_id', '=', accountId).execute()
  const person = await db
    .selectFrom('account')
    .select(['id', 'name', 'email', 'phone'])
    .where('id', '=', accountId)
    .executeTakeFirstOrThrow()
  await storeSearchWords(db, person)
}

const toRows = ({ id, name, email, phone }: Person): Row[] =>
  buildSearchWords({ name, email, phone: phone ?? '' }).map((word) => ({ word, account_id: id }))

const insertWords = statement((db, { rows }: { rows: readonly Row[] }) =>
  db
    .insertInto('account_search_word')
    .values(rows)
    .onConflict((conflict) => conflict.doNothing())
    .compile(),
)

/** SQL condition: the account has a search word with this prefix. */
export const hasSearchWord = (term: Term) => sql<boolean>`exists (
  select 1 from account_search_word as own where own.account_id = account.id and ${startsWithTerm('own.word', term)})`
