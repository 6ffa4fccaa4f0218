import { textHash } from '#platform/codes.ts'
import type { Database } from '#platform/database/database.ts'
import { emailKey } from '#platform/email-key.ts'

/** The reason why optional emails to an address are suppressed. */
type NoEmails = 'bounced' | 'complained' | 'declined'

/** Suppresses optional emails to an address. Only a hash of the address is stored. */
export async function wantNoMore(db: Database, now: number, address: string, why: NoEmails): Promise<void> {
  await db
    .insertInto('no_letters')
    .values({ address_hash: hashOf(address), why, at: now })
    .onConflict((known) => known.column('address_hash').doNothing())
    .execute()
}

/** Subscribes an address again after the recipient unsubscribed. Bounces and complaints stay in force. */
export async function wantAgain(db: Database, address: string): Promise<void> {
  await db.deleteFrom('no_letters').where('address_hash', '=', hashOf(address)).where('why', '=', 'declined').execute()
}

export async function wantsEmails(db: Database, address: string): Promise<boolean> {
  const row = await db
    .selectFrom('no_letters')
    .select('why')
    .where('address_hash', '=', hashOf(address))
    .executeTakeFirst()
  return row === undefined
}

const hashOf = (address: string) => textHash(`no letters ${emailKey(address)}`)
