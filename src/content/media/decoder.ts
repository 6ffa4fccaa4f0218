import { createHash } from 'node:crypto'
import sharp, { type Sharp } from 'sharp'
import { MAX_MEGAPIXELS } from './limits.ts'

/*
 * Decodes and encodes uploaded pictures. Runs in a parser process (src/app/parsers.ts). Uses one thread and
 * disables the cache of sharp, so that the site stays fast.
 */
sharp.concurrency(1)
sharp.cache(false)
/* Enables only the formats that the library accepts. Uploads cannot reach SVG, TIFF and the other loaders. */
sharp.block({ operation: ['VipsForeignLoad'] })
sharp.unblock({
  operation: ['Jpeg', 'Png', 'Webp', 'Heif', 'Nsgif'].map((format) => `VipsForeignLoad${format}Buffer`),
})

export type SizeType = 'avif' | 'webp' | 'jpeg'

/** The requested result: the size from the header, the properties after decoding, or one of the files. */
export type DecodeRequest = 'head' | 'properties' | 'original' | { width: number; type: SizeType }

export interface PictureProperties {
  width: number
  height: number
  colour: string
}

/** The maximum side of a stored original, enough for all current sizes and for sharper screens. */
const MAX_ORIGINAL_SIDE_PX = 4_000

export async function readPicture({ bytes, request }: { bytes: Uint8Array; request: DecodeRequest }) {
  if (request === 'head') return readHeader(bytes)
  const { properties, pixels } = await decodeCached(bytes)
  if (request === 'properties') return properties
  if (request === 'original') return pixels().webp({ quality: 92, effort: 2 }).toBuffer()
  const resizedImage = pixels().resize(request.width)
  if (request.type === 'jpeg') return resizedImage.jpeg({ quality: 75, mozjpeg: true }).toBuffer()
  if (request.type === 'webp') return resizedImage.webp({ quality: 75 }).toBuffer()
  return resizedImage.avif({ quality: 50, effort: 2 }).toBuffer()
}

/** Reads the header without decoding. */
async function readHeader(bytes: Uint8Array): Promise<{ width: number; height: number }> {
  const { width, height, autoOrient, pageHeight } = await sharp(bytes, { limitInputPixels: false }).metadata()
  return { width: autoOrient.width || width, height: pageHeight ?? (autoOrient.height || height) }
}

interface DecodedImage {
  properties: PictureProperties
  pixels(): Sharp
}
let cachedPicture: { hash: string; decoded: Promise<DecodedImage> } | undefined

/** Caches the last picture, because all files of a picture are requested one after another. */
function decodeCached(bytes: Uint8Array): Promise<DecodedImage> {
  const hash = createHash('sha256').update(bytes).digest('hex')
  if (cachedPicture?.hash !== hash) cachedPicture = { hash, decoded: decode(bytes) }
  return cachedPicture.decoded
}

/** Decodes a picture upright, in sRGB and without metadata. Throws if the picture cannot be decoded completely. */
async function decode(bytes: Uint8Array): Promise<DecodedImage> {
  const { data, info } = await sharp(bytes, {
    limitInputPixels: MAX_MEGAPIXELS * 1_000_000,
    failOn: 'error',
    sequentialRead: true,
    pages: 1,
  })
    .autoOrient()
    .resize({ width: MAX_ORIGINAL_SIDE_PX, height: MAX_ORIGINAL_SIDE_PX, fit: 'inside', withoutEnlargement: true })
    .toColourspace('srgb')
    .flatten({ background: '#ffffff' })
    .raw({ depth: 'uchar' })
    .toBuffer({ resolveWithObject: true })
  const { width, height, channels } = info
  const openPixels = (): Sharp => sharp(data, { raw: { width, height, channels } })
  const pixel = await openPixels().resize(1, 1, { fit: 'fill' }).toColourspace('srgb').raw().toBuffer()
  const colour = '#' + (pixel.length < 3 ? pixel.toString('hex', 0, 1).repeat(3) : pixel.toString('hex', 0, 3))
  return { properties: { width, height, colour }, pixels: openPixels }
}
