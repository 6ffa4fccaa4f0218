import { hasPermission } from '#schema/permissions.ts'
import type { RequestContext, StreamedFile } from '#platform/contract.ts'
import type { Database } from '#platform/database/database.ts'
import { notFound, unavailable } from '#platform/errors.ts'
import type { SentFile } from '#platform/files/stored-files.ts'

/** The enquiry or contact message that started a conversation. */
export type ConversationSource = { enquiry_id: number } | { message_id: number }

type AttachmentOwner = ConversationSource | { order_id: number }

/**
 * Attaches uploaded files to their owner, after its existing files. Call it in the transaction that creates or extends
 * the owner. `entryId` is the conversation entry with the files. Null: they came with the owner itself.
 */
export async function attachFiles(
  db: Database,
  files: readonly SentFile[],
  owner: AttachmentOwner,
  entryId: number | null = null,
): Promise<void> {
  if (files.length === 0) return
  const { last: lastPosition } = await db
    .selectFrom('attachment')
    .select(({ fn }) => fn.max('position').as('last'))
    .where((is) => is.and(owner))
    .executeTakeFirstOrThrow()
  for (const [index, { id }] of files.entries()) {
    const { numUpdatedRows } = await db
      .updateTable('attachment')
      .set({ ...owner, entry_id: entryId, position: (lastPosition ?? 0) + index + 1 })
      .where('id', '=', id)
      .where('enquiry_id', 'is', null)
      .where('message_id', 'is', null)
      .where('order_id', 'is', null)
      .executeTakeFirst()
    // The upload was purged as unclaimed in the meantime; sending it again works.
    if (numUpdatedRows !== 1n) throw unavailable()
  }
}

/** Returns the names and content hashes of files, to compare two requests. */
export const fingerprintFiles = (files: readonly SentFile[]) => files.map(({ name, sha256 }) => ({ name, sha256 }))

interface AttachmentRequest {
  enquiry?: string | undefined
  message?: number | undefined
  file: number
}

/** Finds a file for staff who answer enquiries or for the member who sent it. Throws "not found" for everyone else. */
export async function findAttachment(
  db: Database,
  { account }: RequestContext,
  { enquiry, message, file }: AttachmentRequest,
): Promise<StreamedFile> {
  const canAnswer = hasPermission(account, 'answer enquiries')
  const attachmentQuery = db
    .selectFrom('attachment')
    .select(['attachment.id', 'attachment.name', 'type', 'bytes'])
    .where('position', '=', file)
  const attachment =
    enquiry !== undefined
      ? await attachmentQuery
          .innerJoin('enquiry', 'enquiry.id', 'attachment.enquiry_id')
          .where('enquiry.code', '=', enquiry)
          .$if(!canAnswer, (own) => own.where('enquiry.account_id', '=', account?.id ?? null))
          .executeTakeFirst()
      : message !== undefined && canAnswer
        ? await attachmentQuery.where('message_id', '=', message).executeTakeFirst()
        : undefined
  if (!attachment) throw notFound()
  return streamAttachment(db, attachment)
}

/** Streams a file part by part. */
export const streamAttachment = (
  db: Database,
  { id, name, type, bytes }: { id: number; name: string; type: string; bytes: number },
): StreamedFile => ({ name, type, bytes, parts: readParts(db, id) })

/** Yields a file part by part, so that only one part is in memory. */
async function* readParts(db: Database, id: number): AsyncGenerator<Uint8Array, void> {
  for (let position = 1; ; position++) {
    const part = await db
      .selectFrom('attachment_part')
      .select('content')
      .where('attachment_id', '=', id)
      .where('position', '=', position)
      .executeTakeFirst()
    if (!part) return
    yield part.content
  }
}
