import { toEmailKey } from '../accounts/names.ts'
import { recordAudit } from '#platform/audit.ts'
import { inTransaction, type Database } from '#platform/database/database.ts'
import { createInvitationLink, createStaffAccount } from './accept-invitation.ts'

const LINK_TTL_HOURS = 24

/**
 * Creates a link for the operator of the server. Its user becomes the owner, or a locked-out owner starts over. Returns
 * null if the address belongs to an account that is not an owner.
 */
export async function createOwnerLink(
  db: Database,
  now: number,
  publicUrl: string,
  email: string,
): Promise<{ url: string; validHours: number; isNew: boolean } | null> {
  return inTransaction(db, async (transaction) => {
    const existingAccount = await transaction
      .selectFrom('account')
      .select(['id', 'role'])
      .where('email_key', '=', toEmailKey(email))
      .where('closed_at', 'is', null)
      .executeTakeFirst()
    if (existingAccount && existingAccount.role !== 'owner') return null
    const id =
      existingAccount?.id ??
      (await createStaffAccount(transaction, now, { role: 'owner', email, language: 'en', staff_role_id: null }))
    await recordAudit(transaction, { at: now, accountId: null, action: 'invitation created', subject: `account ${id}` })
    const url = await createInvitationLink(transaction, now, publicUrl, {
      id,
      language: 'en',
      validHours: LINK_TTL_HOURS,
    })
    return { url, validHours: LINK_TTL_HOURS, isNew: !existingAccount }
  })
}
