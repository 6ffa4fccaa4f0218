import { deflateSync } from 'node:zlib'
import sharp from 'sharp'
import { jpeg as oddJpeg, pdf, createPngChunk, createPngOfSize, pngSignature, type TestFile } from './upload-files.ts'

const createPlainPicture = (width: number, height: number) =>
  sharp({ create: { width, height, channels: 3, background: { r: 29, g: 110, b: 105 } } })

/** Creates a noisy picture that is as large in bytes as a photograph. */
export async function createPhotograph(width: number, height: number, seed = 1, quality = 85): Promise<Buffer> {
  const rawPixels = Buffer.alloc(width * height * 3)
  let state = seed
  for (let offset = 0; offset < rawPixels.length; offset++) {
    state = (state * 1_103_515_245 + 12_345) & 0x7fffffff
    rawPixels[offset] = (offset / width + (state >> 24)) & 255
  }
  return sharp(rawPixels, { raw: { width, height, channels: 3 } })
    .jpeg({ quality })
    .toBuffer()
}

/** Creates a small picture that tests can identify by its shade. */
export const createSwatch = (shade: number, width = 800, height = 600): Promise<Buffer> =>
  sharp({ create: { width, height, channels: 3, background: { r: shade, g: 90, b: 60 } } })
    .jpeg()
    .toBuffer()

const encodeLatin1 = (message: string) => Buffer.from(message, 'latin1')
const createBox = (name: string, content: Buffer) => {
  const head = Buffer.alloc(8)
  head.writeUInt32BE(content.length + 8)
  head.write(name, 4, 'latin1')
  return Buffer.concat([head, content])
}

/** Creates a PNG whose header claims a size that its data does not fill. */
function createClaimingPng(width: number, height: number): Buffer {
  const header = Buffer.alloc(13)
  header.writeUInt32BE(width)
  header.writeUInt32BE(height, 4)
  header.set([8, 2], 8)
  return Buffer.concat([
    pngSignature,
    createPngChunk('IHDR', header),
    createPngChunk('IDAT', deflateSync(Buffer.alloc(10_000_000))),
    createPngChunk('IEND', Buffer.alloc(0)),
  ])
}

function createGifOfFrames(frameCount: number): Buffer {
  const screenDescriptor = Buffer.from([...encodeLatin1('GIF89a'), 0x90, 1, 0x90, 1, 0x80, 0, 0, 255, 0, 0, 0, 0, 255])
  const frame = Buffer.from([0x2c, 0, 0, 0, 0, 1, 0, 1, 0, 0, 2, 2, 0x44, 1, 0])
  return Buffer.concat([screenDescriptor, ...Array.from({ length: frameCount }, () => frame), Buffer.from([0x3b])])
}

const setJpegSize = (bytes: Buffer, width: number, height: number): Buffer => {
  const copy = Buffer.from(bytes)
  const markerIndex = copy.findIndex((byte, index) => byte === 0xff && copy[index + 1] === 0xc0)
  copy.writeUInt16BE(height, markerIndex + 5)
  copy.writeUInt16BE(width, markerIndex + 7)
  return copy
}

/** Returns pictures that must be rejected, each with a pattern of its error message. */
export async function createBadPictures(): Promise<(TestFile & { message: RegExp })[]> {
  const validPicture = await createPlainPicture(640, 480).jpeg().toBuffer()
  const png = await createPlainPicture(640, 480).png().toBuffer()
  const webp = await createPlainPicture(640, 480).webp().toBuffer()
  const avif = await createPlainPicture(640, 480).avif({ effort: 0 }).toBuffer()
  const gif = createGifOfFrames(1)
  const script = encodeLatin1('<script>alert(1)</script>')
  const [wrongKindError, damagedError] = [/format is not supported/, /damaged/]
  return [
    { name: 'empty.jpg', bytes: Buffer.alloc(0), message: /file is empty/ },
    { name: 'three bytes.jpg', bytes: validPicture.subarray(0, 2), message: wrongKindError },
    {
      name: 'program.jpg',
      bytes: encodeLatin1('MZ\x90\0\x03 This program cannot be run in DOS mode.'),
      message: wrongKindError,
    },
    { name: 'document.jpg', bytes: pdf, message: wrongKindError },
    { name: 'tech pack.pdf', bytes: pdf, message: wrongKindError },
    {
      name: 'archive.png',
      bytes: encodeLatin1('PK\x03\x04 word/document.xml and more of it'),
      message: wrongKindError,
    },
    {
      name: 'drawing.svg',
      bytes: encodeLatin1('<svg xmlns="http://www.w3.org/2000/svg"><path d="M0 0"/></svg>'),
      message: wrongKindError,
    },
    {
      name: 'script.svg',
      bytes: encodeLatin1('<svg onload="x()"><script>alert(1)</script></svg>'),
      message: /not supported|damaged/,
    },
    {
      name: 'renamed drawing.png',
      bytes: encodeLatin1('<?xml version="1.0"?><svg onload="alert(1)"></svg>'),
      message: wrongKindError,
    },
    {
      name: 'page.jpg',
      bytes: encodeLatin1('<!doctype html><title>a page that is none</title>'),
      message: /not supported|damaged/,
    },
    { name: 'scan.tiff', bytes: await createPlainPicture(640, 480).tiff().toBuffer(), message: wrongKindError },
    {
      name: 'icon.bmp',
      bytes: encodeLatin1('BM\x36\0\0\0\0\0\0\0\x36\0\0\0(\0\0\0' + '\0'.repeat(40)),
      message: wrongKindError,
    },
    { name: 'IMG_0001.HEIC', bytes: createBox('ftyp', encodeLatin1('heic\0\0\0\0mif1heic')), message: /HEIC picture/ },
    { name: 'IMG_0002.jpg', bytes: createBox('ftyp', encodeLatin1('mif1\0\0\0\0mif1heic')), message: /HEIC picture/ },
    { name: 'film.avif', bytes: createBox('ftyp', encodeLatin1('isom\0\0\0\0isomiso2')), message: wrongKindError },
    { name: 'cut.jpg', bytes: validPicture.subarray(0, validPicture.length - 40), message: damagedError },
    { name: 'cut.png', bytes: png.subarray(0, png.length - 20), message: damagedError },
    { name: 'cut.webp', bytes: webp.subarray(0, webp.length - 10), message: damagedError },
    { name: 'cut.avif', bytes: avif.subarray(0, avif.length - 10), message: damagedError },
    { name: 'cut.gif', bytes: gif.subarray(0, gif.length - 2), message: damagedError },
    {
      name: 'only a beginning.jpg',
      bytes: Buffer.concat([validPicture.subarray(0, 20), Buffer.alloc(400)]),
      message: damagedError,
    },
    {
      name: 'only a beginning.webp',
      bytes: encodeLatin1('RIFF\x20\0\0\0WEBPVP8 and nothing that it says!!'),
      message: damagedError,
    },
    {
      name: 'only a beginning.avif',
      bytes: createBox('ftyp', encodeLatin1('avif\0\0\0\0avifmif1')),
      message: damagedError,
    },
    {
      name: 'wrong sum.png',
      bytes: Buffer.from(png.map((byte, index) => (index === 45 ? byte ^ 1 : byte))),
      message: damagedError,
    },
    { name: 'archive behind.png', bytes: Buffer.concat([png, encodeLatin1('PK\x03\x04')]), message: damagedError },
    { name: 'archive behind.webp', bytes: Buffer.concat([webp, encodeLatin1('PK\x03\x04')]), message: damagedError },
    { name: 'page behind.gif', bytes: Buffer.concat([gif, encodeLatin1('<html><body>')]), message: damagedError },
    { name: 'script behind.jpg', bytes: Buffer.concat([validPicture, script]), message: damagedError },
    {
      name: 'script within.png',
      bytes: Buffer.concat([
        png.subarray(0, 33),
        createPngChunk('tEXt', Buffer.concat([encodeLatin1('Comment\0'), script])),
        png.subarray(33),
      ]),
      message: damagedError,
    },
    { name: '100 megapixels.png', bytes: createClaimingPng(10_000, 10_000), message: /more than 50 million pixels/ },
    {
      name: '4 gigapixels.jpg',
      bytes: setJpegSize(validPicture, 65_500, 65_500),
      message: /more than 50 million pixels/,
    },
    { name: 'ribbon.png', bytes: createClaimingPng(40_000, 400), message: /longer than 16,000 pixels/ },
    { name: 'one pixel.png', bytes: createPngOfSize(), message: /too small/ },
    { name: 'thumb.jpg', bytes: await createPlainPicture(160, 120).jpeg().toBuffer(), message: /too small/ },
    { name: 'odd.jpg', bytes: oddJpeg, message: /too small|damaged/ },
    {
      name: '21 MB.jpg',
      bytes: Buffer.concat([validPicture, Buffer.alloc(20 * 1024 * 1024)]),
      message: /larger than 20 MB|too large/,
    },
  ]
}

/** Returns pictures that must be accepted, each with its displayed size. */
export async function createGoodPictures(): Promise<(TestFile & { size: [number, number] })[]> {
  const noise = Buffer.alloc(300_000, 'Comment\0 a caption that a programme wrote. ')
  const png = await createPlainPicture(640, 480).png().toBuffer()
  const createShade = (lightness: number) =>
    sharp({
      create: { width: 640, height: 480, channels: 3, background: { r: lightness, g: lightness, b: lightness } },
    })
  const rotatedPicture = await createShade(40)
    .withExif({ IFD3: { GPSLatitude: '23/1 48/1 0/1' } })
    .withMetadata({ orientation: 6 })
    .jpeg()
    .toBuffer()
  return [
    { name: 'held upright.jpg', bytes: rotatedPicture, size: [480, 640] },
    { name: 'for print.jpg', bytes: await createShade(60).toColourspace('cmyk').jpeg().toBuffer(), size: [640, 480] },
    {
      name: 'sixteen bits.png',
      bytes: await createShade(70).toColourspace('rgb16').png().toBuffer(),
      size: [640, 480],
    },
    { name: 'wide colours.jpg', bytes: await createShade(80).withIccProfile('p3').jpeg().toBuffer(), size: [640, 480] },
    { name: 'grey.png', bytes: await createShade(90).toColourspace('b-w').png().toBuffer(), size: [640, 480] },
    { name: 'progressive.jpg', bytes: await createShade(100).jpeg({ progressive: true }).toBuffer(), size: [640, 480] },
    { name: 'glass.png', bytes: await createShade(110).ensureAlpha(0.5).png().toBuffer(), size: [640, 480] },
    {
      name: 'much text.png',
      bytes: Buffer.concat([png.subarray(0, 33), createPngChunk('tEXt', noise), png.subarray(33)]),
      size: [640, 480],
    },
    { name: 'web.webp', bytes: await createShade(120).webp().toBuffer(), size: [640, 480] },
    { name: 'small.avif', bytes: await createShade(130).avif({ effort: 0 }).toBuffer(), size: [640, 480] },
    { name: 'ten thousand frames.gif', bytes: createGifOfFrames(10_000), size: [400, 400] },
  ]
}
