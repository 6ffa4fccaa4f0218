import crypto from 'node:crypto'
import { syncBuiltinESMExports } from 'node:module'

/** The parameters of one password hash, without its secrets. */
interface HashCall {
  memory: number
  passes: number
  parallelism: number
  tagLength: number
  nonceBytes: number
}

export interface WatchedHashes {
  /** All hashes so far, in order. */
  calls: HashCall[]
  /** Delays the next hashes, at most `maxCount`, until the returned function is called. */
  hold(maxCount?: number): () => void
  /** Restores the original hash function. */
  restore(): void
}

const cheapParameters = { memory: 8, passes: 1, parallelism: 1 }

/**
 * Records the password hashes of this process. With `areCheap` a test can compute hundreds of hashes. Passwords hashed
 * in the meantime still verify.
 */
export function watchHashes({ areCheap = false } = {}): WatchedHashes {
  const { argon2 } = crypto
  const calls: HashCall[] = []
  let holdState = { remaining: 0, released: Promise.resolve() }
  const watchArgon2 = (...[algorithm, parameters, callback]: Parameters<typeof argon2>): void => {
    const { memory, passes, parallelism, tagLength, nonce } = parameters
    calls.push({ memory, passes, parallelism, tagLength, nonceBytes: (nonce as Buffer).byteLength })
    const releasePromise = holdState.remaining-- > 0 ? holdState.released : Promise.resolve()
    void releasePromise.then(() => argon2(algorithm, { ...parameters, ...(areCheap && cheapParameters) }, callback))
  }
  replaceArgon2(watchArgon2 as typeof argon2)
  return {
    calls,
    hold(maxCount = Infinity) {
      const { promise, resolve } = Promise.withResolvers<void>()
      holdState = { remaining: maxCount, released: promise }
      return resolve
    },
    restore: () => replaceArgon2(argon2),
  }
}

/** Replaces `argon2` also for modules that import it by name. */
function replaceArgon2(argon2: typeof crypto.argon2): void {
  crypto.argon2 = argon2
  syncBuiltinESMExports()
}
