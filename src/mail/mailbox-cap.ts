import type { Selectable } from 'kysely'
import { readCompany } from '#content/company.ts'
import { recordAudit } from '#platform/audit.ts'
import { digestText } from '#platform/codes.ts'
import type { Context } from '#platform/context.ts'
import { inTransaction, type Database } from '#platform/database/database.ts'
import { toEmailKey, getMailboxKey } from '#platform/email-key.ts'
import { countHit } from '#platform/http/rate-limit.ts'
import type { MailBucket } from '#schema/messages.ts'
import type { Tables } from '#schema/tables.ts'

/**
 * The hourly email limits of an address. The bucket `anybody` is for emails that anyone can trigger by typing the
 * address. Password resets, emails about an account and answers of the company are counted separately.
 */
const maxPerHour: Record<MailBucket, number> = { anybody: 10, reset: 3, account: 10, answer: 20 }
const HOUR_S = 3_600

/**
 * Decides whether an email may be sent, right before sending. A withheld email is stored. It is sent only if staff
 * decide so. Emails to the company itself are never withheld.
 */
export async function admitEmail(
  db: Database,
  { clock, isLimited }: Pick<Context, 'clock' | 'isLimited'>,
  mail: Selectable<Tables['mail']>,
): Promise<boolean> {
  if (!isLimited) return true
  if (mail.withheld_at !== null) return false
  if (mail.allowed_at !== null || toEmailKey(mail.recipient) === toEmailKey((await readCompany(db)).email)) return true
  return inTransaction(db, async (transaction) => {
    const now = clock()
    // Two workers can hold the same email after a lease expires. The update locks the row, so the first decision is
    // final.
    const earlierDecision = await transaction
      .updateTable('mail')
      .set(({ ref }) => ({ bucket: ref('bucket') }))
      .where('id', '=', mail.id)
      .returning(['allowed_at', 'withheld_at'])
      .executeTakeFirstOrThrow()
    if (earlierDecision.allowed_at !== null || earlierDecision.withheld_at !== null)
      return earlierDecision.withheld_at === null
    const { hits } = await countHit(transaction, now, getBucketKey(mail), HOUR_S)
    const isAllowed = hits <= maxPerHour[mail.bucket]
    const erasedBodies = mail.secret === 1 && { content: '' }
    await transaction
      .updateTable('mail')
      .set(isAllowed ? { allowed_at: now } : { withheld_at: now, ...erasedBodies })
      .where('id', '=', mail.id)
      .execute()
    if (hits === maxPerHour[mail.bucket] + 1)
      await recordAudit(transaction, {
        at: now,
        accountId: null,
        action: 'email withheld',
        subject: `email ${mail.id}`,
      })
    return isAllowed
  })
}

/** Strangers can spell a mailbox in many ways, so `anybody` counts per mailbox. An account has only one address. */
const getBucketKey = ({ bucket, recipient }: Selectable<Tables['mail']>) =>
  `emails ${bucket}:${digestText(bucket === 'anybody' ? getMailboxKey(recipient) : toEmailKey(recipient))}`
