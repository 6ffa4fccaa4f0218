import type { Database } from '#platform/database/database.ts'
import { loadFile } from '#platform/files/stored-files.ts'
import type { Message } from '#platform/context.ts'
import { findOriginalEmail } from './original-email.ts'

/** Loads the attachments of an email: its own file, or the files of the answer in a conversation, also for a copy. */
export async function loadMailFiles(db: Database, mailId: number): Promise<Message['files']> {
  const file = await db.selectFrom('mail_file').selectAll().where('mail_id', '=', mailId).executeTakeFirst()
  if (file) return [{ name: file.name, type: file.type, bytes: file.content }]
  const rows = await db
    .selectFrom('conversation_entry')
    .innerJoin('attachment', 'attachment.entry_id', 'conversation_entry.id')
    .select(['attachment.id', 'attachment.name', 'attachment.type'])
    .where('conversation_entry.mail_id', '=', await findOriginalEmail(db, mailId))
    .orderBy('attachment.position')
    .execute()
  const files: { name: string; type: string; bytes: Uint8Array }[] = []
  for (const { id, name, type } of rows) files.push({ name, type, bytes: await loadFile(db, id) })
  return files
}
