import { sql } from 'kysely'
import type { RequestContext } from '#platform/contract.ts'
import { inTransaction, type Database, type WholeDatabase } from '#platform/database/database.ts'
import { invalid, notFound, tooMany, UserError } from '#platform/errors.ts'
import { FILES } from '#platform/files/receive.ts'
import type { SentFile } from '#platform/files/sent-files.ts'
import { hit } from '#platform/http/rate-limit.ts'
import { mustMayPublish } from '#platform/publishing-right.ts'
import { recordChange } from '#platform/work/audit.ts'
import { enqueue } from '#platform/work/jobs.ts'
import type { MessageRef } from '#locales/translator.ts'
import { MIN_SIDE, MAX_A_DAY, MAX_A_MINUTE, MAX_MEGAPIXELS, MAX_SIDE } from './limits.ts'
import { stepsFor } from './making.ts'
import { headOf } from './pixels.ts'
import { isPicture } from './store.ts'
import { isSeenByReaders } from './uses.ts'

export interface Added {
  id: number
  picture: string
  /** The library already contains this file, under the returned name. */
  known: boolean
}

/**
 * Adds a picture to the library or replaces an existing one. The upload is complete and its type is verified. This
 * function checks the header before any decoding; a job makes the sizes.
 */
export async function addPicture(
  db: WholeDatabase,
  ctx: RequestContext,
  { files, replaces }: { files: readonly SentFile[]; replaces?: string | undefined },
): Promise<Added> {
  const [file] = files
  if (!file) throw invalid({ [FILES]: 'error.picture_missing' })
  await refuseTooMany(db, ctx)
  if (replaces !== undefined) {
    if (!(await isPicture(db, replaces))) throw notFound()
    mustMayPublish(ctx, await isSeenByReaders(db, replaces))
  }
  const { width, height } = await judged(await bytesOf(db, file.id))
  const title = titleOf(file.name)

  return inTransaction(db, async (transaction) => {
    const added = await transaction
      .insertInto('picture_upload')
      .values({
        picture: replaces ?? '',
        replaces: replaces === undefined ? 0 : 1,
        title,
        sha256: file.sha256,
        type: file.type,
        bytes: file.bytes,
        width,
        height,
        state: 'waiting',
        reason: null,
        steps: stepsFor(width),
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
    if (!added) return knownPicture(transaction, file.sha256, replaces)
    const picture = replaces ?? `${slugOf(title)}-u${added.id}`
    await transaction.updateTable('picture_upload').set({ picture }).where('id', '=', added.id).execute()
    await transaction
      .insertInto('picture_upload_part')
      .columns(['upload_id', 'position', 'content'])
      .expression((part) =>
        part
          .selectFrom('attachment_part')
          .select(({ val }) => [val(added.id).as('upload_id'), 'position', 'content'])
          .where('attachment_id', '=', file.id),
      )
      .execute()
    await enqueue(transaction, ctx.now, 'makePicture', { upload: added.id })
    if (replaces === undefined)
      await recordChange(transaction, ctx, 'picture added', `picture ${picture}`, { after: { title, width, height } })
    else
      await recordChange(transaction, ctx, 'picture replaced', `picture ${picture}`, {
        after: { file: title, width, height },
      })
    return { id: added.id, picture, known: false }
  })
}

/** Returns the existing picture for an identical file. Rejects the file as a replacement of a different picture. */
async function knownPicture(db: Database, sha256: string, replaces: string | undefined): Promise<Added> {
  const { id, picture } = await db
    .selectFrom('picture_upload')
    .select(['id', 'picture'])
    .where('sha256', '=', sha256)
    .where('state', 'in', ['waiting', 'making', 'ready'])
    .executeTakeFirstOrThrow()
  if (replaces !== undefined && picture !== replaces) throw invalid({ [FILES]: 'error.picture_known' })
  return { id, picture, known: true }
}

/** Limits uploads per user, so that users behind one address do not block each other. */
async function refuseTooMany(db: Database, { now, account, context }: RequestContext): Promise<void> {
  if (!context.isLimited) return
  for (const [name, most, seconds] of [
    ['minute', MAX_A_MINUTE, 60],
    ['day', MAX_A_DAY, 86_400],
  ] as const) {
    const { hits, resets_at } = await hit(db, now, `pictures_a_${name}:${account!.id}`, seconds)
    if (hits > most) throw tooMany(Math.max(1, Math.ceil((resets_at - now) / 1_000)))
  }
}

async function judged(bytes: Buffer): Promise<{ width: number; height: number }> {
  const refuse = (message: MessageRef): UserError => invalid({ [`${FILES}.0`]: message })
  const head = await headOf(bytes)
  if (!head) throw refuse({ key: 'error.file_damaged' })
  const { width, height } = head
  if (width * height > MAX_MEGAPIXELS * 1_000_000)
    throw refuse({ key: 'error.picture_pixels', values: { max: MAX_MEGAPIXELS } })
  if (Math.max(width, height) > MAX_SIDE) throw refuse({ key: 'error.picture_side', values: { max: MAX_SIDE } })
  if (Math.min(width, height) < MIN_SIDE) throw refuse({ key: 'error.picture_small', values: { min: MIN_SIDE } })
  return head
}

async function bytesOf(db: Database, attachment: number): Promise<Buffer> {
  const parts = await db
    .selectFrom('attachment_part')
    .select('content')
    .where('attachment_id', '=', attachment)
    .orderBy('position')
    .execute()
  return Buffer.concat(parts.map(({ content }) => content))
}

/** The title until a user changes it. */
const titleOf = (fileName: string): string =>
  fileName
    .replace(/\.[^.]+$/, '')
    .replaceAll('_', ' ')
    .trim()
    .slice(0, 120)

/** The ASCII slug in the public names of the files. */
const slugOf = (title: string): string =>
  title
    .normalize('NFKD')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-|-$/g, '')
    .slice(0, 40)
    .replace(/-$/, '') || 'picture'
