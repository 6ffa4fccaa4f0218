import type { Database } from '../platform/database.ts'
import type { FieldSentences } from '../platform/errors.ts'
import { emailKey, usernameKey } from './names.ts'

/** Says of names that another account has, under their fields, that it has them. */
export async function namesTaken(db: Database, names: { email?: string | undefined; username?: string | undefined }, ownId = 0): Promise<FieldSentences> {
  const email = names.email !== undefined && (await isTaken(db, 'email_key', emailKey(names.email), ownId))
  const username = names.username !== undefined && (await isTaken(db, 'username_key', usernameKey(names.username), ownId))
  return {
    ...(email && { email: [{ key: 'error.email_taken' }] }),
    ...(username && { username: [{ key: 'error.username_taken' }] }),
  }
}

async function isTaken(db: Database, column: 'email_key' | 'username_key', key: string, ownId: number): Promise<boolean> {
  const other = await db.selectFrom('account').select('id').where(column, '=', key).where('id', '<>', ownId).executeTakeFirst()
  return other !== undefined
}
