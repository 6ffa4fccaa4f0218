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
  /** Every hash since the beginning, in order. */
  calls: HashCall[]
  /** Makes the next hashes wait until the returned function is called: so many, or all. */
  hold(most?: number): () => void
  /** Gives the process its own hashes back. */
  restore(): void
}

const cheap = { memory: 8, passes: 1, parallelism: 1 }

/**
 * Watches the password hashes of this process. Cheap hashes cost no time: a test may then compute hundreds, and still
 * everything that was hashed meanwhile is recognized.
 */
export function watchHashes({ areCheap = false } = {}): WatchedHashes {
  const { argon2 } = crypto
  const calls: HashCall[] = []
  let hold = { most: 0, released: Promise.resolve() }
  const watched = (...[algorithm, parameters, done]: Parameters<typeof argon2>): void => {
    const { memory, passes, parallelism, tagLength, nonce } = parameters
    calls.push({ memory, passes, parallelism, tagLength, nonceBytes: (nonce as Buffer).byteLength })
    const released = hold.most-- > 0 ? hold.released : Promise.resolve()
    void released.then(() => argon2(algorithm, { ...parameters, ...(areCheap && cheap) }, done))
  }
  replace(watched as typeof argon2)
  return {
    calls,
    hold(most = Infinity) {
      const { promise, resolve } = Promise.withResolvers<void>()
      hold = { most, released: promise }
      return resolve
    },
    restore: () => replace(argon2),
  }
}

/** Other modules import `argon2` by name, and see the change as well. */
function replace(argon2: typeof crypto.argon2): void {
  crypto.argon2 = argon2
  syncBuiltinESMExports()
}
