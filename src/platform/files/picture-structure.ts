import type { PictureFileType } from '../file-kinds.ts'

/** Follows a file in chunks of any size, and reports at the end whether its structure is complete. */
export interface StructureReader {
  take(piece: Buffer): void
  isWhole(): boolean
}

/** Detects the picture types of the media library other than JPEG and PNG. */
export function detectPictureType(first: Buffer): PictureFileType | undefined {
  const signature = first.toString('latin1', 0, 12)
  if (/^GIF8[79]a/.test(signature)) return 'image/gif'
  if (/^RIFF....WEBP/s.test(signature)) return 'image/webp'
  return /^avi[fs]$/.test(readBrand(first)) ? 'image/avif' : undefined
}

/** Many phones save pictures as HEIC, which most browsers cannot show. */
export const isHeic = (first: Buffer): boolean => /^(hei[cxms]|hev[cxms]|mif1|msf1)$/.test(readBrand(first))

const readBrand = (first: Buffer): string =>
  first.toString('latin1', 4, 8) === 'ftyp' ? first.toString('latin1', 8, 12) : ''

/**
 * Reads a sequence of chunks with their lengths. The sum of the lengths must match the header, and no data may follow.
 */
export function createRiffReader(): StructureReader {
  let declaredBytes = 0
  let hasPixels = false
  let frameCount = 0
  const walk = createWalker(12, (head) => {
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
  return { take: walk.take, isWhole: () => walk.isBetween() && hasPixels && walk.bytes() === declaredBytes }
}

/** The maximum number of frames. Reading the header of an animated WebP takes quadratic time in this number. */
const MAX_FRAMES = 10_000

/** Reads a sequence of boxes with their lengths. `mdat` holds the pixels, and `meta` their positions in it. */
export function createBoxReader(): StructureReader {
  // Stores only the names that matter, because a file can have millions of boxes.
  const boxNames = new Set<string>()
  const walk = createWalker(8, (head) => {
    const length = head.readUInt32BE(0)
    const name = head.toString('latin1', 4, 8)
    if (name === 'meta' || name === 'mdat') boxNames.add(name)
    return length < 8 ? null : { skip: length - 8, next: 8 }
  })
  return { take: walk.take, isWhole: () => walk.isBetween() && boxNames.has('meta') && boxNames.has('mdat') }
}

/** Reads blocks up to the trailer. No data may follow the trailer. */
export function createGifReader(): StructureReader {
  let hasPixels = false
  let hasEnded = false
  let step: 'screen' | 'block' | 'extension' | 'image' | 'code size' | 'data' = 'screen'
  const countColourBytes = (flags: number) => (flags & 0x80 ? 3 * 2 ** ((flags & 7) + 1) : 0)
  const walk = createWalker(13, (head) => {
    if (hasEnded) return null
    const first = head[0]!
    if (step === 'screen') {
      step = 'block'
      return { skip: countColourBytes(head[10]!), next: 1 }
    }
    if (step === 'block') {
      hasEnded = first === 0x3b
      if (hasEnded) return { skip: 0, next: 1 }
      if (first !== 0x21 && first !== 0x2c) return null
      step = first === 0x21 ? 'extension' : 'image'
      return { skip: 0, next: first === 0x21 ? 1 : 9 }
    }
    if (step === 'image') {
      step = 'code size'
      return { skip: countColourBytes(head[8]!), next: 1 }
    }
    if (step === 'data') {
      if (first === 0) step = 'block'
      return { skip: first, next: 1 }
    }
    hasPixels ||= step === 'code size'
    step = 'data'
    return { skip: 0, next: 1 }
  })
  return { take: walk.take, isWhole: () => hasEnded && hasPixels && walk.isBetween() }
}

type NextHeader = { skip: number; next: number } | null

/** Collects each header, passes it to `onHead`, and skips as many bytes as that returns. Null: the file is damaged. */
function createWalker(firstHead: number, onHead: (head: Buffer) => NextHeader) {
  let head: Buffer = Buffer.alloc(0)
  let headBytes = firstHead
  let skipBytes = 0
  let byteCount = 0
  let isBroken = false
  return {
    take(piece: Buffer) {
      byteCount += piece.length
      for (let at = 0; at < piece.length && !isBroken;) {
        const skippedBytes = Math.min(skipBytes, piece.length - at)
        skipBytes -= skippedBytes
        at += skippedBytes
        if (skipBytes > 0 || at === piece.length) return
        const rest = piece.subarray(at, at + headBytes - head.length)
        head = head.length === 0 ? rest : Buffer.concat([head, rest])
        at += rest.length
        if (head.length < headBytes) return
        const step = onHead(head)
        head = Buffer.alloc(0)
        isBroken = step === null
        skipBytes = step?.skip ?? 0
        headBytes = step?.next ?? 1
      }
    },
    isBetween: () => !isBroken && skipBytes === 0 && head.length === 0,
    bytes: () => byteCount,
  }
}
