import { emailKey } from '../accounts/names.ts'
import { recordAudit } from '#platform/work/audit.ts'
import { inTransaction, type Database } from '#platform/database/database.ts'
import { linkToPlace, preparePlace } from './place.ts'

const HOURS = 24

/**
 * Creates a link for the operator of the server. Its user becomes the owner, or a locked-out owner starts over. Returns
 * null if the address belongs to an account that is not an owner.
 */
export async function linkForOwner(
  db: Database,
  now: number,
  publicUrl: string,
  email: string,
): Promise<{ url: string; hours: number; isNew: boolean } | null> {
  return inTransaction(db, async (transaction) => {
    const known = await transaction
      .selectFrom('account')
      .select(['id', 'role'])
      .where('email_key', '=', emailKey(email))
      .where('closed_at', 'is', null)
      .executeTakeFirst()
    if (known && known.role !== 'owner') return null
    const id =
      known?.id ?? (await preparePlace(transaction, now, { role: 'owner', email, language: 'en', staff_role_id: null }))
    await recordAudit(transaction, { at: now, accountId: null, action: 'place prepared', subject: `account ${id}` })
    const url = await linkToPlace(transaction, now, publicUrl, { id, language: 'en', hours: HOURS })
    return { url, hours: HOURS, isNew: !known }
  })
}
