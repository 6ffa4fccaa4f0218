import type { Clock } from '../platform/clock.ts'
import type { Asker, AskerAccount } from '../platform/contract.ts'
import { inTransaction, type Database } from '../platform/database.ts'
import type { Tries } from '../platform/tries.ts'
import { holdAccount } from './account.ts'
import type { Session } from './contract.ts'
import { emailKey, usernameKey } from './names.ts'
import { isPassword } from './password.ts'
import { beginSession } from './session-store.ts'

interface Claim {
  /** A username or an e-mail address. */
  name: string
  password: string
  remember: boolean
}

/** A session for whoever this is. Whether the name is known cannot be told from the answer or its time. */
export async function signIn(db: Database, clock: Clock, tries: Tries, { name, password, remember }: Claim, asker: Asker): Promise<Session | null> {
  const [column, key] = name.includes('@') ? (['email_key', emailKey(name)] as const) : (['username_key', usernameKey(name)] as const)
  const wasRight = await tries.begin(triesAt(key), asker.address)
  const account = await db.selectFrom('account').select(['id', 'role', 'name', 'password']).where(column, '=', key).executeTakeFirst()
  if (!(await isPassword(password, account?.password ?? null)) || !account) return null
  const token = await inTransaction(db, async (transaction) => {
    if (!(await isStillSo(transaction, account))) return null
    return beginSession(transaction, clock(), account, asker.userAgent, remember)
  })
  if (!token) return null
  await wasRight()
  return { user: { id: account.id, name: account.name, role: account.role }, access_token: token }
}

/** What tries to sign in by a name are counted as. */
export const triesAt = (nameKey: string): string => `sign-in ${nameKey}`

/**
 * The account may be used, and its password is the one that was checked: a session does not begin after a change that
 * ends all of them. The row is held until this one has begun, so that a change under way comes after it, and ends it.
 */
async function isStillSo(db: Database, { id, password }: { id: number; password: string | null }): Promise<boolean> {
  const held = await holdAccount(db, id)
    .where('password', '=', password)
    .where('suspended_at', 'is', null)
    .where('closed_at', 'is', null)
    .executeTakeFirst()
  return held.numUpdatedRows === 1n
}

/** Asks somebody who is signed in for the password again. Returns what was kept of it, or null if it was wrong. */
export async function confirmPassword(db: Database, tries: Tries, asker: Asker, password: string): Promise<string | null> {
  const { id }: AskerAccount = asker.account!
  const wasRight = await tries.begin(`password ${id}`, asker.address)
  const row = await db.selectFrom('account').select('password').where('id', '=', id).executeTakeFirstOrThrow()
  if (!(await isPassword(password, row.password))) return null
  await wasRight()
  return row.password
}
