const MAX_FORM_BYTES = 64 * 1024

export class FormTooLongError extends Error {}

/** Reads a form and rejects a body above the size limit. */
export async function readForm(request: Request): Promise<URLSearchParams> {
  const chunks: Uint8Array[] = []
  let byteCount = 0
  for await (const chunk of request.body ?? []) {
    byteCount += chunk.length
    if (byteCount > MAX_FORM_BYTES) throw new FormTooLongError()
    chunks.push(chunk)
  }
  return new URLSearchParams(Buffer.concat(chunks).toString('utf8'))
}
