import { recordAudit } from '../platform/work/audit.ts'
import type { Asker } from '../platform/contract.ts'
import { inTransaction, type Database } from '../platform/database/database.ts'
import { notFound } from '../platform/errors.ts'

/** Says that an enquiry is answered, or that it is not after all. Where that is so already, it stays as it was. */
export async function markEnquiry(
  db: Database,
  asker: Asker,
  { code, answered }: { code: string; answered: boolean },
): Promise<void> {
  const row = await db.selectFrom('enquiry').select('id').where('code', '=', code).executeTakeFirst()
  if (!row) throw notFound()
  await mark(db, asker, { table: 'enquiry', id: row.id, answered, kind: 'enquiry', subject: `enquiry ${code}` })
}

/** The same of a message. */
export async function markMessage(
  db: Database,
  asker: Asker,
  { id, answered }: { id: number; answered: boolean },
): Promise<void> {
  const row = await db.selectFrom('contact_message').select('id').where('id', '=', id).executeTakeFirst()
  if (!row) throw notFound()
  await mark(db, asker, { table: 'contact_message', id, answered, kind: 'message', subject: `message ${id}` })
}

interface Mark {
  table: 'enquiry' | 'contact_message'
  id: number
  answered: boolean
  kind: 'enquiry' | 'message'
  subject: string
}

async function mark(db: Database, asker: Asker, { table, id, answered, kind, subject }: Mark): Promise<void> {
  const { now } = asker
  const accountId = asker.account!.id
  await inTransaction(db, async (transaction) => {
    const { numUpdatedRows } = await transaction
      .updateTable(table)
      .set(answered ? { handled_at: now, handled_by: accountId } : { handled_at: null, handled_by: null })
      .where('id', '=', id)
      .where('handled_at', answered ? 'is' : 'is not', null)
      .executeTakeFirst()
    if (numUpdatedRows === 0n) return
    await recordAudit(transaction, {
      at: now,
      accountId,
      action: `${kind} ${answered ? 'answered' : 'reopened'}`,
      subject,
    })
  })
}
