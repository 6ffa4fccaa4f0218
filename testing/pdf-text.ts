import { inflateSync } from 'node:zlib'

/** Returns the actual text of each piece of a PDF, independent of the drawing order of its letters. */
export function extractPdfText(file: Buffer): string[] {
  const bytes = file.toString('latin1')
  // The line feed before `endstream` is not part of the stream. Anything before it is, even another line break.
  const streams = Array.from(bytes.matchAll(/stream\r?\n([\s\S]*?)\nendstream/g), ([, stream]) => inflate(stream!))
  return streams.flatMap((stream) =>
    Array.from(stream.matchAll(/\/ActualText \(((?:\\[\s\S]|[^\\)])*)\)/g), ([, rawText]) => decodeText(rawText!)),
  )
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
  const plain = rawText.replace(/\\([\s\S])/g, (_, letter: string) => escapes[letter] ?? letter)
  if (!plain.startsWith('\xfe\xff')) return plain
  return Buffer.from(plain.slice(2), 'latin1').swap16().toString('utf16le')
}
