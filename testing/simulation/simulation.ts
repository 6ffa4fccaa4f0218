import assert from 'node:assert/strict'
import { copyFile, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setImmediate as nextLoop } from 'node:timers/promises'
import { readStays, type DeskStay } from '#front-desk/desk/stays.ts'
import { isoDay, parseDay } from '#platform/day.ts'
import type { WholeDatabase } from '#platform/database/database.ts'
import { createRandom, type Random } from '../random.ts'
import { MONDAY_MORNING_IN_DHAKA } from '../start-time.ts'
import { openObserver } from './database.ts'
import { SimulatedGateway } from './gateway.ts'
import { assertFinalState, assertInvariants } from './invariants.ts'
import { SimulatedOperations } from './operations.ts'
import { ConnectionLostError, SimulatedProcess, type ProcessEnvironment } from './process.ts'
import { runAs, runSimulated, SimulatedRuntime } from './runtime.ts'
import { Scheduler } from './scheduler.ts'
import type { Template } from './template.ts'
import { Trace } from './trace.ts'
import { HOUR_MS, MINUTE_MS } from '#platform/durations.ts'

const clockJumps = [1_000, MINUTE_MS, 6 * MINUTE_MS, 31 * MINUTE_MS, 3 * HOUR_MS, 12 * HOUR_MS, 24 * HOUR_MS]
/** Long enough for all jobs: refunds, emails that failed, and payments that the gateway does not know. */
const finalJumps = [20 * MINUTE_MS, ...Array<number>(3).fill(26 * HOUR_MS)]
/** An operation that waits for nothing in the simulation is stuck. */
const MAX_IDLE_JUMPS = 100

const MAX_STEPS = 20_000

export interface Outcome {
  seed: number
  /** The hash of the sequence of operations, statements and results. */
  trace: string
  /** Only of a recorded run. */
  lines: readonly string[]
  operations: number
  statements: number
  crashes: number
  /** Payments that guests made at the gateway. */
  payments: number
  /** Null: all invariants hold. */
  failure: string | null
}

/** Runs one seed. Two runs of the same seed do exactly the same. */
export async function simulate(template: Template, seed: number, isRecorded = false): Promise<Outcome> {
  const folder = await mkdtemp(join(tmpdir(), 'simulation-'))
  const file = join(folder, 'run.sqlite')
  await copyFile(template.file, file)
  const observer = openObserver(file)
  try {
    const simulation = new Simulation({ template, seed, file, observer: observer.db, isRecorded })
    return await runSimulated(simulation.runtime, () => simulation.run())
  } finally {
    await observer.close()
    await rm(folder, { recursive: true })
  }
}

interface Options {
  template: Template
  seed: number
  file: string
  observer: WholeDatabase
  isRecorded: boolean
}

class Simulation {
  readonly runtime: SimulatedRuntime
  readonly #options: Options
  /** Decides what happens next. */
  readonly #random: Random
  /** Chooses the details of operations. */
  readonly #choices: Random
  readonly #scheduler = new Scheduler()
  readonly #trace: Trace
  readonly #gateway: SimulatedGateway
  readonly #surroundings: ProcessEnvironment
  readonly #runningOperations = new Set<string>()
  #process: SimulatedProcess | undefined
  #startedCount = 0
  #crashCount = 0
  #stepCount = 0
  #hasChanged = false
  #failure: string | null = null

  constructor(options: Options) {
    const { seed, file, isRecorded } = options
    this.#options = options
    this.#random = createRandom(seed)
    this.#choices = createRandom(seed + 0x1000_0000)
    const faultRandom = createRandom(seed + 0x2000_0000)
    this.runtime = new SimulatedRuntime(seed + 0x3000_0000, MONDAY_MORNING_IN_DHAKA)
    this.#trace = new Trace(isRecorded)
    this.#gateway = new SimulatedGateway(faultRandom)
    this.#surroundings = {
      file,
      runtime: this.runtime,
      scheduler: this.#scheduler,
      trace: this.#trace,
      gateway: this.#gateway,
      random: faultRandom,
      onChange: () => (this.#hasChanged = true),
      onBug: (error, where) => this.#fail(error, where),
    }
  }

  async run(): Promise<Outcome> {
    try {
      const operations = await this.#open()
      await this.#runAtRandom(operations)
      await this.#finish(operations)
    } catch (error) {
      this.#fail(error, 'check')
    }
    this.#process?.crash()
    return {
      seed: this.#options.seed,
      trace: this.#trace.digest(),
      lines: this.#trace.lines,
      operations: this.#startedCount,
      statements: this.#trace.statements,
      crashes: this.#crashCount,
      payments: this.#gateway.payments.length,
      failure: this.#failure,
    }
  }

  async #open(): Promise<SimulatedOperations> {
    const { observer, template } = this.#options
    this.#process = new SimulatedProcess(this.#surroundings)
    const stage = {
      process: () => this.#process!,
      gateway: this.#gateway,
      tokens: template.tokens,
      observer,
      day: (fromToday: number) =>
        isoDay(parseDay(new Date(this.runtime.now + 6 * HOUR_MS).toISOString().slice(0, 10))! + fromToday),
    }
    const openingPromise = SimulatedOperations.open(stage, (name, form) =>
      this.#process!.request(name, form, { token: template.tokens.owner }),
    )
    let isOpen = false
    void openingPromise.finally(() => (isOpen = true)).catch(() => {})
    while (!isOpen) await this.#continue()
    return openingPromise
  }

  async #runAtRandom(operations: SimulatedOperations): Promise<void> {
    const random = this.#random
    const maxConcurrent = random.between(1, 5)
    let remainingOperations = random.between(4, 10)
    while (!this.#failure && (remainingOperations > 0 || this.#runningOperations.size > 0)) {
      if (remainingOperations > 0 && this.#runningOperations.size < maxConcurrent && random.isTrue(0.1)) {
        remainingOperations--
        await this.#startOne(operations)
      } else if (random.isTrue(1 / 300)) this.#crash()
      else if (random.isTrue(1 / 100)) this.#advance(random.oneOf(clockJumps))
      else await this.#continue()
      await this.#check(operations)
    }
  }

  /** Makes the gateway reliable, lets everything finish, and checks the result. */
  async #finish(operations: SimulatedOperations): Promise<void> {
    this.#gateway.isReliable = true
    for (const jumpMs of finalJumps) {
      this.#advance(jumpMs)
      do {
        await this.#continue()
        await waitUntilSettled()
        await this.#check(operations)
      } while (!this.#failure && this.#scheduler.waiting > 0)
    }
    if (this.#failure) return
    const { observer } = this.#options
    const knowledge = { acknowledged: operations.acknowledged, gateway: this.#gateway }
    await assertFinalState(observer, knowledge, this.runtime.now)
  }

  async #startOne(operations: SimulatedOperations): Promise<void> {
    const stays = await this.#readStays(operations)
    const { name, carryOut } = operations.choose(this.#choices, stays)
    const operation = `${++this.#startedCount} ${name}`
    this.#trace.add(`${operation} starts`)
    this.#runningOperations.add(operation)
    runAs(operation, carryOut)
      .then(
        (result) => this.#trace.add(`${operation} ends: `, describeResult(result)),
        (error: unknown) => {
          this.#trace.add(`${operation} ends: `, String(error))
          if (!(error instanceof ConnectionLostError)) this.#fail(error, operation)
        },
      )
      .finally(() => this.#runningOperations.delete(operation))
      .catch(() => {})
  }

  /** Lets one operation continue. If none can, time passes until the next timer. */
  async #continue(): Promise<void> {
    assert.ok(++this.#stepCount < MAX_STEPS, `does not end: ${[...this.#runningOperations].join(', ')}`)
    for (let jumpCount = 0; this.#scheduler.waiting === 0; jumpCount++) {
      await waitUntilSettled()
      if (this.#scheduler.waiting > 0 || this.#runningOperations.size === 0) break
      const waitMs = this.runtime.getMsUntilNextTimer()
      assert.ok(waitMs !== null && jumpCount < MAX_IDLE_JUMPS, `stuck: ${[...this.#runningOperations].join(', ')}`)
      this.#advance(waitMs)
    }
    if (this.#scheduler.waiting > 0) this.#trace.add(this.#scheduler.continueOneTurn(this.#random))
    // Statements of one turn of the event loop share a commit. So some statements run in the same turn as the previous.
    if (this.#random.isTrue(0.3)) await new Promise<void>((resolve) => process.nextTick(resolve))
    else await waitUntilSettled()
  }

  #advance(ms: number): void {
    this.#trace.add(`clock + ${ms / MINUTE_MS} min`)
    runAs('timer', () => this.runtime.advance(ms))
  }

  /** The process dies between two statements, and another one starts on the same database. */
  #crash(): void {
    this.#trace.add('crash')
    this.#crashCount++
    this.#process!.crash()
    this.#process = new SimulatedProcess(this.#surroundings)
  }

  async #check({ acknowledged }: SimulatedOperations): Promise<void> {
    if (!this.#hasChanged) return
    this.#hasChanged = false
    await assertInvariants(this.#options.observer, { acknowledged, gateway: this.#gateway })
  }

  async #readStays({ roomIds }: SimulatedOperations): Promise<DeskStay[]> {
    const { observer } = this.#options
    const rows = await observer
      .selectFrom('booking')
      .select('id')
      .where('room_id', 'in', roomIds)
      .orderBy('id')
      .execute()
    return readStays(
      observer,
      rows.map(({ id }) => id),
    )
  }

  #fail(error: unknown, where: string): void {
    this.#failure ??= `${where}: ${(error as Error).stack}`
  }
}

/** Waits until everything has run that waits neither for the scheduler nor for a timer, including group commits. */
async function waitUntilSettled(): Promise<void> {
  await nextLoop()
  await nextLoop()
}

const describeResult = (result: unknown): string => {
  const responses = [result].flat() as ({ status?: number; body?: unknown } | null | undefined)[]
  return responses.map((response) => `${response?.status ?? ''} ${JSON.stringify(response?.body ?? null)}`).join(', ')
}
