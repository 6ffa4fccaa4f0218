import type { RequestListener, ServerResponse } from 'node:http'
import { toNodeHandler } from '#money/gateway-simulator/http.ts'
import { openSimulator, type Simulator } from '#money/gateway-simulator/simulator.ts'
import { writeCompany } from '#content/company.ts'
import type { TestEngine } from './engines.ts'
import { MONDAY_MORNING_IN_DHAKA, startTestApp, type TestApp } from './test-app.ts'
import { pressButton, startHttpServer } from './gateway-simulator.ts'
import { createStayForm } from './stay-form.ts'

/** A test server with a store at a simulated payment gateway, connected over real HTTP, with the actions of guests. */
export interface PayingApp extends TestApp {
  /** Books a room as a guest, with online payment. */
  hold(overrides?: object): Promise<HeldStay>
  /** Starts the payment of a stay and returns the URL of the gateway's page. */
  open(heldStay: Pick<HeldStay, 'code' | 'token'>): Promise<string>
  /** Presses a button on the gateway's page and returns to the site, unless `choices.gone` is set. */
  press(page: string, button: string, choices?: Record<string, string>): Promise<GatewayReturn>
  /** Makes the next responses of the gateway fail. */
  injectFault(fault: { questions: string; fault: string; times?: string; tran_id?: string }): Promise<void>
  /** Changes the gateway's responses to the app's queries about payments. Null ends the changes. */
  changeReplies(replyChange: ReplyChange | null): void
  /** Runs the due jobs and waits for pending gateway notices. */
  settle(): Promise<void>
  /** Advances the clock in steps and runs the due jobs after each step. */
  advanceClock(ms: number, steps?: number): Promise<void>
  /** Returns the number of queries to the gateway, optionally only those whose URL contains one of the ids. */
  countQueries(...ids: string[]): number
  readPaymentState(code: string): Promise<PaymentState>
  readOutcome(gatewayReturn: GatewayReturn): Promise<Record<string, unknown>>
}

/** Replaces a response with an object or a raw body. */
export type ReplyChange = (response: Record<string, unknown>, url: string) => object | string

export interface HeldStay {
  code: string
  token: string
  total: number
}

export interface GatewayReturn {
  /** The redirect target after the return; null if the browser has not returned. */
  to: string | null
  /** The payment token in the return URL. */
  payment: string
  fields: URLSearchParams
}

interface PaymentState {
  status: string
  payment: string
  attempts: string[]
  receipts: string[]
  refunds: string[]
}

const STORE = { storeId: 'selvage', password: 'a+secret of/১২৩&more' }

export async function startPayingApp(
  engine: TestEngine,
  environment: Record<string, string> = {},
  options: { slowMs?: number } = {},
): Promise<PayingApp> {
  let handleRequest: RequestListener | undefined
  let replyChange: ReplyChange | null = null
  const gatewayQueries: string[] = []
  const simulatorServer = await startHttpServer((request, reply) => handleRequest!(request, reply))
  const gatewayServer = await startHttpServer((request, reply) => {
    const url = request.url!
    const isAboutPayment = url.startsWith('/validator/')
    if (isAboutPayment) gatewayQueries.push(url)
    if (isAboutPayment && replyChange) void sendChangedReply(url, replyChange, reply)
    else handleRequest!(request, reply)
  })
  async function sendChangedReply(url: string, changeReply: ReplyChange, reply: ServerResponse): Promise<void> {
    const response = await fetch(simulatorServer.url + url)
    const changedReply = changeReply((await response.json()) as Record<string, unknown>, url)
    reply.writeHead(200, { 'content-type': 'application/json' })
    reply.end(typeof changedReply === 'string' ? changedReply : JSON.stringify(changedReply))
  }
  const pendingNotices = new Set<Promise<unknown>>()
  let app: TestApp | undefined
  const simulator: Simulator = await openSimulator({
    file: null,
    baseUrl: gatewayServer.url,
    clock: () => app?.clock.now ?? MONDAY_MORNING_IN_DHAKA,
    lateMs: 100,
    ...STORE,
    ...options,
    deliver(url, body) {
      const delivery = app!
        .fetch(new URL(url).pathname, { method: 'POST', headers: { 'content-type': formType }, body })
        .then(({ status }) => void (status >= 400 && Promise.reject(new Error(`status ${status}`))))
      pendingNotices.add(delivery)
      return delivery.finally(() => pendingNotices.delete(delivery))
    },
  })
  handleRequest = toNodeHandler(simulator)
  app = await startTestApp(engine, {
    SSLCOMMERZ_URL: gatewayServer.url,
    SSLCOMMERZ_STORE_ID: STORE.storeId,
    SSLCOMMERZ_STORE_PASSWORD: STORE.password,
    ...environment,
  })
  await writeCompany(app.db, { takesOnlinePayments: true })
  const runningApp = app
  const injectFault: PayingApp['injectFault'] = async (fault) => {
    const body = new URLSearchParams({ store_id: STORE.storeId, store_passwd: STORE.password, ...fault })
    const { status } = await fetch(`${gatewayServer.url}/control`, { method: 'POST', body })
    if (status !== 200) throw new Error(`the simulator rejected the fault: ${status}`)
  }
  const settle = async () => {
    do {
      await Promise.allSettled(pendingNotices)
      await runningApp.worker.runDue()
    } while (pendingNotices.size > 0)
  }
  let lastBookedDay = 30
  return Object.assign(Object.create(runningApp) as TestApp, {
    injectFault,
    changeReplies: (newReplyChange: ReplyChange | null) => void (replyChange = newReplyChange),
    settle,
    countQueries: (...ids: string[]) =>
      gatewayQueries.filter((url) => ids.length === 0 || ids.some((id) => url.includes(id))).length,
    async hold(overrides: object = {}) {
      const from = (lastBookedDay += 3)
      const nights = { checkin: runningApp.day(from), checkout: runningApp.day(from + 2) }
      const token = await runningApp.newGuest()
      const form = createStayForm(runningApp, { slug: 'family', paymenttype: 1, ...nights, ...overrides })
      const { status, body } = await runningApp.call('requestGuestBooking', form, { token })
      if (status !== 200) throw new Error(`not booked: ${JSON.stringify(body)}`)
      return { code: body.booking_id, token, total: body.total }
    },
    async open({ code, token }: Pick<HeldStay, 'code' | 'token'>) {
      const { status, body } = await runningApp.call('startPayment', { id: code }, { token })
      if (status !== 200) throw new Error(`not opened: ${JSON.stringify(body)}`)
      return body.url
    },
    async press(page: string, button: string, choices: Record<string, string> = {}): Promise<GatewayReturn> {
      const { gone, ...otherChoices } = choices
      const { returnForm } = await pressButton(page, button, otherChoices)
      if (!returnForm) return { to: null, payment: '', fields: new URLSearchParams() }
      const path = new URL(returnForm.url).pathname
      const payment = path.split('/')[4]!
      if (gone) return { to: null, payment, fields: returnForm.fields }
      const headers = { 'content-type': formType, origin: gatewayServer.url, 'sec-fetch-site': 'cross-site' }
      const response = await runningApp.fetch(path, { method: 'POST', headers, body: returnForm.fields.toString() })
      if (response.status !== 303) throw new Error(`the return page responded with ${response.status}`)
      return { to: response.headers.get('location'), payment, fields: returnForm.fields }
    },
    async advanceClock(ms: number, steps = 12) {
      for (let step = 0; step < steps; step++) {
        runningApp.clock.advance(ms / steps)
        await settle()
      }
    },
    async readPaymentState(code: string) {
      const stay = await runningApp.db
        .selectFrom('booking')
        .selectAll()
        .where('code', '=', code)
        .executeTakeFirstOrThrow()
      const attempts = runningApp.db
        .selectFrom('payment_attempt')
        .selectAll()
        .where('stay_code', '=', code)
        .orderBy('id')
      const receipts = runningApp.db
        .selectFrom('payment_receipt')
        .innerJoin('payment_attempt', 'payment_attempt.id', 'attempt_id')
        .select(['payment_receipt.state', 'payment_receipt.reason'])
        .where('stay_code', '=', code)
        .orderBy('payment_receipt.id')
      const refunds = runningApp.db.selectFrom('refund').selectAll().where('stay_code', '=', code).orderBy('id')
      return {
        status: stay.status,
        payment: stay.payment_status,
        attempts: (await attempts.execute()).map(({ state, reason }) =>
          [state, state === 'review' && reason].filter(Boolean).join(' '),
        ),
        receipts: (await receipts.execute()).map(({ state, reason }) => `${state} ${reason}`.trim()),
        refunds: (await refunds.execute()).map(
          ({ state, cause, amount_poisha }) => `${state} ${cause} ${amount_poisha / 100}`,
        ),
      }
    },
    async readOutcome({ payment }: GatewayReturn) {
      return (await runningApp.call('getPayment', { payment })).body
    },
    async close() {
      await simulator.close()
      await runningApp.close()
      await Promise.all([gatewayServer.close(), simulatorServer.close()])
    },
  }) as PayingApp
}

const formType = 'application/x-www-form-urlencoded'
