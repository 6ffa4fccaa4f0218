import assert from 'node:assert/strict'
import { argon2Sync, randomBytes } from 'node:crypto'
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before } from 'node:test'
import { buildApp, prepareDatabase } from '#app/app.ts'
import { toEmailKey, toUsernameKey } from '#people/accounts/names.ts'
import { writeCompany } from '#content/company.ts'
import type { Installation, TimeLimits } from '#platform/context.ts'
import type { OpenDatabase, WholeDatabase } from '#platform/database/database.ts'
import { getNotifier, setNotifier } from '#platform/database/notifications.ts'
import { isoDay, parseDay } from '#platform/day.ts'
import type { Worker } from '#platform/background/jobs.ts'
import { createAddressCheck } from '#platform/external/fetch.ts'
import { openSealer } from '#platform/files/seal.ts'
import { openMailer } from '#platform/mail/mailer.ts'
import { getOnlinePaymentMode } from '#app/gateways.ts'
import { readSettings } from '#app/settings.ts'
import { everyEndpoint, type EveryEndpointName } from '#routes/office.ts'
import { scaleTimeout } from './patience.ts'
import { testInstallation } from './request-context.ts'
import { MONDAY_MORNING_IN_DHAKA } from './start-time.ts'
import type { TestFile } from './upload-files.ts'
import type { DatabaseContent, TestDatabase, TestEngine } from './engines.ts'
import { HOUR_MS } from '#platform/durations.ts'

/** The whole product on its own database, with a frozen clock, reached over HTTP. */
export interface TestApp {
  url: string
  /** The site URL in emails. */
  publicUrl: string
  db: WholeDatabase
  at: TestDatabase['at']
  worker: Worker
  clock: { now: number; advance(ms: number): void }
  /** Returns a date relative to today on the test clock, YYYY-MM-DD. */
  day(fromToday: number): string
  call(name: EveryEndpointName, input?: object, options?: CallOptions): Promise<ApiResponse>
  /** Calls an endpoint, asserts that it succeeds, and returns the body of the response. */
  callOk(name: EveryEndpointName, input?: object, options?: CallOptions): Promise<ApiResponse['body']>
  get(path: string, headers?: Record<string, string>): Promise<Response>
  /** Sends any request. Redirects are not followed. */
  fetch(path: string, request?: RequestInit): Promise<Response>
  /** Signs in a demo account and returns its token. */
  signIn(username: string): Promise<string>
  newGuest(): Promise<string>
  runDailyJobs(): Promise<void>
  /** Sends the automatic emails to guests that are due, such as reminders. */
  sendDueEmails(): Promise<void>
  /** Writes the counted visits to the database, as the server does periodically. */
  writeVisits(): Promise<void>
  /** Runs all due jobs and returns the sent emails as raw text. */
  deliverEmails(): Promise<string[]>
  /** Stops the server and starts it again on the same database. */
  restart(): Promise<void>
  close(): Promise<void>
}
export interface CallOptions {
  token?: string | undefined
  language?: string
  key?: string
  multipart?: boolean
  /** Sends a multipart form with these files. Lists are encoded as JSON. */
  files?: readonly TestFile[]
}
export interface ApiResponse {
  status: number
  headers: Headers
  // eslint-disable-next-line typescript/no-explicit-any -- tests read any field of a response
  body: any
}

/** With a frozen clock, emails differ only by their number, so the order is numeric. */
const compareNumbers = new Intl.Collator('en', { numeric: true }).compare
export { MONDAY_MORNING_IN_DHAKA }

/**
 * The demo content with cheap password hashes, because tests sign in hundreds of times; sign-in.test.ts tests the real
 * cost. Online payment is off by default.
 */
export const demoContent: DatabaseContent = Object.assign(fillDemo, { sharedAs: 'demo' })

async function fillDemo(database: OpenDatabase): Promise<void> {
  await prepareDatabase(database, () => MONDAY_MORNING_IN_DHAKA, true)
  await writeCompany(database.db, { takesOnlinePayments: false })
  for (const [username, password] of Object.entries(passwordsByUsername))
    await database.db
      .updateTable('account')
      .set({ password: computeCheapHash(password) })
      .where('username', '=', username)
      .execute()
}

/** An empty database with one owner, who has the password of the demo owner. */
export const ownerOnlyContent: DatabaseContent = Object.assign(fillOwner, { sharedAs: 'owner' })

async function fillOwner(database: OpenDatabase): Promise<void> {
  await prepareDatabase(database, () => MONDAY_MORNING_IN_DHAKA, false)
  await database.db
    .insertInto('account')
    .values({
      role: 'owner',
      name: 'Lena',
      email: 'lena@begins.example',
      email_key: toEmailKey('lena@begins.example'),
      email_confirmed_at: MONDAY_MORNING_IN_DHAKA,
      username: 'owner',
      username_key: toUsernameKey('owner'),
      password: computeCheapHash(passwordsByUsername.owner),
      created_at: MONDAY_MORNING_IN_DHAKA,
    })
    .execute()
}

export const passwordsByUsername = {
  owner: 'selvage-owner-1995',
  staff: 'selvage-staff-1995',
  anna: 'hamburg-to-dhaka',
} as const

function computeCheapHash(message: string): string {
  const nonce = randomBytes(16)
  const tag = argon2Sync('argon2id', { message, nonce, memory: 8, passes: 1, parallelism: 1, tagLength: 32 })
  return ['', 'argon2id', 'v=19', 'm=8,t=1,p=1', ...[nonce, tag].map((each) => each.toString('base64'))].join('$')
}

/**
 * Starts the app before the tests of the current block and closes it after them. The returned object has no properties
 * before that.
 */
export function setUpTestApp(...options: Parameters<typeof startTestApp>): TestApp {
  const app = {} as TestApp
  before(
    async () => void Object.defineProperties(app, Object.getOwnPropertyDescriptors(await startTestApp(...options))),
  )
  after(() => app.close())
  return app
}

/** Starts the app on a free port, or on PORT: passkeys belong to an address that must be known in advance. */
export async function startTestApp(
  engine: TestEngine,
  environment: Record<string, string> = {},
  content: DatabaseContent = demoContent,
  timeLimits: Partial<TimeLimits> = {},
  installation: Partial<Installation> = {},
): Promise<TestApp> {
  const database = await engine.filled(content)
  const { db } = database
  if (!engine.isNotified) letJobsWait(db, engine.pollsJobs)
  const clock = { now: MONDAY_MORNING_IN_DHAKA, advance: (ms: number) => void (clock.now += ms) }
  const folder = await mkdtemp(join(tmpdir(), 'house-'))
  const dataFolder = await mkdtemp(join(tmpdir(), 'data-'))
  const settings = readSettings({ LOG_LEVEL: 'silent', RATE_LIMIT: 'off', DATA_DIR: dataFolder, ...environment })
  const mailer = openMailer({ smtpUrl: settings.SMTP_URL, folder, from: settings.MAIL_FROM })
  const publicUrl = settings.PUBLIC_URL ?? 'https://selvage.example'
  const startServer = async () => {
    const context = {
      clock: () => clock.now,
      mailer,
      publicUrl,
      replyAddress: settings.MAIL_REPLY_TO,
      sealer: openSealer({ key: settings.SEAL_KEY, folder: settings.DATABASE_URL === undefined ? dataFolder : null }),
      isAllowedAddress: createAddressCheck(settings.REACH_INSIDE),
      isLimited: settings.RATE_LIMIT === 'on',
      onlinePayments: getOnlinePaymentMode(settings, settings.SEED !== 'none'),
      isDemo: settings.SEED !== 'none',
      installation: {
        ...testInstallation,
        startedAt: clock.now,
        dataFolder,
        ...installation,
      },
      // The server and its client share this process: while it renders, the headers of a request have to wait.
      timeLimits: { headers: scaleTimeout(60_000), ...timeLimits },
    }
    const builtApp = await buildApp(db, context, settings)
    await builtApp.app.listen({ host: '127.0.0.1', port: 'PORT' in environment ? settings.PORT : 0 })
    return { ...builtApp, url: `http://127.0.0.1:${(builtApp.app.server.address() as AddressInfo).port}` }
  }
  let runningServer = await startServer()
  const call: TestApp['call'] = (name, input, options) => callEndpoint(runningServer.url, name, input, options)
  const request: TestApp['fetch'] = (path, init) => fetch(runningServer.url + path, { redirect: 'manual', ...init })

  return {
    db,
    at: database.at,
    clock,
    publicUrl,
    get url() {
      return runningServer.url
    },
    get worker() {
      return runningServer.worker
    },
    day: (fromToday) => isoDay(parseDay(new Date(clock.now + 6 * HOUR_MS).toISOString().slice(0, 10))! + fromToday),
    call,
    async callOk(name, input, options) {
      const { status, body } = await call(name, input, options)
      assert.equal(status, 200, `${name}: ${JSON.stringify(body)}`)
      return body
    },
    get: (path, headers = {}) => request(path, { headers }),
    fetch: request,
    async signIn(username) {
      const { status, body } = await call('userLogin', {
        username,
        password: passwordsByUsername[username as keyof typeof passwordsByUsername],
      })
      if (status !== 200) throw new Error(`${username} could not sign in: ${JSON.stringify(body)}`)
      return body.access_token
    },
    async newGuest() {
      const { body } = await call('guestRegister', {
        name: 'Rafiq Islam',
        email: 'rafiq@guest.example',
        phone: '+8801700000004',
      })
      return body.access_token
    },
    async deliverEmails() {
      await runningServer.worker.runDue()
      const names = await readdir(folder)
      return Promise.all(names.sort(compareNumbers).map((name) => readFile(join(folder, name), 'utf8')))
    },
    runDailyJobs: () => runningServer.runDailyTasks(),
    sendDueEmails: () => runningServer.sendAutomaticEmails(),
    writeVisits: () => runningServer.visits.write(),
    async restart() {
      await runningServer.app.close()
      runningServer = await startServer()
    },
    async close() {
      await runningServer.app.close()
      mailer.close()
      await database.close()
      for (const folderToRemove of [folder, dataFolder]) await rm(folderToRemove, { recursive: true })
    },
  }
}

/** Lets the worker poll only, so that a test can look at a job that waits. */
function letJobsWait(db: WholeDatabase, isPolling = true): void {
  const notifier = getNotifier(db)
  setNotifier(db, {
    ...notifier,
    register: (watch) => (watch.topics.includes('jobs') ? () => {} : notifier.register(watch)),
    getPollMs: (pollMs) => (isPolling ? pollMs : Infinity),
  })
}

export async function callEndpoint(
  url: string,
  name: EveryEndpointName,
  input: object = {},
  options: CallOptions = {},
): Promise<ApiResponse> {
  const [method, path] = everyEndpoint[name]
  const queryString =
    method === 'GET' ? '?' + new URLSearchParams(Object.entries(input).map(([key, value]) => [key, String(value)])) : ''
  const form = new FormData()
  const isForm = options.multipart || options.files !== undefined
  const toFormValue = (value: unknown) => (Array.isArray(value) ? JSON.stringify(value) : String(value))
  if (isForm) for (const [key, value] of Object.entries(input)) form.append(key, toFormValue(value))
  for (const { name: fileName, bytes } of options.files ?? [])
    form.append('files', new Blob([bytes as Buffer<ArrayBuffer>]), fileName)
  const response = await fetch(url + path + queryString, {
    method,
    headers: {
      ...(options.token && { authorization: `Bearer ${options.token}` }),
      ...(options.language && { 'accept-language': options.language }),
      ...(options.key && { 'idempotency-key': options.key }),
      ...(method === 'POST' && !isForm && { 'content-type': 'application/json' }),
    },
    ...(method === 'POST' && { body: isForm ? form : JSON.stringify(input) }),
  })
  const text = await response.text()
  return {
    status: response.status,
    headers: response.headers,
    body: isJson(response) ? JSON.parse(text) : text || null,
  }
}

const isJson = ({ headers }: Response) => headers.get('content-type')?.startsWith('application/json') ?? false
