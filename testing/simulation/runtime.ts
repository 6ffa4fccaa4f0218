import { AsyncLocalStorage } from 'node:async_hooks'
import crypto from 'node:crypto'
import { syncBuiltinESMExports } from 'node:module'
import { DatabaseSync } from 'node:sqlite'
import timers from 'node:timers/promises'
import { createRandom } from '../random.ts'

/**
 * Time, randomness and database connections for one run: a clock that only `advance` moves, timers that fire when it
 * moves, and random bytes from a seed. The product imports these from Node, so Node's functions are replaced for code
 * that the run has started. All other code in this process still gets the real ones.
 */
export class SimulatedRuntime {
  now: number
  readonly #random: ReturnType<typeof createRandom>
  readonly #timers = new Map<number, Timer>()
  #lastTimer = 0
  readonly #connections = new Set<DatabaseSync>()

  constructor(seed: number, now: number) {
    this.#random = createRandom(seed)
    this.now = now
  }

  /** Moves the clock and runs the timers that are due, each at most once. */
  advance(ms: number): void {
    this.now += ms
    const dueTimers = [...this.#timers].filter(([, { at }]) => at <= this.now)
    for (const [id, timer] of dueTimers.toSorted(([, a], [, b]) => a.at - b.at)) {
      if (!this.#timers.has(id)) continue
      if (timer.everyMs === null) this.#timers.delete(id)
      else timer.at = this.now + timer.everyMs
      timer.run()
    }
  }

  /** Returns the time until the next timer, or null if there is none. */
  getMsUntilNextTimer(): number | null {
    const times = this.#timers.values().map(({ at }) => at)
    const nextTime = Math.min(...times)
    return nextTime === Infinity ? null : Math.max(0, nextTime - this.now)
  }

  /** Ends timers and database connections, as the death of a process does. Open transactions are rolled back. */
  loseProcess(): void {
    this.#timers.clear()
    for (const connection of this.#connections) connection.close()
    this.#connections.clear()
  }

  createBytes(length: number): Buffer {
    return Buffer.from(Array.from({ length }, () => this.#random.below(256)))
  }

  createInteger(min: number, max: number): number {
    return min + this.#random.below(max - min)
  }

  setTimer(run: () => void, ms: number, isRepeated: boolean): TimerHandle {
    const id = ++this.#lastTimer
    this.#timers.set(id, { at: this.now + ms, run, everyMs: isRepeated ? ms : null })
    return new TimerHandle(id)
  }

  clearTimer({ id }: TimerHandle): void {
    this.#timers.delete(id)
  }

  addConnection(connection: DatabaseSync): void {
    if (connection.isOpen) this.#connections.add(connection)
  }
}

interface Timer {
  at: number
  run: () => void
  /** Null: fires once. */
  everyMs: number | null
}

class TimerHandle {
  readonly id: number
  constructor(id: number) {
    this.id = id
  }
  unref(): this {
    return this
  }
}

/** The run and the operation that started a piece of code. */
interface Origin {
  runtime: SimulatedRuntime
  /** The operation that the code is part of. */
  operation: string
}

const origins = new AsyncLocalStorage<Origin | null>()

/** Runs work with a simulated runtime. Runs must not overlap. */
export async function runSimulated<T>(runtime: SimulatedRuntime, work: () => Promise<T>): Promise<T> {
  const restore = replaceFunctions()
  try {
    return await origins.run({ runtime, operation: '' }, work)
  } finally {
    restore()
  }
}

/** Runs work as part of a named operation. */
export const runAs = <T>(operation: string, work: () => T): T =>
  origins.run({ ...origins.getStore()!, operation }, work)

/** Runs work that is no part of the simulated process, such as a check. */
export const runOutside = <T>(work: () => T): T => origins.run(null, work)

export const getCurrentOperation = (): string => origins.getStore()?.operation ?? ''

const getCurrentRuntime = () => origins.getStore()?.runtime

function replaceFunctions(): () => void {
  const restoreFunctions: (() => void)[] = []
  /** Replaces a function of an object with a wrapper that has the original. */
  function replace<Target extends object, Name extends keyof Target>(
    target: Target,
    name: Name,
    wrap: (original: Target[Name]) => unknown,
  ): void {
    const originalMethod = target[name]
    target[name] = wrap(originalMethod) as Target[Name]
    restoreFunctions.push(() => void (target[name] = originalMethod))
  }
  /** Replaces a function with one that calls `simulated` in a run, and the original outside. */
  const redirect = <Target extends object, Name extends keyof Target>(
    target: Target,
    name: Name,
    simulated: (runtime: SimulatedRuntime, ...args: never[]) => unknown,
  ) =>
    replace(target, name, (original) => (...args: never[]) => {
      const runtime = getCurrentRuntime()
      return runtime ? simulated(runtime, ...args) : (original as (...all: never[]) => unknown).apply(target, args)
    })

  redirect(crypto, 'randomBytes', (runtime, length: number) => runtime.createBytes(length))
  redirect(crypto, 'randomInt', (runtime, min: number, max: number) => runtime.createInteger(min, max))
  redirect(Date, 'now', (runtime) => runtime.now)
  redirect(performance, 'now', (runtime) => runtime.now)
  redirect(Math, 'random', (runtime) => runtime.createInteger(0, 2 ** 32) / 2 ** 32)
  redirect(globalThis, 'setTimeout', (runtime, run: (...args: unknown[]) => void, ms: number, ...args: unknown[]) =>
    runtime.setTimer(() => run(...args), ms ?? 0, false),
  )
  redirect(globalThis, 'setInterval', (runtime, run: () => void, ms: number) => runtime.setTimer(run, ms, true))
  for (const name of ['clearTimeout', 'clearInterval'] as const)
    replace(globalThis, name, (original) => (timer: unknown) => {
      if (timer instanceof TimerHandle) getCurrentRuntime()?.clearTimer(timer)
      else original(timer as NodeJS.Timeout)
    })
  redirect(
    timers,
    'setTimeout',
    (runtime, ms: number, value: unknown) =>
      new Promise((resolve) => runtime.setTimer(() => resolve(value), ms ?? 0, false)),
  )
  // Exports of node:sqlite cannot be replaced, so the connections are found by their first statement.
  replace(
    DatabaseSync.prototype,
    'prepare',
    (prepare) =>
      function (this: DatabaseSync, ...args: Parameters<typeof prepare>) {
        getCurrentRuntime()?.addConnection(this)
        return prepare.apply(this, args)
      },
  )
  replace(
    DatabaseSync.prototype,
    'exec',
    (exec) =>
      function (this: DatabaseSync, statement: string) {
        getCurrentRuntime()?.addConnection(this)
        // The operating system keeps what a killed process has written, so the runs need not wait for the disk.
        const isSync = getCurrentRuntime() !== undefined && statement === 'pragma synchronous = full'
        exec.call(this, isSync ? 'pragma synchronous = off' : statement)
      },
  )
  syncBuiltinESMExports()
  return () => {
    for (const restore of restoreFunctions) restore()
    syncBuiltinESMExports()
  }
}
