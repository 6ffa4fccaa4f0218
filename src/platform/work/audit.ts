import { monthsBefore } from '../clock.ts'
import type { Database } from '../database/database.ts'
import { inBatches } from './housekeeping.ts'
import { auditRetention } from '../keeping.ts'
import { statement } from '../database/statement.ts'

/** Something that was done, for whoever asks later who did it. */
interface AuditEntry {
  at: number
  /** Null: nobody who is known, or the house itself. */
  accountId: number | null
  action: Action
  /** What it was done to: `booking ABC123`, `account 7`. */
  subject: string
  /** What else is worth knowing. Never a secret, and nothing that must be forgotten with the person. */
  details?: object
}

type Action =
  | 'sign-in'
  | 'sign-in refused'
  | 'account opened'
  | 'account closed'
  | 'password changed'
  | 'email changed'
  | 'email change undone'
  | 'data exported'
  | 'booking cancelled'
  | 'booking expired'
  | 'booking confirmed'
  | 'booking declined'
  | 'enquiry answered'
  | 'enquiry reopened'
  | 'message answered'
  | 'message reopened'
  | 'letters withheld'

/** Keeps what was done, in the transaction that does it. */
export async function recordAudit(
  db: Database,
  { at, accountId, action, subject, details }: AuditEntry,
): Promise<void> {
  await auditIn(db, {
    row: { at, account_id: accountId, action, subject, details: details ? JSON.stringify(details) : null },
  })
}

export async function forgetOldAudit(db: Database, now: number): Promise<void> {
  const then = monthsBefore(now, auditRetention.months)
  await inBatches(async (most) => {
    const old = db.selectFrom('audit').select('id').where('at', '<', then).orderBy('at').limit(most)
    return (await db.deleteFrom('audit').where('id', 'in', old).executeTakeFirst()).numDeletedRows
  })
}

const auditIn = statement(
  (
    db,
    {
      row,
    }: { row: { at: number; account_id: number | null; action: string; subject: string; details: string | null } },
  ) => db.insertInto('audit').values(row).compile(),
)
