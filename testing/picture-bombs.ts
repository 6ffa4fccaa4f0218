import { deflateSync } from 'node:zlib'
import sharp from 'sharp'
import { createPngChunk, pngSignature } from './upload-files.ts'

/*
 * Small files that are expensive to decode: decompression bombs, huge claimed sizes, many frames, scans and tiles.
 */

const encodeLatin1 = (value: string) => Buffer.from(value, 'latin1')
const encodeUint16 = (value: number) => Buffer.from([value >> 8, value & 255])
const encodeUint32 = (value: number) => {
  const buffer = Buffer.alloc(4)
  buffer.writeUInt32BE(value)
  return buffer
}
const compressZeros = (bytes: number) => deflateSync(Buffer.alloc(bytes))
const createGreyPicture = (width: number, height: number) =>
  sharp({ create: { width, height, channels: 3, background: { r: 90, g: 96, b: 99 } } })

/** Creates a PNG with the given chunks between its header and its pixels. */
export function createPng(
  width: number,
  height: number,
  chunks: readonly [name: string, data: Buffer][],
  pixels?: Buffer,
) {
  return Buffer.concat([
    pngSignature,
    createPngChunk('IHDR', Buffer.concat([encodeUint32(width), encodeUint32(height), Buffer.from([8, 2, 0, 0, 0])])),
    ...chunks.map(([name, data]) => createPngChunk(name, data)),
    createPngChunk('IDAT', pixels ?? compressZeros((width * 3 + 1) * height)),
    createPngChunk('IEND', Buffer.alloc(0)),
  ])
}

/** Creates PNGs that each unpack to the given number of bytes. */
export const createPackedBombs = (bytes: number): [name: string, file: Buffer][] => {
  const packedPixels = compressZeros(bytes)
  return [
    ['pixels.png', createPng(640, 480, [], packedPixels)],
    ['text.png', createPng(640, 480, [['zTXt', Buffer.concat([encodeLatin1('k\0\0'), packedPixels])]])],
    ['long text.png', createPng(640, 480, [['iTXt', Buffer.concat([encodeLatin1('k\0\x01\0\0\0'), packedPixels])]])],
    ['colours.png', createPng(640, 480, [['iCCP', Buffer.concat([encodeLatin1('k\0\0'), packedPixels])]])],
  ]
}

/** Creates an animated WebP with equal frames. */
export async function createWebp(frames: number, width: number, height: number): Promise<Buffer> {
  const createChunk = (name: string, data: Buffer) => {
    const length = Buffer.alloc(4)
    length.writeUInt32LE(data.length)
    return Buffer.concat([encodeLatin1(name), length, data, Buffer.alloc(data.length % 2)])
  }
  const [canvas, frame] = [Buffer.alloc(10), Buffer.alloc(16)]
  canvas[0] = 2
  canvas.writeUIntLE(width - 1, 4, 3)
  canvas.writeUIntLE(height - 1, 7, 3)
  const side = 16
  frame.writeUIntLE(side - 1, 6, 3)
  frame.writeUIntLE(side - 1, 9, 3)
  const pixels = (await createGreyPicture(side, side).webp({ lossless: true }).toBuffer()).subarray(12)
  const sample = createChunk('ANMF', Buffer.concat([frame, pixels]))
  const webpChunks = [
    createChunk('VP8X', canvas),
    createChunk('ANIM', Buffer.alloc(6)),
    ...Array<Buffer>(frames).fill(sample),
  ]
  return createChunk('RIFF', Buffer.concat([encodeLatin1('WEBP'), ...webpChunks]))
}

/** Creates a GIF of the given screen size with one frame of one pixel. */
export const createGif = (width: number, height: number) =>
  Buffer.concat([
    encodeLatin1('GIF89a'),
    Buffer.from([width & 255, width >> 8, height & 255, height >> 8]),
    Buffer.from('800000ff00000000ff2c00000000010001000002024401003b', 'hex'),
  ])

/** Creates a progressive JPEG whose last scan is repeated up to the given length. */
export async function createJpegWithScans(bytes: number): Promise<Buffer> {
  const originalBytes = await createGreyPicture(2_400, 2_400).jpeg({ progressive: true }).toBuffer()
  const endMarker = originalBytes.subarray(-2)
  const scan = originalBytes.subarray(originalBytes.lastIndexOf(Buffer.from([0xff, 0xda])), -2)
  const scanCount = Math.floor((bytes - originalBytes.length) / scan.length)
  return Buffer.concat([originalBytes.subarray(0, -2), ...Array<Buffer>(scanCount).fill(scan), endMarker])
}

/** Creates an AVIF of 640 by 480 pixels that claims another size. */
export async function createAvifClaiming(width: number, height: number): Promise<Buffer> {
  const file = await createGreyPicture(640, 480).avif({ effort: 0 }).toBuffer()
  for (let offset = file.indexOf('ispe'); offset >= 0; offset = file.indexOf('ispe', offset + 4))
    Buffer.concat([encodeUint32(width), encodeUint32(height)]).copy(file, offset + 8)
  return file
}

/** Creates an AVIF that is a square grid of tiles, which all share the same bytes. */
export async function createAvifGrid(side: number, tileSide: number): Promise<Buffer> {
  const createBox = (name: string, ...content: Buffer[]) => {
    const contentBytes = Buffer.concat(content)
    return Buffer.concat([encodeUint32(contentBytes.length + 8), encodeLatin1(name), contentBytes])
  }
  const createFullBox = (name: string, version: number, ...content: Buffer[]) =>
    createBox(name, encodeUint32(version << 24), ...content)
  const sample = await createGreyPicture(tileSide, tileSide).avif({ effort: 0 }).toBuffer()
  const readBox = (name: string) => {
    const offset = sample.indexOf(name)
    return sample.subarray(offset + 4, offset - 4 + sample.readUInt32BE(offset - 4))
  }
  const tile = readBox('mdat')
  const tileIds = Array.from({ length: side * side }, (_, index) => index + 2)
  const width = side * tileSide
  const grid = Buffer.concat([Buffer.from([0, 1, side - 1, side - 1]), encodeUint32(width), encodeUint32(width)])
  const createEntry = (id: number, type: string) =>
    createFullBox('infe', 2, encodeUint16(id), encodeUint16(0), encodeLatin1(type), Buffer.from([0]))
  const buildHead = (start: number) => {
    const encodeItemLocation = (id: number, offset: number, length: number) =>
      Buffer.concat([
        encodeUint16(id),
        encodeUint16(0),
        encodeUint16(0),
        encodeUint16(1),
        encodeUint32(offset),
        encodeUint32(length),
      ])
    const locations = tileIds.map((id) => encodeItemLocation(id, start + grid.length, tile.length))
    const properties = createBox(
      'ipco',
      createFullBox('ispe', 0, encodeUint32(width), encodeUint32(width)),
      createFullBox('ispe', 0, encodeUint32(tileSide), encodeUint32(tileSide)),
      createBox('av1C', readBox('av1C')),
      createFullBox('pixi', 0, Buffer.from([3, 8, 8, 8])),
    )
    const tileAssociations = tileIds.map((id) => Buffer.concat([encodeUint16(id), Buffer.from([3, 2, 0x83, 4])]))
    const meta = createFullBox(
      'meta',
      0,
      createFullBox('hdlr', 0, encodeUint32(0), encodeLatin1('pict'), Buffer.alloc(13)),
      createFullBox('pitm', 0, encodeUint16(1)),
      createFullBox(
        'iloc',
        1,
        Buffer.from([0x44, 0]),
        encodeUint16(tileIds.length + 1),
        encodeItemLocation(1, start, grid.length),
        Buffer.concat(locations),
      ),
      createFullBox(
        'iinf',
        0,
        encodeUint16(tileIds.length + 1),
        createEntry(1, 'grid'),
        Buffer.concat(tileIds.map((id) => createEntry(id, 'av01'))),
      ),
      createFullBox(
        'iref',
        0,
        createBox('dimg', encodeUint16(1), encodeUint16(tileIds.length), Buffer.concat(tileIds.map(encodeUint16))),
      ),
      createBox(
        'iprp',
        properties,
        createFullBox(
          'ipma',
          0,
          encodeUint32(tileIds.length + 1),
          encodeUint16(1),
          Buffer.from([2, 1, 4]),
          Buffer.concat(tileAssociations),
        ),
      ),
    )
    return Buffer.concat([createBox('ftyp', encodeLatin1('avif'), encodeUint32(0), encodeLatin1('avifmif1miaf')), meta])
  }
  const head = buildHead(0)
  return Buffer.concat([buildHead(head.length + 8), createBox('mdat', grid, tile)])
}
