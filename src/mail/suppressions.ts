import { digestText } from '#platform/codes.ts'
import type { Database } from '#platform/database/database.ts'
import { toEmailKey } from '#platform/email-key.ts'

/** The reason why optional emails to an address are suppressed. */
type SuppressionReason = 'bounced' | 'complained' | 'declined'

/**
 * Suppresses optional emails to an address. Only a hash of the address is stored. A bounce or a complaint replaces
 * `declined`, which the recipient could undo.
 */
export async function suppressAddress(
  db: Database,
  now: number,
  address: string,
  reason: SuppressionReason,
): Promise<void> {
  await db
    .insertInto('mail_suppression')
    .values({ address_hash: hashAddress(address), reason, at: now })
    .onConflict((conflict) =>
      conflict
        .column('address_hash')
        .doUpdateSet({ reason, at: now })
        .where('mail_suppression.reason', '=', 'declined'),
    )
    .execute()
}

/** Subscribes an address again after the recipient unsubscribed. Bounces and complaints stay in force. */
export async function resubscribe(db: Database, address: string): Promise<void> {
  await db
    .deleteFrom('mail_suppression')
    .where('address_hash', '=', hashAddress(address))
    .where('reason', '=', 'declined')
    .execute()
}

export async function acceptsEmails(db: Database, address: string): Promise<boolean> {
  const row = await db
    .selectFrom('mail_suppression')
    .select('reason')
    .where('address_hash', '=', hashAddress(address))
    .executeTakeFirst()
  return row === undefined
}

/** The prefix is part of the stored hashes. */
const hashAddress = (address: string) => digestText(`no letters ${toEmailKey(address)}`)
