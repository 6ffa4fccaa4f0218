import { Kysely } from 'kysely'
import { createProductApi } from '#app/product-api.ts'
import { createJobHandlers, createScheduledTasks } from '#app/scheduled-tasks.ts'
import { GatewayError } from '#money/payments/gateway.ts'
import { receiveNotice, receiveReturn } from '#money/payments/notices.ts'
import { identity } from '#money/payments/sslcommerz/sslcommerz.ts'
import { authenticateToken } from '#people/accounts/session-store.ts'
import { runEachMinute } from '#platform/background/daily.ts'
import { startWorker } from '#platform/background/jobs.ts'
import type { Context } from '#platform/context.ts'
import { createAnnouncingDialect } from '#platform/database/announcing-dialect.ts'
import { trackContentVersion } from '#platform/database/content-version.ts'
import type { WholeDatabase } from '#platform/database/database.ts'
import { createNotifier, setNotifier } from '#platform/database/notifications.ts'
import { ApiError, UserError } from '#platform/errors.ts'
import { findInfrastructureCause } from '#platform/infrastructure-error.ts'
import type { EveryEndpointName } from '#routes/office.ts'
import type { Tables } from '#schema/tables.ts'
import { testInstallation } from '../request-context.ts'
import type { Random } from '../random.ts'
import type { ApiResponse, CallOptions } from '../test-app.ts'
import { createScheduledDialect } from './database.ts'
import type { SimulatedGateway } from './gateway.ts'
import { runAs, type SimulatedRuntime } from './runtime.ts'
import type { Scheduler } from './scheduler.ts'
import type { Trace } from './trace.ts'

/** The world around a process: it stays the same when a process dies and another one starts. */
export interface ProcessEnvironment {
  file: string
  runtime: SimulatedRuntime
  scheduler: Scheduler
  trace: Trace
  gateway: SimulatedGateway
  random: Random
  /** Called whenever committed data may have changed. */
  onChange(): void
  /** Called with an error that is a bug of the product. */
  onBug(error: unknown, where: string): void
}

/** A request whose process has died. The client does not know whether it succeeded. */
export class ConnectionLostError extends Error {}

/** The mail server rejects some emails for now. */
class MailServerDownError extends Error {}

/**
 * One life of the process: database connections, API, worker and scheduled tasks, as in buildApp but without a socket.
 * Requests are calls of the API: they pass the input check, permissions and idempotency, but no HTTP.
 */
export class SimulatedProcess {
  readonly #surroundings: ProcessEnvironment
  readonly #deathSignal = Promise.withResolvers<never>()
  readonly #servicesPromise: Promise<Services>
  #isDead = false

  constructor(surroundings: ProcessEnvironment) {
    this.#surroundings = surroundings
    this.#deathSignal.promise.catch(() => {})
    this.#servicesPromise = runAs('start', () => this.#start())
    this.#servicesPromise.catch((error: unknown) => this.#onError(error, 'start'))
  }

  /** Ends the process at once. Its requests fail, and whatever it was doing never continues. */
  crash(): void {
    this.#isDead = true
    this.#surroundings.scheduler.clear()
    this.#surroundings.runtime.loseProcess()
    this.#deathSignal.reject(new ConnectionLostError())
  }

  request = (name: EveryEndpointName, input: object, options: CallOptions): Promise<ApiResponse> =>
    this.#respond((services) => services.call(name, input, options))

  receiveNotice = (form: URLSearchParams): Promise<ApiResponse> =>
    this.#respond(({ db, context, gateways }) => receiveNotice({ db, context, gateways }, identity.name, form))

  receiveReturn = (token: string, hasLeft: boolean): Promise<ApiResponse> =>
    this.#respond(({ db, context }) => receiveReturn({ db, context }, token, hasLeft))

  #respond(work: (services: Services) => Promise<unknown>): Promise<ApiResponse> {
    const respond = async () => toResponse(() => this.#servicesPromise.then(work))
    return Promise.race([respond(), this.#deathSignal.promise])
  }

  /** Waits for the scheduler. A dead process waits forever. */
  readonly #turn = (action: string): Promise<void> =>
    this.#isDead ? new Promise(() => {}) : this.#surroundings.scheduler.waitForTurn(action)

  readonly #onError = (error: unknown, where: string): void => {
    const isExpected = error instanceof GatewayError || error instanceof MailServerDownError || isTimeout(error)
    if (!this.#isDead && !isExpected && !findInfrastructureCause(error)) this.#surroundings.onBug(error, where)
  }

  async #start(): Promise<Services> {
    const { file, runtime, trace, gateway, random, onChange } = this.#surroundings
    const turn = this.#turn
    const clock = () => runtime.now
    const dialect = createScheduledDialect(file, { turn, trace, onChange: () => this.#isDead || onChange() })
    const notifier = createNotifier()
    const db = new Kysely<Tables>({ dialect: createAnnouncingDialect(dialect, notifier) }) as WholeDatabase
    setNotifier(db, notifier)
    const context: Context = {
      clock,
      mailer: {
        place: 'the simulation',
        from: 'Selvage <mail@selvage.example>',
        async send() {
          await turn('mail')
          if (random.isTrue(0.05)) throw new MailServerDownError()
        },
        close() {},
      },
      publicUrl: 'https://selvage.example',
      sealer: null,
      isAllowedAddress: () => false,
      isLimited: false,
      onlinePayments: 'simulated',
      isDemo: true,
      installation: testInstallation,
    }
    const gateways = [gateway.connect(turn)]
    let version = 0
    const content = trackContentVersion(
      db,
      (latest) => (version = latest),
      (error) => this.#onError(error, 'content version'),
    )
    await content.refresh()
    content.watch()
    const api = createProductApi({
      db,
      context,
      gateways,
      describeApi: () => ({}),
      contentKey: () => String(version),
      addressOf: () => '192.0.2.1',
    })
    startWorker(db, clock, createJobHandlers(context, gateways), (error, job) => this.#onError(error, `job ${job}`))
    const { runDailyTasks, runMinutelyTasks, sendAutomaticEmails } = createScheduledTasks(db, context)
    for (const [name, task] of Object.entries({ runDailyTasks, runMinutelyTasks, sendAutomaticEmails }))
      runEachMinute(
        () => runAs(name, task),
        (error) => this.#onError(error, name),
      )
    return {
      db,
      context,
      gateways,
      async call(name, input, { token, key }) {
        const now = clock()
        const account = token ? await authenticateToken(db, now, token, 'en', context.isDemo) : null
        const caller = { account, language: 'en', address: '192.0.2.1', userAgent: '', visit: {} } as const
        const calls = api.client({
          ...caller,
          token: token ?? null,
          idempotencyKey: key ?? null,
          now,
          context,
        })
        return calls[name]!(input as Record<string, unknown>)
      },
    }
  }
}

interface Services {
  db: WholeDatabase
  context: Context
  gateways: readonly ReturnType<SimulatedGateway['connect']>[]
  call(name: EveryEndpointName, input: object, options: CallOptions): Promise<unknown>
}

/** A job that takes too long, because the clock moved while it waited. */
const isTimeout = (error: unknown) => error instanceof Error && error.message.startsWith('took longer than')

/** Returns the response as the server would send it. Throws bugs. */
async function toResponse(work: () => Promise<unknown>): Promise<ApiResponse> {
  const headers = new Headers()
  try {
    return { status: 200, headers, body: (await work()) ?? {} }
  } catch (error) {
    if (error instanceof ApiError || error instanceof UserError)
      return { status: error.status, headers, body: { message: error.message } }
    if (findInfrastructureCause(error)) return { status: 503, headers, body: {} }
    throw error
  }
}
