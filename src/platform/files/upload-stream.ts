import { UserError } from '../errors.ts'

/** The time in which a request without files must arrive. */
export const BODY_TIMEOUT_MS = 11_000
/** The total time limit of an upload. */
export const MAX_UPLOAD_MS = 600_000
/** The pause after which an upload is aborted. */
export const MAX_PAUSE_MS = 10_000
/** The minimum upload speed (128 kbit/s), after a grace period. A slower upload would occupy its slot for too long. */
const MIN_BYTES_PER_MS = 16
const GRACE_MS = 15_000

/**
 * Yields the incoming data, up to `maxBytes`. Only the time spent waiting for data counts towards the minimum speed.
 */
export async function* readUpload(
  stream: AsyncIterator<Buffer>,
  maxBytes: number,
  maxPauseMs = MAX_PAUSE_MS,
): AsyncGenerator<Buffer, void> {
  let byteCount = 0
  let waitedMs = 0
  for (;;) {
    const startedAt = performance.now()
    const { done, value } = await withTimeout(stream.next(), maxPauseMs)
    if (done) return
    waitedMs += performance.now() - startedAt
    byteCount += value.length
    if (byteCount > maxBytes) throw new UserError(413, { key: 'error.too_large' })
    if (waitedMs > GRACE_MS + byteCount / MIN_BYTES_PER_MS) throw createTooSlowError()
    yield value
  }
}

async function withTimeout<Value>(pendingValue: Promise<Value>, ms: number): Promise<Value> {
  const { promise, reject } = Promise.withResolvers<never>()
  const timer = setTimeout(() => reject(createTooSlowError()), ms)
  pendingValue.catch(() => {}) // may still fail after the timeout
  try {
    return await Promise.race([pendingValue, promise])
  } finally {
    clearTimeout(timer)
  }
}

const createTooSlowError = () => new UserError(408, { key: 'error.upload_slow' })
