import type { Database } from '../platform/database.ts'
import { statement } from '../platform/statement.ts'
import { emailKey } from './names.ts'

/** Whether an address is the account's own, and its owner has been shown to read it. */
export async function addressIsConfirmed(db: Database, accountId: number, email: string): Promise<boolean> {
  const { rows } = await confirmed(db, { accountId, key: emailKey(email) })
  return rows.length > 0
}

const confirmed = statement((db, { accountId, key }: { accountId: number; key: string }) =>
  db
    .selectFrom('account')
    .select('id')
    .where('id', '=', accountId)
    .where('email_key', '=', key)
    .where('email_confirmed_at', 'is not', null)
    .where('closed_at', 'is', null)
    .compile())
