import type { IncomingMessage } from 'node:http'
import { Readable } from 'node:stream'
import type { Database } from '../database/database.ts'
import { assertValid, UserError, type FieldMessages } from '../errors.ts'
import type { FileLimits } from '../file-kinds.ts'
import { comingIn } from './line.ts'
import { boundaryOf, NoForm, piecesOf, utf8, type Head } from './multipart.ts'
import { purgeFiles, keepFile, type SentFile } from './sent-files.ts'

/** The name of the file field in a form. */
export const FILES = 'files'
/** The other fields may be as large as any other form. */
const MAX_FIELD_BYTES = 64 * 1024
const MAX_FIELDS = 64
/** The maximum overhead per file: its boundary and header. */
const AROUND_FILE_BYTES = 4 * 1024

/** The maximum size of a form within its limits. */
export const maxBytesOf = ({ most, bytes }: FileLimits): number =>
  most * (bytes + AROUND_FILE_BYTES) + MAX_FIELD_BYTES * 2

/** A completely received form. Its files are stored, but belong to nothing until an operation assigns them. */
export class ReceivedForm {
  readonly fields: Record<string, unknown> = {}
  readonly files: SentFile[] = []
  readonly fieldErrors: FieldMessages = {}
  readonly #db: Database
  constructor(db: Database) {
    this.#db = db
  }

  /** Deletes the unassigned files. If this fails, purgeLostFiles deletes them later. */
  async letGo(): Promise<void> {
    const ids = this.files.map(({ id }) => id)
    await purgeFiles(this.#db, ids).catch(() => {})
  }
}

export async function receiveForm(
  db: Database,
  now: number,
  request: IncomingMessage,
  limits: FileLimits,
  maxSilentMs?: number,
): Promise<ReceivedForm> {
  const form = new ReceivedForm(db)
  const stream = request.iterator({ destroyOnReturn: false }) as AsyncIterator<Buffer>
  const reader = readerOf(form, { db, now, limits })
  try {
    await readAll(comingIn(stream, maxBytesOf(limits), maxSilentMs), request.headers['content-type'], reader)
    return form
  } catch (error) {
    await reader.giveUp()
    await form.letGo()
    if (error instanceof NoForm || request.destroyed) throw new UserError(400, { key: 'error.malformed' })
    throw error
  }
}

/** Parses a form without files that is already in memory. */
export async function readForm(contentType: string | undefined, body: Buffer): Promise<Record<string, unknown>> {
  const form = { fields: {}, files: [], fieldErrors: {} }
  try {
    await readAll(Readable.from([body]), contentType, readerOf(form, null))
  } catch (error) {
    throw error instanceof NoForm ? new UserError(400, { key: 'error.malformed' }) : error
  }
  assertValid(form.fieldErrors)
  return form.fields
}

async function readAll(chunks: AsyncIterable<Buffer>, contentType = '', reader: ReturnType<typeof readerOf>) {
  for await (const piece of piecesOf(chunks, boundaryOf(contentType))) {
    if ('begins' in piece) reader.begin(piece.begins)
    else if ('bytes' in piece) await reader.take(piece.bytes)
    else await reader.end()
  }
}

type Received = Pick<ReceivedForm, 'fields' | 'files' | 'fieldErrors'>

interface Keeping {
  db: Database
  now: number
  limits: FileLimits
}

/**
 * Handles the form events. After a file error the form is still read, so that all errors are reported at once, but no
 * longer stored. Without `storage`, a file is an error.
 */
function readerOf({ fields, files, fieldErrors }: Received, keeping: Keeping | null) {
  const maxFiles = keeping?.limits.most ?? 0
  let head: Head
  let file: ReturnType<typeof keepFile> | null = null
  let text: Buffer[] = []
  let fieldBytes = 0
  let fieldCount = 0
  let fileCount = 0

  function begin(next: Head): void {
    head = next
    text = []
    if (++fieldCount > MAX_FIELDS) throw new NoForm('too many fields')
    file =
      keeping && head.name === FILES && head.filename !== null
        ? keepFile(keeping.db, keeping.now, head.filename, keeping.limits)
        : null
  }

  async function take(bytes: Buffer): Promise<void> {
    if (file) return fileCount < maxFiles ? file.take(bytes) : undefined
    fieldBytes += bytes.length
    if (fieldBytes > MAX_FIELD_BYTES) throw new UserError(413, { key: 'error.too_large' })
    text.push(bytes)
  }

  async function end(): Promise<void> {
    if (file) return endFile(file)
    if (head.filename !== null) fieldErrors[head.name] = [{ key: 'error.not_text' }]
    else add(utf8(Buffer.concat(text)))
  }

  /** A repeated field is a list, as in any other form. */
  function add(value: string): void {
    const before = Object.hasOwn(fields, head.name) ? fields[head.name] : undefined
    const all = before === undefined ? value : [before, value].flat()
    Object.defineProperty(fields, head.name, { value: all, enumerable: true, configurable: true, writable: true })
  }

  async function endFile(ended: NonNullable<typeof file>): Promise<void> {
    file = null
    // Browsers send this for an empty file field.
    if (head.filename === '' && ended.isEmpty()) return
    const place = fileCount++
    if (place >= maxFiles) {
      await ended.forget()
      fieldErrors[FILES] = [{ key: 'error.files_most', count: maxFiles }]
      return
    }
    const kept = await ended.close()
    if ('fault' in kept) fieldErrors[`${FILES}.${place}`] = [kept.fault]
    else files.push(kept)
  }

  return { begin, take, end, giveUp: async () => void (await file?.forget().catch(() => {})) }
}
