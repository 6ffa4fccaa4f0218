const MAX_BYTES = 64 * 1024

export class TooLong extends Error {}

/** Reads a form and rejects a body above the size limit. */
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
