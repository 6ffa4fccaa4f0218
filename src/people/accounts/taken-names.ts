import type { Database } from '#platform/database/database.ts'
import type { FieldMessages } from '#platform/errors.ts'
import { toEmailKey, toUsernameKey } from './names.ts'

/** Returns a field error for each name that another account uses. */
export async function findTakenNames(
  db: Database,
  now: number,
  names: { email?: string | undefined; username?: string | undefined },
  ownId = 0,
): Promise<FieldMessages> {
  const isEmailTaken =
    names.email !== undefined &&
    ((await isTaken(db, 'email_key', toEmailKey(names.email), ownId)) ||
      (await isReserved(db, now, names.email, ownId)))
  const isUsernameTaken =
    names.username !== undefined && (await isTaken(db, 'username_key', toUsernameKey(names.username), ownId))
  return {
    ...(isEmailTaken && { email: [{ key: 'error.email_taken' }] }),
    ...(isUsernameTaken && { username: [{ key: 'error.username_taken' }] }),
  }
}

async function isTaken(
  db: Database,
  column: 'email_key' | 'username_key',
  key: string,
  ownId: number,
): Promise<boolean> {
  const existingAccount = await db
    .selectFrom('account')
    .select('id')
    .where(column, '=', key)
    .where('id', '<>', ownId)
    .executeTakeFirst()
  return existingAccount !== undefined
}

/**
 * Returns whether the address is reserved. If an attacker has changed the address of a member, the member can still
 * restore it. Nobody else can use it until the undo link expires.
 */
async function isReserved(db: Database, now: number, email: string, ownId: number): Promise<boolean> {
  const undoLink = await db
    .selectFrom('signed_link')
    .select('account_id')
    .where('holds_email_key', '=', toEmailKey(email))
    .where('account_id', '<>', ownId)
    .where('used_at', 'is', null)
    .where('expires_at', '>', now)
    .limit(1)
    .executeTakeFirst()
  return undoLink !== undefined
}
