import type { IncomingMessage } from 'node:http'
import { Readable } from 'node:stream'
import type { Database } from '../database/database.ts'
import { assertValid, UserError, type FieldMessages } from '../errors.ts'
import type { FileLimits } from '../file-kinds.ts'
import { readUpload } from './upload-stream.ts'
import { parseBoundary, InvalidFormError, parseMultipart, decodeUtf8, type PartHeader } from './multipart.ts'
import { purgeFiles, createFileWriter, type SentFile } from './stored-files.ts'

/** The name of the file field in a form. */
export const FILES_FIELD = 'files'
/** The maximum size of the other fields, as in any other form. */
const MAX_FIELD_BYTES = 64 * 1024
const MAX_FIELDS = 64
/** The maximum overhead per file: its boundary and header. */
const FILE_OVERHEAD_BYTES = 4 * 1024

/** Returns the maximum size in bytes of a form with these limits. */
export const getMaxFormBytes = ({ maxCount, bytes }: FileLimits): number =>
  maxCount * (bytes + FILE_OVERHEAD_BYTES) + MAX_FIELD_BYTES * 2

/** A completely received form. Its files are stored, but no record uses them until an operation assigns them. */
export class ReceivedForm {
  readonly fields: Record<string, unknown> = {}
  readonly files: SentFile[] = []
  readonly fieldErrors: FieldMessages = {}
  readonly #db: Database
  constructor(db: Database) {
    this.#db = db
  }

  /** Deletes the unassigned files. If this fails, purgeLostFiles deletes them later. */
  async release(): Promise<void> {
    const ids = this.files.map(({ id }) => id)
    await purgeFiles(this.#db, ids).catch(() => {})
  }
}

export async function receiveForm(
  db: Database,
  now: number,
  request: IncomingMessage,
  limits: FileLimits,
  maxPauseMs?: number,
): Promise<ReceivedForm> {
  const form = new ReceivedForm(db)
  const stream = request.iterator({ destroyOnReturn: false }) as AsyncIterator<Buffer>
  const formReader = createFormReader(form, { db, now, limits })
  try {
    await parseInto(
      readUpload(stream, getMaxFormBytes(limits), maxPauseMs),
      request.headers['content-type'],
      formReader,
    )
    return form
  } catch (error) {
    await formReader.discard()
    await form.release()
    if (error instanceof InvalidFormError || request.destroyed) throw new UserError(400, { key: 'error.malformed' })
    throw error
  }
}

/** Parses a form without files that is already in memory. */
export async function readForm(contentType: string | undefined, body: Buffer): Promise<Record<string, unknown>> {
  const form = { fields: {}, files: [], fieldErrors: {} }
  try {
    await parseInto(Readable.from([body]), contentType, createFormReader(form, null))
  } catch (error) {
    throw error instanceof InvalidFormError ? new UserError(400, { key: 'error.malformed' }) : error
  }
  assertValid(form.fieldErrors)
  return form.fields
}

async function parseInto(
  chunks: AsyncIterable<Buffer>,
  contentType = '',
  formReader: ReturnType<typeof createFormReader>,
) {
  for await (const event of parseMultipart(chunks, parseBoundary(contentType))) {
    if ('partStart' in event) formReader.startPart(event.partStart)
    else if ('bytes' in event) await formReader.take(event.bytes)
    else await formReader.end()
  }
}

type FormParts = Pick<ReceivedForm, 'fields' | 'files' | 'fieldErrors'>

interface FileStorage {
  db: Database
  now: number
  limits: FileLimits
}

/**
 * Handles the form events. After an error in a file, the rest of the file is read but not stored, so that all errors
 * are reported at once. Without `storage`, a file is an error.
 */
function createFormReader({ fields, files, fieldErrors }: FormParts, storage: FileStorage | null) {
  const maxFiles = storage?.limits.maxCount ?? 0
  let head: PartHeader
  let file: ReturnType<typeof createFileWriter> | null = null
  let textChunks: Buffer[] = []
  let fieldBytes = 0
  let fieldCount = 0
  let fileCount = 0

  function startPart(newHead: PartHeader): void {
    head = newHead
    textChunks = []
    if (++fieldCount > MAX_FIELDS) throw new InvalidFormError('too many fields')
    file =
      storage && head.name === FILES_FIELD && head.filename !== null
        ? createFileWriter(storage.db, storage.now, head.filename, storage.limits)
        : null
  }

  async function take(bytes: Buffer): Promise<void> {
    if (file) return fileCount < maxFiles ? file.take(bytes) : undefined
    fieldBytes += bytes.length
    if (fieldBytes > MAX_FIELD_BYTES) throw new UserError(413, { key: 'error.too_large' })
    textChunks.push(bytes)
  }

  async function endPart(): Promise<void> {
    if (file) return endFile(file)
    if (head.filename !== null) fieldErrors[head.name] = [{ key: 'error.not_text' }]
    // Browsers send line breaks as two characters, but length limits count them as one.
    else addFieldValue(decodeUtf8(Buffer.concat(textChunks)).replaceAll('\r\n', '\n'))
  }

  /** Adds the value of a field. Repeated fields become a list. */
  function addFieldValue(value: string): void {
    const previousValue = Object.hasOwn(fields, head.name) ? fields[head.name] : undefined
    const combinedValues = previousValue === undefined ? value : [previousValue, value].flat()
    Object.defineProperty(fields, head.name, {
      value: combinedValues,
      enumerable: true,
      configurable: true,
      writable: true,
    })
  }

  async function endFile(finishedFile: NonNullable<typeof file>): Promise<void> {
    file = null
    // Browsers send this for an empty file field.
    if (head.filename === '' && finishedFile.isEmpty()) return
    const index = fileCount++
    if (index >= maxFiles) {
      await finishedFile.discard()
      fieldErrors[FILES_FIELD] = [{ key: 'error.files_most', count: maxFiles }]
      return
    }
    const storedFile = await finishedFile.close()
    if ('fault' in storedFile) fieldErrors[`${FILES_FIELD}.${index}`] = [storedFile.fault]
    else files.push(storedFile)
  }

  return { startPart, take, end: endPart, discard: async () => void (await file?.discard().catch(() => {})) }
}
