import { UserError } from '../errors.ts'

/** How long a request without files may take to arrive. */
export const BODY_TIMEOUT_MS = 11_000
/** How long a form with files may be on its way. */
export const MAX_UPLOAD_MS = 600_000
/** A line that brings nothing for so long is dead. */
export const MAX_SILENT_MS = 10_000
/** A line may be slow (128 kbit/s), after it has had time to begin; one that is slower holds a place for nothing. */
const MIN_BYTES_PER_MS = 16
const GRACE_MS = 15_000

/** What comes over a line, no more than was announced, as long as it comes. Only the time in which we wait is counted. */
export async function* comingIn(
  stream: AsyncIterator<Buffer>,
  maxBytes: number,
  maxSilentMs = MAX_SILENT_MS,
): AsyncGenerator<Buffer, void> {
  let bytes = 0
  let waitedMs = 0
  for (;;) {
    const began = performance.now()
    const { done, value } = await within(stream.next(), maxSilentMs)
    if (done) return
    waitedMs += performance.now() - began
    bytes += value.length
    if (bytes > maxBytes) throw new UserError(413, { key: 'error.too_large' })
    if (waitedMs > GRACE_MS + bytes / MIN_BYTES_PER_MS) throw tooSlow()
    yield value
  }
}

async function within<Value>(coming: Promise<Value>, ms: number): Promise<Value> {
  const { promise, reject } = Promise.withResolvers<never>()
  const timer = setTimeout(() => reject(tooSlow()), ms)
  coming.catch(() => {}) // may fail after it was given up
  try {
    return await Promise.race([coming, promise])
  } finally {
    clearTimeout(timer)
  }
}

const tooSlow = () => new UserError(408, { key: 'error.upload_slow' })
