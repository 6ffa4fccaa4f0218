import { lockAccount } from '#people/accounts/account.ts'
import { findPerson } from '#people/staff/people.ts'
import { recordChange } from '#platform/audit.ts'
import type { RequestContext } from '#platform/contract.ts'
import { inTransaction, type Database } from '#platform/database/database.ts'
import { conflict } from '#platform/errors.ts'

/** Saves the preferences of a guest that staff have noted. `before`: the text that the caller saw. */
export const saveGuestPreferences = (
  db: Database,
  ctx: RequestContext,
  { id, preferences, before }: { id: number; preferences: string; before: string },
): Promise<void> =>
  inTransaction(db, async (transaction) => {
    await lockAccount(transaction, id).execute()
    const storedPreferences = (await findPerson(transaction, id)).preferences
    if (storedPreferences === preferences) return
    if (storedPreferences !== before) throw conflict('error.preferences_changed', { stored: storedPreferences })
    await transaction.updateTable('account').set({ preferences }).where('id', '=', id).execute()
    // The log outlives the erasure of a person, so it does not contain the text.
    await recordChange(transaction, ctx, 'guest preferences changed', `account ${id}`, { after: {} })
  })
