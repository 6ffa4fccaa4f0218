import { createHash } from 'node:crypto'
import type { MessageRef } from '#locales/translator.ts'
import { MB, detectFileType, type FileLimits, type FileType, type PictureFileType } from '../file-kinds.ts'
import { isHeic, detectPictureType, type StructureReader } from './picture-structure.ts'
import { structureReaders } from './structure.ts'

type SentType = FileType | PictureFileType

/** The check of a file while it streams through. It stops after the first error. */
export interface Inspection {
  take(piece: Buffer): void
  /** Returns the error found so far. */
  fault(): MessageRef | null
  /** Call at the end of the file. */
  close(): { fault: MessageRef | null; type: SentType; bytes: number; sha256: string }
  type(): SentType | undefined
  bytes(): number
}

export function startInspection(limits: FileLimits): Inspection {
  const hash = createHash('sha256')
  let byteCount = 0
  let firstBytes = Buffer.alloc(0)
  let type: SentType | undefined
  let reader: StructureReader | undefined
  let tail = Buffer.alloc(0)
  let fault: MessageRef | null = null

  function detectType(): void {
    type = detectFileType(firstBytes) ?? detectPictureType(firstBytes)
    if (!type || !limits.types.includes(type)) {
      fault = { key: getWrongTypeKey(limits, firstBytes) }
      return
    }
    reader = structureReaders[type]()
    reader.take(firstBytes)
  }
  /**
   * Returns whether a piece of a picture contains HTML. Such a picture could be opened as a page if it is saved under
   * another name.
   */
  function containsPage(chunk: Buffer): boolean {
    const text = Buffer.concat([tail, chunk]).toString('latin1')
    tail = Buffer.from(chunk.subarray(-OVERLAP_BYTES))
    return pagePattern.test(text)
  }

  return {
    take(chunk) {
      byteCount += chunk.length
      if (fault) return
      if (byteCount > limits.bytes) {
        fault = { key: 'error.file_size', values: { max: limits.bytes / MB } }
        return
      }
      hash.update(chunk)
      if (containsPage(chunk)) fault = { key: 'error.file_damaged' }
      if (reader) return reader.take(chunk)
      firstBytes = Buffer.concat([firstBytes, chunk])
      if (firstBytes.length >= DETECTION_BYTES) detectType()
    },
    fault: () => fault,
    type: () => type,
    bytes: () => byteCount,
    close() {
      if (byteCount === 0) fault = { key: 'error.file_empty' }
      else if (!fault && !type) detectType()
      if (!fault && !reader?.isWhole()) fault = { key: 'error.file_damaged' }
      return { fault, type: type!, bytes: byteCount, sha256: hash.digest('hex') }
    },
  }
}

/** The number of bytes that are enough to tell picture types apart. */
const DETECTION_BYTES = 32

function getWrongTypeKey({ types }: FileLimits, firstBytes: Buffer) {
  if (types.includes('application/pdf')) return 'error.file_kind'
  return isHeic(firstBytes) ? 'error.picture_heic' : 'error.picture_kind'
}

const OVERLAP_BYTES = 16
const pagePattern = /<script|<html[\s>]|<!doctype html|<\?php|<iframe/i
