import { inflateSync } from 'node:zlib'

/** What each piece of text in a PDF spells, whatever the order its letters are drawn in. */
export function spelledIn(file: Buffer): string[] {
  const bytes = file.toString('latin1')
  // A line feed before the end is not of the stream; what stands before it is, even if it is another line end.
  const streams = Array.from(bytes.matchAll(/stream\r?\n([\s\S]*?)\nendstream/g), ([, stream]) => inflated(stream!))
  return streams.flatMap((stream) =>
    Array.from(stream.matchAll(/\/ActualText \(((?:\\[\s\S]|[^\\)])*)\)/g), ([, written]) => decoded(written!)),
  )
}

function inflated(stream: string): string {
  try {
    return inflateSync(Buffer.from(stream, 'latin1')).toString('latin1')
  } catch {
    return '' // not every stream is compressed text
  }
}

const escapes: Record<string, string> = { n: '\n', r: '\r', t: '\t', b: '\b', f: '\f' }

function decoded(written: string): string {
  const plain = written.replace(/\\([\s\S])/g, (_, letter: string) => escapes[letter] ?? letter)
  if (!plain.startsWith('\xfe\xff')) return plain
  return Buffer.from(plain.slice(2), 'latin1').swap16().toString('utf16le')
}
