import { inflateSync } from 'node:zlib'

/** Returns the actual text of each piece of a PDF, independent of the drawing order of its letters. */
export const extractPdfText = (file: Buffer): string[] => extractPdfPages(file).flat()

/** Returns the texts of each page that has text. */
export function extractPdfPages(file: Buffer): string[][] {
  const bytes = file.toString('latin1')
  // The line feed before `endstream` is not part of the stream. Anything before it is, even another line break.
  const streams = Array.from(bytes.matchAll(/stream\r?\n([\s\S]*?)\nendstream/g), ([, stream]) => inflate(stream!))
  const pages = streams.map((stream) =>
    Array.from(stream.matchAll(/\/ActualText \(((?:\\[\s\S]|[^\\)])*)\)/g), ([, rawText]) => decodeText(rawText!)),
  )
  return pages.filter((texts) => texts.length > 0)
}

function inflate(stream: string): string {
  try {
    return inflateSync(Buffer.from(stream, 'latin1')).toString('latin1')
  } catch {
    return '' // not every stream is compressed text
  }
}

const escapes: Record<string, string> = { n: '\n', r: '\r', t: '\t', b: '\b', f: '\f' }

function decodeText(rawText: string): string {
  const plainText = rawText.replace(/\\([\s\S])/g, (_, letter: string) => escapes[letter] ?? letter)
  if (!plainText.startsWith('\xfe\xff')) return plainText
  return Buffer.from(plainText.slice(2), 'latin1').swap16().toString('utf16le')
}
