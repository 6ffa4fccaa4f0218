/** An event of the form parser: the start of a field or file, a chunk of its content, or its end. */
export type FormEvent = { partStart: PartHeader } | { bytes: Buffer } | { isPartEnd: true }
export interface PartHeader {
  name: string
  /** Null for a field that is not a file. */
  filename: string | null
}

/** The body is not a valid multipart form. */
export class InvalidFormError extends Error {}

const MAX_HEADER_BYTES = 4_096
const HEADER_END = Buffer.from('\r\n\r\n')

export function parseBoundary(contentType: string): string {
  const parameters = contentType.split(';').map((parameter) => parameter.trim())
  const rawBoundary =
    parameters.find((parameter) => parameter.toLowerCase().startsWith('boundary='))?.slice('boundary='.length) ?? ''
  const boundary = rawBoundary.startsWith('"') && rawBoundary.endsWith('"') ? rawBoundary.slice(1, -1) : rawBoundary
  if (boundary.length < 1 || boundary.length > MAX_BOUNDARY_LENGTH) throw new InvalidFormError('no boundary')
  return boundary
}
const MAX_BOUNDARY_LENGTH = 70

/** Parses a form on demand. Memory holds at most one network chunk and one part header. */
export async function* parseMultipart(
  chunks: AsyncIterable<Buffer>,
  boundary: string,
): AsyncGenerator<FormEvent, void> {
  const delimiter = Buffer.from(`\r\n--${boundary}`)
  let buffer: Buffer = Buffer.from('\r\n')
  const stream = chunks[Symbol.asyncIterator]()
  async function readMore(): Promise<void> {
    const { done, value } = await stream.next()
    if (done) throw new InvalidFormError('cut off')
    buffer = buffer.length === 0 ? value : Buffer.concat([buffer, value])
  }
  /** Ignores data after the form, but a broken connection is still an error. */
  async function drain(): Promise<void> {
    while (!(await stream.next()).done);
  }
  async function ensureBytes(bytes: number): Promise<void> {
    while (buffer.length < bytes) await readMore()
  }

  await ensureBytes(delimiter.length)
  if (!buffer.subarray(0, delimiter.length).equals(delimiter)) throw new InvalidFormError('begins otherwise')
  buffer = buffer.subarray(delimiter.length)
  for (;;) {
    await ensureBytes(2)
    const suffix = buffer.toString('latin1', 0, 2)
    buffer = buffer.subarray(2)
    if (suffix === '--') return drain()
    if (suffix !== '\r\n') throw new InvalidFormError('no line after the boundary')
    let headerLength: number
    while ((headerLength = buffer.indexOf(HEADER_END)) < 0) {
      if (buffer.length > MAX_HEADER_BYTES) throw new InvalidFormError('a head too long')
      await readMore()
    }
    if (headerLength > MAX_HEADER_BYTES) throw new InvalidFormError('a head too long')
    yield { partStart: parsePartHeader(decodeUtf8(buffer.subarray(0, headerLength))) }
    buffer = buffer.subarray(headerLength + HEADER_END.length)
    for (;;) {
      const delimiterIndex = buffer.indexOf(delimiter)
      const contentLength = delimiterIndex < 0 ? buffer.length - delimiter.length + 1 : delimiterIndex
      if (contentLength > 0) {
        yield { bytes: buffer.subarray(0, contentLength) }
        buffer = buffer.subarray(contentLength)
      }
      if (delimiterIndex >= 0) break
      await readMore()
    }
    buffer = buffer.subarray(delimiter.length)
    yield { isPartEnd: true }
  }
}

function parsePartHeader(text: string): PartHeader {
  const disposition = text.split('\r\n').find((line) => /^content-disposition:/i.test(line))
  if (!disposition || !/^content-disposition:\s*form-data\s*;/i.test(disposition))
    throw new InvalidFormError('no form-data')
  const getParameter = (pattern: RegExp) => pattern.exec(disposition)?.[1]?.replaceAll('%22', '"')
  const name = getParameter(/;\s{0,9}name="([^"]*)"/i)
  if (name === undefined) throw new InvalidFormError('a field without a name')
  return { name, filename: getParameter(/;\s{0,9}filename="([^"]*)"/i) ?? null }
}

export function decodeUtf8(bytes: Uint8Array): string {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes)
  } catch {
    throw new InvalidFormError('no UTF-8')
  }
}
