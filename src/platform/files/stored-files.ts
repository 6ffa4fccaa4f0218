import type { MessageRef } from '#locales/translator.ts'
import type { Database } from '../database/database.ts'
import { cleanFileName } from './file-name.ts'
import { startInspection } from './inspect.ts'
import { MAX_UPLOAD_MS } from './upload-stream.ts'
import type { FileLimits } from '../file-kinds.ts'

/** A completely received file that no record uses yet. */
export interface SentFile {
  id: number
  name: string
  type: string
  bytes: number
  sha256: string
}

/** The maximum size of a part, both in the database and in memory. */
const MAX_PART_BYTES = 256 * 1024

/**
 * Stores a file while it arrives. Writes each part on its own, so that no transaction stays open during a slow upload.
 * If the file turns out to be invalid, nothing remains stored.
 */
export function createFileWriter(db: Database, now: number, filename: string, limits: FileLimits) {
  const inspection = startInspection(limits)
  let id: number | undefined
  let partCount = 0
  let pendingChunks: Buffer[] = []
  let pendingBytes = 0

  async function flush(): Promise<void> {
    if (pendingBytes === 0) return
    id ??= await insertAttachment(db, now, inspection.type()!)
    const content = Buffer.concat(pendingChunks)
    pendingChunks = []
    pendingBytes = 0
    await db.insertInto('attachment_part').values({ attachment_id: id, position: ++partCount, content }).execute()
  }
  async function discard(): Promise<void> {
    pendingChunks = []
    pendingBytes = 0
    if (id !== undefined) await purgeFiles(db, [id])
    id = undefined
  }

  return {
    isEmpty: () => inspection.bytes() === 0,
    async take(bytes: Buffer): Promise<void> {
      inspection.take(bytes)
      if (inspection.fault()) return discard()
      for (let offset = 0; offset < bytes.length;) {
        const chunkPart = bytes.subarray(offset, offset + MAX_PART_BYTES - pendingBytes)
        offset += chunkPart.length
        pendingChunks.push(chunkPart)
        pendingBytes += chunkPart.length
        if (pendingBytes === MAX_PART_BYTES) await flush()
      }
    },
    discard,
    async close(): Promise<SentFile | { fault: MessageRef }> {
      const { fault, type, bytes, sha256 } = inspection.close()
      if (fault) {
        await discard()
        return { fault }
      }
      await flush()
      const name = cleanFileName(filename, type)
      await db.updateTable('attachment').set({ name, type, bytes, sha256 }).where('id', '=', id!).execute()
      return { id: id!, name, type, bytes, sha256 }
    },
  }
}

/** Loads a complete file into memory. */
export async function loadFile(db: Database, id: number): Promise<Buffer> {
  const parts = await db
    .selectFrom('attachment_part')
    .select('content')
    .where('attachment_id', '=', id)
    .orderBy('position')
    .execute()
  return Buffer.concat(parts.map(({ content }) => content))
}

async function insertAttachment(db: Database, now: number, type: string): Promise<number> {
  const { id } = await db
    .insertInto('attachment')
    .values({
      enquiry_id: null,
      message_id: null,
      position: 0,
      name: '',
      type,
      bytes: 0,
      sha256: '',
      created_at: now,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

/** Deletes those of the given files that no record uses, one at a time to keep locks short. */
export async function purgeFiles(db: Database, ids: readonly number[]): Promise<void> {
  for (const id of ids) {
    await db
      .deleteFrom('attachment')
      .where('id', '=', id)
      .where('enquiry_id', 'is', null)
      .where('message_id', 'is', null)
      .where('order_id', 'is', null)
      .execute()
  }
}

/** Deletes files without a record that are older than `LOST_AFTER_MS`, because their upload broke off. */
export async function purgeLostFiles(db: Database, now: number): Promise<void> {
  const lostFiles = await db
    .selectFrom('attachment')
    .select('id')
    .where('enquiry_id', 'is', null)
    .where('message_id', 'is', null)
    .where('order_id', 'is', null)
    .where('created_at', '<', now - LOST_AFTER_MS)
    .execute()
  await purgeFiles(
    db,
    lostFiles.map(({ id }) => id),
  )
}

/** The time for which an upload may be unfinished. This is longer than any upload and its validation can take. */
const LOST_AFTER_MS = 2 * MAX_UPLOAD_MS
