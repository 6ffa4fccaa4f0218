import { InfrastructureError } from '../infrastructure-error.ts'

export interface Mutex {
  isFree(): boolean
  acquire(): Promise<void>
  release(): void
}

/** Admits one caller at a time, in order of arrival. A caller that waits too long is rejected. */
export function createMutex(waitLimitMs: number): Mutex {
  const waitingCalls = new Set<() => void>()
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
          waitingCalls.delete(admit)
          reject(
            new InfrastructureError(
              'database busy',
              `Waited ${waitLimitMs / 1000} s for a transaction to end. ` +
                'Inside a transaction use its own handle, and await nothing but the database.',
            ),
          )
        }, waitLimitMs)
        waitingCalls.add(admit)
      })
    },

    release() {
      const admitNext = waitingCalls.values().next().value
      if (!admitNext) {
        isLocked = false
        return
      }
      waitingCalls.delete(admitNext)
      admitNext()
    },
  }
}
