import type { Company } from '#content/company.ts'
import { emailCompany } from '#mail/outbox.ts'
import type { Context } from '#platform/context.ts'
import { inTransaction, type Database } from '#platform/database/database.ts'
import { composeCompanyUnansweredEmail } from './company-emails.ts'
import { getStatus } from '../status.ts'
import { isFirstRoomOfStay, lockStay, type BookedRow } from '../store.ts'
import { mergeRooms } from '../stay-with-rooms.ts'
import { claimEmail, selectNotYetSent } from './sent-once.ts'
import { HOUR_MS } from '#platform/durations.ts'

/** The maximum number of reminders per run. The next run, a minute later, handles the rest. */
const MAX_EMAILS_AT_ONCE = 50

/** The lead time of the reminder: a quarter of the answer time, and at most half a day. */
const getReminderLeadMs = ({ answerHours }: Company): number => Math.min(12, answerHours / 4) * HOUR_MS

/**
 * Reminds the company of each request that expires soon, if the guest's address is verified: only the company's answer
 * is missing. Each reminder is sent once, even with several processes.
 */
export async function remindCompany(
  db: Database,
  context: Pick<Context, 'publicUrl'>,
  company: Company,
  now: number,
): Promise<void> {
  const dueRequests = await db
    .selectFrom('booking')
    .select('code')
    .where('status', '=', 'pending_approval')
    .where('email_verified_at', 'is not', null)
    .where('expires_at', '>', now)
    .where('expires_at', '<=', now + getReminderLeadMs(company))
    .where(isFirstRoomOfStay)
    .where(selectNotYetSent('unanswered'))
    .orderBy('expires_at')
    .limit(MAX_EMAILS_AT_ONCE)
    .execute()
  for (const { code } of dueRequests)
    await inTransaction(db, async (transaction) => {
      const rooms = await lockStay(transaction, code)
      if (rooms.length === 0) return
      const stay = mergeRooms(rooms)
      if (!isPending(stay, now) || !(await claimEmail(transaction, stay.id, 'unanswered', { now }))) return
      const email = composeCompanyUnansweredEmail(stay, company, context.publicUrl)
      await emailCompany(transaction, now, company, email, { name: stay.name, address: stay.email })
    })
}

const isPending = (stay: BookedRow, now: number): boolean => getStatus(stay, now) === 'pending_approval'
