import { createHash } from 'node:crypto'
import type { Selectable } from 'kysely'
import type { Clock } from '#platform/clock.ts'
import { inTransaction, type Database, type WholeDatabase } from '#platform/database/database.ts'
import { publish, type PublishTransaction } from '#platform/database/publish.ts'
import { enqueue, type JobKinds } from '#platform/background/jobs.ts'
import type { Tables } from '#schema/tables.ts'
import { decode, type DecodedPicture, type SizeType } from './pixels.ts'
import { findNearestFile } from './text-pictures.ts'
import { replaceFileInArticles } from './uses.ts'
import { DAY_MS } from '#platform/durations.ts'

type Upload = Selectable<Tables['picture_upload']>

/**
 * Makes the files of one picture at a time, in the background. After `MAX_JOB_MS`, a new job makes the remaining files.
 * Files made before a process died are not made again.
 */
export const createPictureJobs = (clock: Clock): JobKinds => ({
  makePicture: {
    concurrency: 1,
    maxDurationMs: 50_000,
    do: (job: { upload: number }, db) => makePicture(db, clock, job.upload),
  },
  forgetPictureFiles: purgeFiles,
})

async function makePicture(db: WholeDatabase, clock: Clock, id: number): Promise<void> {
  const upload = await db.selectFrom('picture_upload').selectAll().where('id', '=', id).executeTakeFirst()
  if (!upload || !['waiting', 'making'].includes(upload.state)) return
  await db.updateTable('picture_upload').set({ state: 'making' }).where('id', '=', id).execute()
  const pixels = await decode(await readUpload(db, id)).catch(() => null)
  if (!pixels) return markUploadFailed(db, upload)

  const startedAt = performance.now()
  const finishedNames = new Set((await listFiles(db, id)).map(({ name }) => name))
  for (const [index, file] of planFiles(upload, pixels.width).entries()) {
    if (finishedNames.has(file.name)) continue
    if (performance.now() - startedAt > MAX_JOB_MS) return enqueue(db, clock(), 'makePicture', { upload: id })
    const bytes = await encode(pixels, file).catch(() => null)
    if (!bytes) return markUploadFailed(db, upload)
    await storeFile(db, upload, file, bytes)
    await db
      .updateTable('picture_upload')
      .set({ done: index + 1 })
      .where('id', '=', id)
      .execute()
  }
  await publishPicture(db, clock(), upload, pixels)
}
const MAX_JOB_MS = 20_000

/** Deletes the data of a failed upload. The failure itself stays until a user dismisses it. */
const markUploadFailed = (db: WholeDatabase, { id }: Upload): Promise<void> =>
  inTransaction(db, async (transaction) => {
    await transaction.deleteFrom('picture_upload_part').where('upload_id', '=', id).execute()
    await transaction.deleteFrom('picture_file').where('upload_id', '=', id).execute()
    const failedState = { state: 'failed', reason: 'error.file_damaged' } as const
    await transaction.updateTable('picture_upload').set(failedState).where('id', '=', id).execute()
  })

interface PlannedFile {
  name: string
  width: number
  /** Null for the original, which is stored but never served. */
  type: SizeType | null
}

const widths: Record<SizeType, readonly number[]> = {
  avif: [320, 480, 768, 900, 1440, 2160, 2880],
  webp: [480, 900, 1440],
  jpeg: [768],
}
const extensions: Record<SizeType, string> = { avif: 'avif', webp: 'webp', jpeg: 'jpg' }
/** The next size must be larger by this factor to be worth its bytes. */
const MIN_GROWTH_FACTOR = 1.2

function listWidths(type: SizeType, width: number): number[] {
  const sizes: number[] = []
  for (const targetWidth of widths[type]) {
    const size = Math.min(targetWidth, width)
    if (size < targetWidth && size < (sizes.at(-1) ?? 0) * MIN_GROWTH_FACTOR) break
    sizes.push(size)
    if (size < targetWidth) break
  }
  return sizes
}

/** Lists every file with its public name. The name contains a hash of the source and the settings. */
function planFiles({ id, picture, sha256 }: Upload, width: number): PlannedFile[] {
  const key = createHash('sha256').update(`${sha256} ${id} 1`).digest('hex').slice(0, 12)
  const sizedFiles = (Object.keys(widths) as SizeType[]).flatMap((type) =>
    listWidths(type, width).map((size) => ({
      name: `${picture}-${size}.${key}.${extensions[type]}`,
      width: size,
      type,
    })),
  )
  return [{ name: `${picture}-original.${key}.webp`, width, type: null }, ...sizedFiles]
}

/** Returns the number of files for a picture of this width. */
export const countSteps = (width: number): number =>
  1 +
  (Object.keys(widths) as SizeType[]).reduce((sum, type) => sum + listWidths(type, Math.min(width, 4_000)).length, 0)

const encode = (pixels: DecodedPicture, { width, type }: PlannedFile): Promise<Buffer> =>
  type === null ? pixels.original() : pixels.size(width, type)

const MAX_PART_BYTES = 256 * 1024

/** Stores a complete file in one transaction, because a public name must always return the same bytes. */
const storeFile = (
  db: WholeDatabase,
  { id }: Upload,
  { name, width, type }: PlannedFile,
  content: Buffer,
): Promise<void> =>
  inTransaction(db, async (transaction) => {
    const insertResult = await transaction
      .insertInto('picture_file')
      .values({
        name,
        upload_id: id,
        type: `image/${type ?? 'webp'}`,
        width,
        served: type === null ? 0 : 1,
        bytes: content.length,
      })
      .onConflict((conflict) => conflict.column('name').doNothing())
      .returning('name')
      .executeTakeFirst()
    if (!insertResult) return
    for (let position = 0; position * MAX_PART_BYTES < content.length; position++) {
      const part = content.subarray(position * MAX_PART_BYTES, (position + 1) * MAX_PART_BYTES)
      await transaction.insertInto('picture_file_part').values({ file: name, position, content: part }).execute()
    }
  })

/** Publishes the finished picture. If it replaces another one, updates the articles that contain the old files. */
async function publishPicture(
  db: WholeDatabase,
  now: number,
  upload: Upload,
  { width, height, colour }: DecodedPicture,
): Promise<void> {
  const listing: Record<SizeType, Record<string, string>> = { avif: {}, webp: {}, jpeg: {} }
  for (const { name, width: size, type } of planFiles(upload, width)) if (type) listing[type][size] = name
  const pictureFields = {
    width,
    height,
    colour,
    files: JSON.stringify(listing),
    illustrative: 0,
    upload_id: upload.id,
  } as const
  await publish(db, async (tx) => {
    const before = await tx
      .selectFrom('picture')
      .select(['upload_id', 'files'])
      .where('name', '=', upload.picture)
      .executeTakeFirst()
    if (before) {
      await tx
        .updateTable('picture')
        .set((row) => ({ ...pictureFields, version: row('version', '+', 1) }))
        .where('name', '=', upload.picture)
        .execute()
      await updateArticles(tx, upload.picture, before.files, listing)
      if (before.upload_id !== null && before.upload_id !== upload.id)
        await markUploadReplaced(tx, now, before.upload_id)
    } else {
      await tx
        .insertInto('picture')
        .values({
          name: upload.picture,
          title: upload.title,
          alt_en: '',
          alt_bn: null,
          added_at: upload.created_at,
          ...pictureFields,
        })
        .execute()
    }
    await tx
      .updateTable('picture_upload')
      .set({ state: 'ready', done: upload.steps })
      .where('id', '=', upload.id)
      .execute()
    await tx.deleteFrom('picture_upload_part').where('upload_id', '=', upload.id).execute()
  })
}

/** Updates articles, which contain file names. Each old file is replaced by the new file of the nearest width. */
async function updateArticles(
  tx: PublishTransaction,
  name: string,
  oldFilesJson: string,
  listing: Record<SizeType, Record<string, string>>,
) {
  const files = JSON.parse(oldFilesJson) as Record<string, Record<string, string>>
  for (const file of Object.values(files).flatMap((sizes) => Object.values(sizes)))
    await replaceFileInArticles(tx, name, file, findNearestFile(listing, file))
}

/** Keeps the old files for a week, because pages that are open in a browser still use them. */
async function markUploadReplaced(tx: PublishTransaction, now: number, upload: number): Promise<void> {
  await tx.updateTable('picture_upload').set({ state: 'replaced' }).where('id', '=', upload).execute()
  await enqueue(tx, now, 'forgetPictureFiles', { upload }, now + WEEK_MS)
}
const WEEK_MS = 7 * DAY_MS

async function purgeFiles({ upload }: { upload: number }, db: WholeDatabase): Promise<void> {
  await db.deleteFrom('picture_upload').where('id', '=', upload).where('state', '=', 'replaced').execute()
}

const listFiles = (db: Database, upload: number) =>
  db.selectFrom('picture_file').select('name').where('upload_id', '=', upload).execute()

async function readUpload(db: Database, upload: number): Promise<Buffer> {
  const parts = await db
    .selectFrom('picture_upload_part')
    .select('content')
    .where('upload_id', '=', upload)
    .orderBy('position')
    .execute()
  return Buffer.concat(parts.map(({ content }) => content))
}
