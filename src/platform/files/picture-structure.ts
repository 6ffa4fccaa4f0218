import type { PictureFileType } from '../file-kinds.ts'

/** Follows a file in chunks of any size, and reports at the end whether its structure is complete. */
export interface StructureReader {
  take(piece: Buffer): void
  isWhole(): boolean
}

/** Detects the picture types of the media library other than JPEG and PNG. */
export function detectPictureType(firstBytes: Buffer): PictureFileType | undefined {
  const signature = firstBytes.toString('latin1', 0, 12)
  if (/^GIF8[79]a/.test(signature)) return 'image/gif'
  if (/^RIFF....WEBP/s.test(signature)) return 'image/webp'
  return /^avi[fs]$/.test(readBrand(firstBytes)) ? 'image/avif' : undefined
}

/** Many phones save pictures as HEIC, which most browsers cannot show. */
export const isHeic = (firstBytes: Buffer): boolean => /^(hei[cxms]|hev[cxms]|mif1|msf1)$/.test(readBrand(firstBytes))

const readBrand = (firstBytes: Buffer): string =>
  firstBytes.toString('latin1', 4, 8) === 'ftyp' ? firstBytes.toString('latin1', 8, 12) : ''

/**
 * Reads a sequence of chunks with their lengths. The sum of the lengths must match the header, and no data may follow.
 */
export function createRiffReader(): StructureReader {
  let declaredBytes = 0
  let hasPixels = false
  let frameCount = 0
  const walker = createWalker(12, (head) => {
    if (head.length === 12) {
      declaredBytes = head.readUInt32LE(4) + 8
      return { skip: 0, next: 8 }
    }
    const length = head.readUInt32LE(4)
    const name = head.toString('latin1', 0, 4)
    hasPixels ||= /^(VP8 |VP8L|ANMF)$/.test(name)
    if (name === 'ANMF' && ++frameCount > MAX_FRAMES) return null
    return { skip: length + (length % 2), next: 8 }
  })
  return { take: walker.take, isWhole: () => walker.isBetween() && hasPixels && walker.bytes() === declaredBytes }
}

/** The maximum number of frames. Reading the header of an animated WebP takes quadratic time in this number. */
const MAX_FRAMES = 10_000

/** Reads a sequence of boxes with their lengths. `mdat` holds the pixels, and `meta` their positions in it. */
export function createBoxReader(): StructureReader {
  // Stores only the names that matter, because a file can have millions of boxes.
  const boxNames = new Set<string>()
  const walker = createWalker(8, (head) => {
    const length = head.readUInt32BE(0)
    const name = head.toString('latin1', 4, 8)
    if (name === 'meta' || name === 'mdat') boxNames.add(name)
    return length < 8 ? null : { skip: length - 8, next: 8 }
  })
  return { take: walker.take, isWhole: () => walker.isBetween() && boxNames.has('meta') && boxNames.has('mdat') }
}

/** Reads blocks up to the trailer. No data may follow the trailer. */
export function createGifReader(): StructureReader {
  let hasPixels = false
  let hasEnded = false
  let step: 'screen' | 'block' | 'extension' | 'image' | 'code size' | 'data' = 'screen'
  const countColourBytes = (flags: number) => (flags & 0x80 ? 3 * 2 ** ((flags & 7) + 1) : 0)
  const walker = createWalker(13, (head) => {
    if (hasEnded) return null
    const firstByte = head[0]!
    if (step === 'screen') {
      step = 'block'
      return { skip: countColourBytes(head[10]!), next: 1 }
    }
    if (step === 'block') {
      hasEnded = firstByte === 0x3b
      if (hasEnded) return { skip: 0, next: 1 }
      if (firstByte !== 0x21 && firstByte !== 0x2c) return null
      step = firstByte === 0x21 ? 'extension' : 'image'
      return { skip: 0, next: firstByte === 0x21 ? 1 : 9 }
    }
    if (step === 'image') {
      step = 'code size'
      return { skip: countColourBytes(head[8]!), next: 1 }
    }
    if (step === 'data') {
      if (firstByte === 0) step = 'block'
      return { skip: firstByte, next: 1 }
    }
    hasPixels ||= step === 'code size'
    step = 'data'
    return { skip: 0, next: 1 }
  })
  return { take: walker.take, isWhole: () => hasEnded && hasPixels && walker.isBetween() }
}

type NextHeader = { skip: number; next: number } | null

/** Collects each header, passes it to `onHead`, and skips as many bytes as that returns. Null: the file is damaged. */
function createWalker(firstHeadBytes: number, onHead: (head: Buffer) => NextHeader) {
  let head: Buffer = Buffer.alloc(0)
  let headBytes = firstHeadBytes
  let skipBytes = 0
  let byteCount = 0
  let isBroken = false
  return {
    take(chunk: Buffer) {
      byteCount += chunk.length
      for (let offset = 0; offset < chunk.length && !isBroken;) {
        const skippedBytes = Math.min(skipBytes, chunk.length - offset)
        skipBytes -= skippedBytes
        offset += skippedBytes
        if (skipBytes > 0 || offset === chunk.length) return
        const headPart = chunk.subarray(offset, offset + headBytes - head.length)
        head = head.length === 0 ? headPart : Buffer.concat([head, headPart])
        offset += headPart.length
        if (head.length < headBytes) return
        const nextHeader = onHead(head)
        head = Buffer.alloc(0)
        isBroken = nextHeader === null
        skipBytes = nextHeader?.skip ?? 0
        headBytes = nextHeader?.next ?? 1
      }
    },
    isBetween: () => !isBroken && skipBytes === 0 && head.length === 0,
    bytes: () => byteCount,
  }
}
