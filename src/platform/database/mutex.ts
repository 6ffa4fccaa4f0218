import { InfrastructureError } from '../infrastructure-error.ts'

export interface Mutex {
  isFree(): boolean
  acquire(): Promise<void>
  release(): void
}

/** Admits one caller at a time, in order of arrival. A caller that waits too long is rejected. */
export function createMutex(waitLimitMs: number): Mutex {
  const waiting = new Set<() => void>()
  let taken = false

  return {
    isFree: () => !taken,

    async acquire() {
      if (!taken) {
        taken = true
        return
      }
      await new Promise<void>((resolve, reject) => {
        const enter = () => {
          clearTimeout(limit)
          resolve()
        }
        const limit = setTimeout(() => {
          waiting.delete(enter)
          reject(
            new InfrastructureError(
              'database crowded',
              `Waited ${waitLimitMs / 1000} s for a transaction to end. ` +
                'Inside a transaction use its own handle, and await nothing but the database.',
            ),
          )
        }, waitLimitMs)
        waiting.add(enter)
      })
    },

    release() {
      const next = waiting.values().next().value
      if (!next) {
        taken = false
        return
      }
      waiting.delete(next)
      next()
    },
  }
}
