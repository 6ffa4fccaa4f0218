import { signLink } from '../accounts/signed-link.ts'
import type { Asker } from '../platform/contract.ts'
import type { Database } from '../platform/database/database.ts'
import { href, inLanguage } from '../urls.ts'
import type { BookedRow } from './store.ts'

const MS_PER_DAY = 86_400_000
const LINK_LASTS_DAYS = 14

/** The link by which a guest, who has nothing to sign in with, comes back to the stay. */
export async function stayLink(db: Database, { now, language, context }: Asker, booked: BookedRow): Promise<string> {
  const token = await signLink(db, now, {
    purpose: 'return-to-booking',
    accountId: booked.account_id,
    payload: booked.code,
    expiresAt: (booked.check_out + LINK_LASTS_DAYS) * MS_PER_DAY,
  })
  return context.publicUrl + inLanguage(href('bookingSuccess', null, { stay: token }), language)
}
