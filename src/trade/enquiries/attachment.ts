import { may } from '#schema/permissions.ts'
import type { RequestContext, GivenFile } from '#platform/contract.ts'
import type { Database } from '#platform/database/database.ts'
import { notFound, unavailable } from '#platform/errors.ts'
import type { SentFile } from '#platform/files/sent-files.ts'

/** What a file belongs to. */
export type Place = { enquiry_id: number } | { message_id: number }

/** Gives files that have come their place, behind those that are there: in the transaction that makes what they belong to, or adds to it. */
export async function attach(db: Database, files: readonly SentFile[], place: Place): Promise<void> {
  if (files.length === 0) return
  const { last } = await db
    .selectFrom('attachment')
    .select(({ fn }) => fn.max('position').as('last'))
    .where((is) => is.and(place))
    .executeTakeFirstOrThrow()
  for (const [index, { id }] of files.entries()) {
    const { numUpdatedRows } = await db
      .updateTable('attachment')
      .set({ ...place, position: (last ?? 0) + index + 1 })
      .where('id', '=', id)
      .where('enquiry_id', 'is', null)
      .where('message_id', 'is', null)
      .executeTakeFirst()
    // Forgotten as lost meanwhile: sent again, it is there.
    if (numUpdatedRows !== 1n) throw unavailable()
  }
}

/** Of the same contents, under the same names. */
export const alike = (files: readonly SentFile[]) => files.map(({ name, sha256 }) => ({ name, sha256 }))

interface Wanted {
  enquiry?: string | undefined
  letter?: number | undefined
  file: number
}

/** A file for those to whom it belongs: who answers enquiries, and who has sent it. For others there is none. */
export async function fileFor(
  db: Database,
  { account }: RequestContext,
  { enquiry, letter, file }: Wanted,
): Promise<GivenFile> {
  const answers = may(account, 'answer enquiries')
  const attached = db
    .selectFrom('attachment')
    .select(['attachment.id', 'attachment.name', 'type', 'bytes'])
    .where('position', '=', file)
  const found =
    enquiry !== undefined
      ? await attached
          .innerJoin('enquiry', 'enquiry.id', 'attachment.enquiry_id')
          .where('enquiry.code', '=', enquiry)
          .$if(!answers, (own) => own.where('enquiry.account_id', '=', account?.id ?? null))
          .executeTakeFirst()
      : letter !== undefined && answers
        ? await attached.where('message_id', '=', letter).executeTakeFirst()
        : undefined
  if (!found) throw notFound()
  const { id, name, type, bytes } = found
  return { name, type, bytes, parts: partsOf(db, id) }
}

/** One part in memory at a time, however large the file. */
async function* partsOf(db: Database, id: number): AsyncGenerator<Uint8Array, void> {
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
