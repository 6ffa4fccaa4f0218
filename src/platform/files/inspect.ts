import { createHash } from 'node:crypto'
import type { MessageRef } from '#locales/translator.ts'
import { MB, typeOfBytes, type FileLimits, type FileType, type PictureFileType } from '../file-kinds.ts'
import { isHeic, pictureTypeOf, type Reading } from './picture-structure.ts'
import { readingOf } from './structure.ts'

type SentType = FileType | PictureFileType

/** Checks a file while it streams through. Stops checking after the first error. */
export interface Inspection {
  take(piece: Buffer): void
  /** Returns the error found so far. */
  fault(): MessageRef | null
  /** Call at the end of the file. */
  close(): { fault: MessageRef | null; type: SentType; bytes: number; sha256: string }
  type(): SentType | undefined
  bytes(): number
}

export function inspect(limits: FileLimits): Inspection {
  const hash = createHash('sha256')
  let bytes = 0
  let first = Buffer.alloc(0)
  let type: SentType | undefined
  let reading: Reading | undefined
  let before = Buffer.alloc(0)
  let fault: MessageRef | null = null

  function begin(): void {
    type = typeOfBytes(first) ?? pictureTypeOf(first)
    if (!type || !limits.types.includes(type)) {
      fault = { key: wrongKind(limits, first) }
      return
    }
    reading = readingOf[type]()
    reading.take(first)
  }
  /** A picture that contains HTML could be opened as a page if it is saved under another name. */
  function holdsPage(piece: Buffer): boolean {
    const text = Buffer.concat([before, piece]).toString('latin1')
    before = Buffer.from(piece.subarray(-OVERLAP))
    return page.test(text)
  }

  return {
    take(piece) {
      bytes += piece.length
      if (fault) return
      if (bytes > limits.bytes) {
        fault = { key: 'error.file_size', values: { max: limits.bytes / MB } }
        return
      }
      hash.update(piece)
      if (holdsPage(piece)) fault = { key: 'error.file_damaged' }
      if (reading) return reading.take(piece)
      first = Buffer.concat([first, piece])
      if (first.length >= BEGINNING_BYTES) begin()
    },
    fault: () => fault,
    type: () => type,
    bytes: () => bytes,
    close() {
      if (bytes === 0) fault = { key: 'error.file_empty' }
      else if (!fault && !type) begin()
      if (!fault && !reading?.isWhole()) fault = { key: 'error.file_damaged' }
      return { fault, type: type!, bytes, sha256: hash.digest('hex') }
    },
  }
}

/** Enough bytes to tell picture types apart. */
const BEGINNING_BYTES = 32

function wrongKind({ types }: FileLimits, first: Buffer) {
  if (types.includes('application/pdf')) return 'error.file_kind'
  return isHeic(first) ? 'error.picture_heic' : 'error.picture_kind'
}

const OVERLAP = 16
const page = /<script|<html[\s>]|<!doctype html|<\?php|<iframe/i
