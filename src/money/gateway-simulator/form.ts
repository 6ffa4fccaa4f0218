const MAX_BYTES = 64 * 1024

export class TooLong extends Error {}

/** What a form says, read no further than a form is long. */
export async function readForm(request: Request): Promise<URLSearchParams> {
  const parts: Uint8Array[] = []
  let bytes = 0
  for await (const part of request.body ?? []) {
    bytes += part.length
    if (bytes > MAX_BYTES) throw new TooLong()
    parts.push(part)
  }
  return new URLSearchParams(Buffer.concat(parts).toString('utf8'))
}
