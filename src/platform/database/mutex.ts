import { InfrastructureError } from '../infrastructure-error.ts'

export interface Mutex {
  isFree(): boolean
  acquire(): Promise<void>
  release(): void
}

/** Admits one caller at a time, in order of arrival. A caller that waits too long is rejected. */
export function createMutex(waitLimitMs: number): Mutex {
  const waiting = new Set<() => void>()
  let isLocked = false

  return {
    isFree: () => !isLocked,

    async acquire() {
      if (!isLocked) {
        isLocked = true
        return
      }
      await new Promise<void>((resolve, reject) => {
        const admit = () => {
          clearTimeout(timer)
          resolve()
        }
        const timer = setTimeout(() => {
          waiting.delete(admit)
          reject(
            new InfrastructureError(
              'database crowded',
              `Waited ${waitLimitMs / 1000} s for a transaction to end. ` +
                'Inside a transaction use its own handle, and await nothing but the database.',
            ),
          )
        }, waitLimitMs)
        waiting.add(admit)
      })
    },

    release() {
      const next = waiting.values().next().value
      if (!next) {
        isLocked = false
        return
      }
      waiting.delete(next)
      next()
    },
  }
}
