import { crc32, deflateSync } from 'node:zlib'

export interface TestFile {
  name: string
  bytes: Buffer
}

export function createPngChunk(name: string, data: Buffer): Buffer {
  const length = Buffer.alloc(4)
  length.writeUInt32BE(data.length)
  const namedData = Buffer.concat([Buffer.from(name, 'latin1'), data])
  const checksum = Buffer.alloc(4)
  checksum.writeUInt32BE(crc32(namedData))
  return Buffer.concat([length, namedData, checksum])
}

export const pngSignature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])
const pngHeader = Buffer.from([0, 0, 0, 1, 0, 0, 0, 1, 8, 0, 0, 0, 0])

/** Creates a PNG of one pixel, padded with text to the given size. */
export function createPngOfSize(bytes = 0): Buffer {
  const buildPng = (fillByteCount: number) =>
    Buffer.concat([
      pngSignature,
      createPngChunk('IHDR', pngHeader),
      ...(fillByteCount > 0 ? [createPngChunk('tEXt', Buffer.alloc(fillByteCount, 'Comment\0 selvage '))] : []),
      createPngChunk('IDAT', deflateSync(Buffer.from([0, 0]))),
      createPngChunk('IEND', Buffer.alloc(0)),
    ])
  return buildPng(Math.max(0, bytes - buildPng(0).length - 12))
}

const createJpegSegment = (mark: number, data: readonly number[]) =>
  Buffer.from([0xff, mark, (data.length + 2) >> 8, (data.length + 2) & 255, ...data])

/** A JPEG with a comment, a restart marker, a stuffed byte, and trailing data as some phones add it. */
export const jpeg = Buffer.concat([
  Buffer.from([0xff, 0xd8]),
  createJpegSegment(0xe0, [...Buffer.from('JFIF\0'), 1, 1, 0, 0, 1, 0, 1, 0, 0]),
  createJpegSegment(0xfe, [...Buffer.from('a swatch of \xff\xd9 navy', 'latin1')]),
  createJpegSegment(0xc0, [8, 0, 1, 0, 1, 1, 1, 0x11, 0]),
  Buffer.from([0xff]),
  createJpegSegment(0xda, [1, 1, 0, 0, 63, 0]),
  Buffer.from([0x12, 0xff, 0x00, 0x34, 0xff, 0xd0, 0x56, 0xff, 0xd9]),
  Buffer.from('SEFT of a telephone'),
])

export const pdf = ((body: string) => Buffer.from(body + `startxref\n${body.indexOf('xref')}\n%%EOF\n`, 'latin1'))(
  '%PDF-1.4\n1 0 obj\n<< /Type /Catalog /Pages 2 0 R >>\nendobj\n2 0 obj\n<< /Type /Pages /Kids [] /Count 0 >>\nendobj\n' +
    'xref\n0 3\n0000000000 65535 f \ntrailer\n<< /Root 1 0 R /Size 3 >>\n',
)

const png = createPngOfSize()
const encodeUtf8 = (text: string) => Buffer.from(text)
const flipBit = (bytes: Buffer, at: number) => Buffer.from(bytes.map((byte, index) => (index === at ? byte ^ 1 : byte)))

export const goodFiles: (TestFile & { type: string })[] = [
  { name: 'Tech pack.pdf', bytes: pdf, type: 'application/pdf' },
  { name: 'swatch.PNG', bytes: png, type: 'image/png' },
  { name: 'নমুনার ছবি.jpeg', bytes: jpeg, type: 'image/jpeg' },
]

/** Invalid files, and a pattern of their error message. */
export const badFiles: (TestFile & { message: RegExp })[] = [
  { name: 'empty.pdf', bytes: encodeUtf8(''), message: /file is empty/ },
  { name: 'tiny.png', bytes: png.subarray(0, 3), message: /not a PDF/ },
  { name: 'program.pdf', bytes: encodeUtf8('MZ\x90\0\x03 This program cannot be run'), message: /not a PDF/ },
  { name: 'page.pdf', bytes: encodeUtf8('<!doctype html><script>alert(1)</script>'), message: /not a PDF|damaged/ },
  {
    name: 'drawing.svg',
    bytes: encodeUtf8('<svg xmlns="http://www.w3.org/2000/svg"><path/></svg>'),
    message: /not a PDF/,
  },
  { name: 'drawing.png', bytes: encodeUtf8('<?xml version="1.0"?><svg onload="alert(1)"/>'), message: /not a PDF/ },
  { name: 'film.jpg', bytes: encodeUtf8('GIF89a\x01\0\x01\0'), message: /not a PDF/ },
  { name: 'archive.pdf', bytes: encodeUtf8('PK\x03\x04 word/document.xml'), message: /not a PDF/ },
  { name: 'photo.heic', bytes: encodeUtf8('\0\0\0\x18ftypheic\0\0\0\0'), message: /not a PDF/ },
  { name: 'page in front.pdf', bytes: Buffer.concat([encodeUtf8('<html><body>'), pdf]), message: /not a PDF|damaged/ },
  { name: 'only the beginning.pdf', bytes: encodeUtf8('%PDF-1.7\n<html>hello</html>'), message: /damaged/ },
  { name: 'cut.pdf', bytes: pdf.subarray(0, pdf.length - 12), message: /damaged/ },
  {
    name: 'points outside.pdf',
    bytes: encodeUtf8('%PDF-1.4\n1 0 obj\nendobj\nstartxref\n99999\n%%EOF\n'),
    message: /damaged/,
  },
  { name: 'cut.png', bytes: png.subarray(0, png.length - 4), message: /damaged/ },
  { name: 'cut in the middle.png', bytes: createPngOfSize(900_000).subarray(0, 500_000), message: /damaged/ },
  { name: 'changed.png', bytes: flipBit(png, 20), message: /damaged/ },
  { name: 'wrong length.png', bytes: flipBit(png, 35), message: /damaged/ },
  {
    name: 'only the signature.png',
    bytes: Buffer.concat([pngSignature, encodeUtf8('not an image at all')]),
    message: /damaged/,
  },
  { name: 'more behind.png', bytes: Buffer.concat([png, encodeUtf8('PK\x03\x04')]), message: /damaged/ },
  {
    name: 'script behind.jpg',
    bytes: Buffer.concat([jpeg, encodeUtf8('<script>alert(1)</script>')]),
    message: /damaged/,
  },
  {
    name: 'script within.jpg',
    bytes: Buffer.concat([
      jpeg.subarray(0, 2),
      createJpegSegment(0xfe, [...encodeUtf8('*/=1;<ScRiPt>alert(1)')]),
      jpeg.subarray(2),
    ]),
    message: /damaged/,
  },
  { name: 'cut.jpg', bytes: jpeg.subarray(0, jpeg.indexOf('SEFT') - 2), message: /damaged/ },
  { name: 'no picture.jpg', bytes: Buffer.from([0xff, 0xd8, 0xff, 0xd9]), message: /not a PDF|damaged/ },
  { name: 'too large.png', bytes: createPngOfSize(10 * 1024 * 1024 + 1), message: /larger than 10 MB/ },
]
