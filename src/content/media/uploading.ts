import { sql } from 'kysely'
import type { RequestContext } from '#platform/contract.ts'
import { inTransaction, type Database, type WholeDatabase } from '#platform/database/database.ts'
import { invalid, notFound, UserError } from '#platform/errors.ts'
import { FILES_FIELD } from '#platform/files/receive.ts'
import { loadFile, type SentFile } from '#platform/files/stored-files.ts'
import { enforceKeyLimit } from '#platform/http/rate-limit.ts'
import { requirePublishPermission } from '#platform/publish-permission.ts'
import { recordChange } from '#platform/audit.ts'
import { enqueue } from '#platform/background/jobs.ts'
import type { MessageRef } from '#locales/translator.ts'
import { MIN_SIDE_PX, MAX_UPLOADS_PER_DAY, MAX_UPLOADS_PER_MINUTE, MAX_MEGAPIXELS, MAX_SIDE_PX } from './limits.ts'
import { countSteps } from './picture-jobs.ts'
import { readHeader } from './pixels.ts'
import { isKnownPicture } from './store.ts'
import { isPubliclyVisible } from './uses.ts'

export interface AddedPicture {
  id: number
  picture: string
  /** Whether the library already contains this file, under the returned name. */
  isDuplicate: boolean
}

/**
 * Adds a picture to the library or replaces an existing one. An identical file returns the existing picture. The upload
 * is complete and its type is verified. This function checks the header before any decoding; a job makes the sizes.
 */
export async function addPicture(
  db: WholeDatabase,
  ctx: RequestContext,
  { files, replaces: replacedName }: { files: readonly SentFile[]; replaces?: string | undefined },
): Promise<AddedPicture> {
  const [file] = files
  if (!file) throw invalid({ [FILES_FIELD]: 'error.picture_missing' })
  await limitUploads(db, ctx)
  if (replacedName !== undefined) {
    if (!(await isKnownPicture(db, replacedName))) throw notFound()
    requirePublishPermission(ctx, await isPubliclyVisible(db, replacedName))
  }
  const { width, height } = await validateHeader(await loadFile(db, file.id))
  const title = toTitle(file.name)

  return inTransaction(db, async (transaction) => {
    const insertedUpload = await transaction
      .insertInto('picture_upload')
      .values({
        picture: replacedName ?? '',
        replaces: replacedName === undefined ? 0 : 1,
        title,
        sha256: file.sha256,
        type: file.type,
        bytes: file.bytes,
        width,
        height,
        state: 'waiting',
        reason: null,
        steps: countSteps(width),
        account_id: ctx.account!.id,
        created_at: ctx.now,
      })
      .onConflict((conflict) =>
        conflict
          .column('sha256')
          .where(sql<boolean>`state in ('waiting', 'making', 'ready')`)
          .doNothing(),
      )
      .returning('id')
      .executeTakeFirst()
    if (!insertedUpload) return findKnownPicture(transaction, file.sha256, replacedName)
    const picture = replacedName ?? `${toSlug(title)}-u${insertedUpload.id}`
    await transaction.updateTable('picture_upload').set({ picture }).where('id', '=', insertedUpload.id).execute()
    await transaction
      .insertInto('picture_upload_part')
      .columns(['upload_id', 'position', 'content'])
      .expression((part) =>
        part
          .selectFrom('attachment_part')
          .select(({ val }) => [val(insertedUpload.id).as('upload_id'), 'position', 'content'])
          .where('attachment_id', '=', file.id),
      )
      .execute()
    await enqueue(transaction, ctx.now, 'makePicture', { upload: insertedUpload.id })
    if (replacedName === undefined)
      await recordChange(transaction, ctx, 'picture added', `picture ${picture}`, { after: { title, width, height } })
    else
      await recordChange(transaction, ctx, 'picture replaced', `picture ${picture}`, {
        after: { file: title, width, height },
      })
    return { id: insertedUpload.id, picture, isDuplicate: false }
  })
}

/** Returns the existing picture for an identical file. Rejects the file as a replacement of a different picture. */
async function findKnownPicture(db: Database, sha256: string, replacedName: string | undefined): Promise<AddedPicture> {
  const { id, picture } = await db
    .selectFrom('picture_upload')
    .select(['id', 'picture'])
    .where('sha256', '=', sha256)
    .where('state', 'in', ['waiting', 'making', 'ready'])
    .executeTakeFirstOrThrow()
  if (replacedName !== undefined && picture !== replacedName) throw invalid({ [FILES_FIELD]: 'error.picture_known' })
  return { id, picture, isDuplicate: true }
}

/** Limits uploads per user, so that users behind one address do not block each other. */
async function limitUploads(db: Database, ctx: RequestContext): Promise<void> {
  const { id } = ctx.account!
  await enforceKeyLimit(db, ctx, `pictures_a_minute:${id}`, { times: MAX_UPLOADS_PER_MINUTE, seconds: 60 })
  await enforceKeyLimit(db, ctx, `pictures_a_day:${id}`, { times: MAX_UPLOADS_PER_DAY, seconds: 86_400 })
}

async function validateHeader(bytes: Buffer): Promise<{ width: number; height: number }> {
  const createFieldError = (message: MessageRef): UserError => invalid({ [`${FILES_FIELD}.0`]: message })
  const header = await readHeader(bytes)
  if (!header) throw createFieldError({ key: 'error.file_damaged' })
  const { width, height } = header
  if (width * height > MAX_MEGAPIXELS * 1_000_000)
    throw createFieldError({ key: 'error.picture_pixels', values: { max: MAX_MEGAPIXELS } })
  if (Math.max(width, height) > MAX_SIDE_PX)
    throw createFieldError({ key: 'error.picture_side', values: { max: MAX_SIDE_PX } })
  if (Math.min(width, height) < MIN_SIDE_PX)
    throw createFieldError({ key: 'error.picture_small', values: { min: MIN_SIDE_PX } })
  return header
}

/** Returns the initial title, derived from the file name. */
const toTitle = (fileName: string): string =>
  fileName
    .replace(/\.[^.]+$/, '')
    .replaceAll('_', ' ')
    .trim()
    .slice(0, 120)

/** Returns the ASCII slug in the public names of the files. */
const toSlug = (title: string): string =>
  title
    .normalize('NFKD')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-|-$/g, '')
    .slice(0, 40)
    .replace(/-$/, '') || 'picture'
