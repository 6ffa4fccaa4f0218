import { crc32 } from 'node:zlib'
import type { FileType, PictureFileType } from '../file-kinds.ts'
import { createBoxReader, createGifReader, createRiffReader, type StructureReader } from './picture-structure.ts'

export const structureReaders: Record<FileType | PictureFileType, () => StructureReader> = {
  'application/pdf': createPdfReader,
  'image/png': createPngReader,
  'image/jpeg': createJpegReader,
  'image/webp': createRiffReader,
  'image/avif': createBoxReader,
  'image/gif': createGifReader,
}

/** Reads a sequence of chunks with checksums, from IHDR to IEND. No data may follow. */
function createPngReader(): StructureReader {
  const SIGNATURE_BYTES = 8
  let head = Buffer.alloc(0)
  let missingBytes = SIGNATURE_BYTES
  let step: 'signature' | 'head' | 'data' | 'sum' | 'over' | 'broken' = 'signature'
  let name = ''
  let remaining = 0
  let checksum = 0
  let hasPixels = false
  let isFirst = true

  function onHead(): void {
    remaining = head.readUInt32BE(0)
    name = head.toString('latin1', 4, 8)
    checksum = crc32(head.subarray(4, 8))
    const isInvalid =
      !/^[a-z]{4}$/i.test(name) || isFirst !== (name === 'IHDR') || (name === 'IHDR' && remaining !== 13)
    if (isInvalid || remaining > 0x7fffffff) step = 'broken'
    else if (remaining > 0) step = 'data'
    else expectChecksum()
    isFirst = false
    hasPixels ||= name === 'IDAT'
  }
  function expectChecksum(): void {
    step = 'sum'
    missingBytes = 4
  }
  function onHeadComplete(): void {
    if (step === 'head') return onHead()
    const isValid = step === 'signature' || head.readUInt32BE(0) === checksum
    step = !isValid ? 'broken' : name === 'IEND' ? 'over' : 'head'
    missingBytes = 8
  }

  return {
    take(chunk) {
      let offset = 0
      while (offset < chunk.length && step !== 'broken') {
        if (step === 'over') step = 'broken'
        else if (step === 'data') {
          const data = chunk.subarray(offset, offset + remaining)
          checksum = crc32(data, checksum)
          offset += data.length
          remaining -= data.length
          if (remaining === 0) expectChecksum()
        } else {
          const headPart = chunk.subarray(offset, offset + missingBytes)
          head = Buffer.concat([head, headPart])
          offset += headPart.length
          missingBytes -= headPart.length
          if (missingBytes > 0) continue
          onHeadComplete()
          head = Buffer.alloc(0)
          if (step === 'head') missingBytes = 8
        }
      }
    },
    isWhole: () => step === 'over' && hasPixels,
  }
}

/**
 * Reads segments up to the end of the image: a frame, a scan, EOI. Ignores data after the end, because phones add a
 * second picture or a video.
 */
function createJpegReader(): StructureReader {
  let step: 'mark' | 'code' | 'length' | 'segment' | 'scan' | 'scan code' | 'over' | 'broken' = 'mark'
  let code = 0
  let lengthBytes: number[] = []
  let remaining = 0
  let hasFrame = false
  let hasScan = false

  function onCode(): void {
    if (code === 0xff) return // a marker can start with several 0xff
    if (code === 0xd8 || code === 0x01) step = 'mark'
    else if (code === 0xd9) step = hasFrame && hasScan ? 'over' : 'broken'
    else if (code < 0xc0 || (code >= 0xd0 && code <= 0xd7)) step = 'broken'
    else step = 'length'
    hasFrame ||= code >= 0xc0 && code <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(code)
    hasScan ||= code === 0xda
    lengthBytes = []
  }
  function onScanCode(): void {
    if (code === 0xff) return
    step = 'scan'
    if (code !== 0 && !(code >= 0xd0 && code <= 0xd7)) onCode()
  }
  function onLength(): void {
    remaining = lengthBytes[0]! * 256 + lengthBytes[1]! - 2
    step = remaining < 0 ? 'broken' : remaining > 0 ? 'segment' : getStateAfterSegment()
  }
  const getStateAfterSegment = () => (code === 0xda ? 'scan' : 'mark')

  return {
    take(chunk) {
      let offset = 0
      while (offset < chunk.length && step !== 'over' && step !== 'broken') {
        if (step === 'segment') {
          const skippedBytes = Math.min(remaining, chunk.length - offset)
          offset += skippedBytes
          remaining -= skippedBytes
          if (remaining === 0) step = getStateAfterSegment()
        } else if (step === 'scan') {
          const markIndex = chunk.indexOf(0xff, offset)
          if (markIndex < 0) return
          offset = markIndex + 1
          step = 'scan code'
        } else {
          const byte = chunk[offset++]!
          if (step === 'mark') step = byte === 0xff ? 'code' : 'broken'
          else if (step === 'length') {
            lengthBytes.push(byte)
            if (lengthBytes.length === 2) onLength()
          } else {
            code = byte
            if (step === 'code') onCode()
            else onScanCode()
          }
        }
      }
    },
    isWhole: () => step === 'over',
  }
}

/** Requires objects, and a startxref position inside the file near its end. */
function createPdfReader(): StructureReader {
  const OBJECT_KEYWORD = 'obj'
  let byteCount = 0
  let lastBytes = Buffer.alloc(0)
  let hasObjects = false
  return {
    take(chunk) {
      byteCount += chunk.length
      hasObjects ||=
        chunk.includes(OBJECT_KEYWORD) ||
        Buffer.concat([lastBytes.subarray(-2), chunk.subarray(0, 2)]).includes(OBJECT_KEYWORD)
      lastBytes = Buffer.concat([lastBytes, chunk]).subarray(-PDF_END_BYTES)
    },
    isWhole() {
      const text = lastBytes.toString('latin1')
      const trailer = text.slice(text.lastIndexOf('startxref'))
      const [, xrefOffset] = /^startxref\s{1,4}(\d{1,10})\s{1,4}%%EOF/.exec(trailer) ?? []
      return hasObjects && xrefOffset !== undefined && Number(xrefOffset) < byteCount
    },
  }
}

/** PDF readers search this many bytes for the end marker. */
const PDF_END_BYTES = 1_024
