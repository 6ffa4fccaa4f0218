/** An event of the form parser: the start of a field or file, a chunk of its content, or its end. */
export type Piece = { begins: Head } | { bytes: Buffer } | { ends: true }
export interface Head {
  name: string
  /** Null for a field that is not a file. */
  filename: string | null
}

/** The body is not a valid multipart form. */
export class NoForm extends Error {}

const MAX_HEAD_BYTES = 4_096
const END = Buffer.from('\r\n\r\n')

/** Returns the boundary from the content type. */
export function boundaryOf(contentType: string): string {
  const said = contentType.split(';').map((each) => each.trim())
  const named = said.find((each) => each.toLowerCase().startsWith('boundary='))?.slice('boundary='.length) ?? ''
  const boundary = named.startsWith('"') && named.endsWith('"') ? named.slice(1, -1) : named
  if (boundary.length < 1 || boundary.length > MAX_BOUNDARY_LENGTH) throw new NoForm('no boundary')
  return boundary
}
const MAX_BOUNDARY_LENGTH = 70

/** Parses a form on demand. Memory holds at most one network chunk and one part header. */
export async function* piecesOf(chunks: AsyncIterable<Buffer>, boundary: string): AsyncGenerator<Piece, void> {
  const line = Buffer.from(`\r\n--${boundary}`)
  let held: Buffer = Buffer.from('\r\n')
  const stream = chunks[Symbol.asyncIterator]()
  async function more(): Promise<void> {
    const { done, value } = await stream.next()
    if (done) throw new NoForm('cut off')
    held = held.length === 0 ? value : Buffer.concat([held, value])
  }
  /** Ignores data after the form, but a broken connection is still an error. */
  async function toTheEnd(): Promise<void> {
    while (!(await stream.next()).done);
  }
  async function atLeast(bytes: number): Promise<void> {
    while (held.length < bytes) await more()
  }

  await atLeast(line.length)
  if (!held.subarray(0, line.length).equals(line)) throw new NoForm('begins otherwise')
  held = held.subarray(line.length)
  for (;;) {
    await atLeast(2)
    const after = held.toString('latin1', 0, 2)
    held = held.subarray(2)
    if (after === '--') return toTheEnd()
    if (after !== '\r\n') throw new NoForm('no line after the boundary')
    let end: number
    while ((end = held.indexOf(END)) < 0) {
      if (held.length > MAX_HEAD_BYTES) throw new NoForm('a head too long')
      await more()
    }
    if (end > MAX_HEAD_BYTES) throw new NoForm('a head too long')
    yield { begins: headIn(utf8(held.subarray(0, end))) }
    held = held.subarray(end + END.length)
    for (;;) {
      const at = held.indexOf(line)
      const free = at < 0 ? held.length - line.length + 1 : at
      if (free > 0) {
        yield { bytes: held.subarray(0, free) }
        held = held.subarray(free)
      }
      if (at >= 0) break
      await more()
    }
    held = held.subarray(line.length)
    yield { ends: true }
  }
}

function headIn(text: string): Head {
  const disposition = text.split('\r\n').find((each) => /^content-disposition:/i.test(each))
  if (!disposition || !/^content-disposition:\s*form-data\s*;/i.test(disposition)) throw new NoForm('no form-data')
  const said = (pattern: RegExp) => pattern.exec(disposition)?.[1]?.replaceAll('%22', '"')
  const name = said(/;\s{0,9}name="([^"]*)"/i)
  if (name === undefined) throw new NoForm('a field without a name')
  return { name, filename: said(/;\s{0,9}filename="([^"]*)"/i) ?? null }
}

export function utf8(bytes: Uint8Array): string {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes)
  } catch {
    throw new NoForm('no UTF-8')
  }
}
