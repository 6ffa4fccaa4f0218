import type { Sharp } from 'sharp'
import { MOST_MEGAPIXELS } from './limits.ts'

/*
 * All that decodes and encodes. Heavy, so it is loaded when the first picture is sent and not before; one thread for each
 * picture and no cache, so that the site stays quick beside it.
 */
async function library() {
  const { default: sharp } = await import('sharp')
  sharp.concurrency(1)
  sharp.cache(false)
  return sharp
}

/** The size that a picture says it has, as it is looked at. Nothing is decoded. Null: this is none. */
export async function headOf(bytes: Buffer): Promise<{ width: number; height: number } | null> {
  const sharp = await library()
  try {
    const { width, height, autoOrient, pageHeight } = await sharp(bytes, { limitInputPixels: false }).metadata()
    return { width: autoOrient.width || width, height: pageHeight ?? (autoOrient.height || height) }
  } catch {
    return null
  }
}

/** Nothing larger is kept: enough for every size of today, and of screens that are not made yet. */
const ORIGINAL_SIDE = 4_000

/** A decoded picture: turned as it was held, in the colours of screens, without anything that was said in it. */
export interface Pixels {
  width: number
  height: number
  colour: string
  original(): Promise<Buffer>
  size(width: number, type: SizeType): Promise<Buffer>
}
export type SizeType = 'avif' | 'webp' | 'jpeg'

/** Throws where it cannot be decoded to its end. */
export async function decode(bytes: Buffer): Promise<Pixels> {
  const sharp = await library()
  const { data, info } = await sharp(bytes, {
    limitInputPixels: MOST_MEGAPIXELS * 1_000_000,
    failOn: 'error',
    sequentialRead: true,
    pages: 1,
  })
    .autoOrient()
    .resize({ width: ORIGINAL_SIDE, height: ORIGINAL_SIDE, fit: 'inside', withoutEnlargement: true })
    .toColourspace('srgb')
    .flatten({ background: '#ffffff' })
    .raw({ depth: 'uchar' })
    .toBuffer({ resolveWithObject: true })
  const { width, height, channels } = info
  const whole = (): Sharp => sharp(data, { raw: { width, height, channels } })
  const pixel = await whole().resize(1, 1, { fit: 'fill' }).toColourspace('srgb').raw().toBuffer()
  return {
    width,
    height,
    colour: '#' + (pixel.length < 3 ? pixel.toString('hex', 0, 1).repeat(3) : pixel.toString('hex', 0, 3)),
    original: () => whole().webp({ quality: 92, effort: 2 }).toBuffer(),
    size(wanted, type) {
      const resized = whole().resize(wanted)
      if (type === 'jpeg') return resized.jpeg({ quality: 75, mozjpeg: true }).toBuffer()
      if (type === 'webp') return resized.webp({ quality: 75 }).toBuffer()
      return resized.avif({ quality: 50, effort: 2 }).toBuffer()
    },
  }
}
