import { getCurrentOperation } from './runtime.ts'
import type { Random } from '../random.ts'

interface Turn {
  operation: string
  action: string
  take: () => void
}

/**
 * Decides which of the waiting operations continues. Operations wait for a turn before each database statement and each
 * call of another system, so the scheduler determines their interleaving.
 */
export class Scheduler {
  #turns: Turn[] = []

  get waiting(): number {
    return this.#turns.length
  }

  /** Waits until the scheduler gives the calling operation a turn. */
  waitForTurn(action: string): Promise<void> {
    return new Promise((take) => this.#turns.push({ operation: getCurrentOperation(), action, take }))
  }

  /** Lets one of the waiting operations continue and describes it. */
  continueOneTurn(random: Random): string {
    const index = random.below(this.#turns.length)
    const [{ operation, action, take }] = this.#turns.splice(index, 1) as [Turn]
    take()
    return `${operation}: ${action}`
  }

  /** Drops the waiting operations. They never continue. */
  clear(): void {
    this.#turns = []
  }
}
