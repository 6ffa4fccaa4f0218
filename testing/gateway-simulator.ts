import { createServer, type RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'
import { toNodeHandler } from '#money/gateway-simulator/http.ts'
import { openSimulator, type SimulatorOptions } from '#money/gateway-simulator/simulator.ts'
import { systemClock } from '#platform/clock.ts'
import type { Order, PaymentGateway } from '#money/payments/gateway.ts'
import { createSslcommerz } from '#money/payments/sslcommerz/sslcommerz.ts'
import { MONDAY_MORNING_IN_DHAKA } from './test-app.ts'

/** The payment gateway simulator, a server for its notices and the adapter that queries it, over real HTTP. */
export interface TestGateway {
  url: string
  gateway: PaymentGateway
  /** The same adapter with a short timeout. */
  shortTimeoutGateway: PaymentGateway
  clock: { now: number; advance(ms: number): void }
  password: string
  /** The received notices, in order. */
  notices: URLSearchParams[]
  waitForNotices(count: number): Promise<URLSearchParams[]>
  siteUrl: string
  order(overrides?: Partial<Order>): Order
  /** Presses a button on the gateway's payment page. */
  press(redirectUrl: string, button: string, choices?: Record<string, string>): Promise<PressResult>
  /** Makes the next responses fail. */
  injectFault(fault: { questions: string; fault: string; times?: string; tran_id?: string }): Promise<void>
  callStoreApi(path: string, request: Record<string, string>): Promise<Record<string, unknown>>
  close(): Promise<void>
}

interface PressResult {
  status: number
  markup: string
  /** The form that returns the browser to the site, and whether a script submits it. */
  returnForm: { url: string; fields: URLSearchParams; isSubmittedByScript: boolean } | null
}

const SHORT_TIMEOUT_MS = 300
const STORE = { storeId: 'selvage', password: 'a+secret of/১২৩&more' }

export async function openTestGateway(options: Partial<SimulatorOptions> = {}): Promise<TestGateway> {
  const clock = { now: MONDAY_MORNING_IN_DHAKA, advance: (ms: number) => void (clock.now += ms) }
  const notices: URLSearchParams[] = []
  const waiters = new Set<() => void>()
  const siteServer = await startHttpServer((request, response) => {
    void request.toArray().then((parts) => {
      notices.push(new URLSearchParams(Buffer.concat(parts).toString()))
      response.end()
      for (const check of waiters) check()
    })
  })
  let handleRequest: RequestListener | undefined
  const gatewayServer = await startHttpServer((request, response) => void handleRequest!(request, response))
  const simulator = await openSimulator({
    file: null,
    baseUrl: gatewayServer.url,
    clock: () => clock.now,
    // Longer than the short timeout, shorter than the usual one.
    slowMs: 10_000,
    lateMs: 150,
    ...STORE,
    ...options,
  })
  handleRequest = toNodeHandler(simulator)
  let orderCount = 0
  const call = async (path: string, form: Record<string, string>) => {
    const credentials = { store_id: STORE.storeId, store_passwd: STORE.password, ...form }
    return fetch(gatewayServer.url + path, { method: 'POST', body: new URLSearchParams(credentials) })
  }
  return {
    url: gatewayServer.url,
    gateway: createSslcommerz({ ...simulator.store, fetch }),
    shortTimeoutGateway: createSslcommerz({ ...simulator.store, fetch, timeoutMs: SHORT_TIMEOUT_MS }),
    clock,
    password: STORE.password,
    notices,
    siteUrl: siteServer.url,
    waitForNotices: (times) =>
      new Promise((resolve) => {
        const check = () => {
          if (notices.length < times) return
          waiters.delete(check)
          resolve(notices)
        }
        waiters.add(check)
        check()
      }),
    order: (overrides) => ({
      ...createOrder(siteServer.url),
      tranId: `T-${++orderCount}-${systemClock().toString(36)}`,
      ...overrides,
    }),
    press: pressButton,
    async injectFault(fault) {
      const response = await call('/control', fault)
      if (response.status !== 200) throw new Error(`the simulator rejected the fault: ${response.status}`)
    },
    callStoreApi: async (path, request) => {
      const response = await (path.startsWith('/gwprocess')
        ? call(path, request)
        : fetch(
            gatewayServer.url +
              path +
              '?' +
              new URLSearchParams({ store_id: STORE.storeId, store_passwd: STORE.password, ...request }),
          ))
      return (await response.json()) as Record<string, unknown>
    },
    async close() {
      await simulator.close()
      await Promise.all([gatewayServer.close(), siteServer.close()])
    },
  }
}

/** Creates an order of a guest. The return URLs are on the given site. */
export const createOrder = (site: string): Order => ({
  tranId: 'T-1',
  amountPoisha: 1_200_50,
  currency: 'BDT',
  description: 'Deluxe room, 2 nights',
  reference: 'SLV-7K2M',
  language: 'en',
  guest: { name: 'Rafiq Hasan', email: 'rafiq@guest.example', phone: '+880 1711-000000' },
  stay: { nights: 2, arrivalDay: '2027-01-10', arrivalTime: '14:00' },
  property: { name: 'Selvage', city: 'Dhaka', email: 'hello@selvage.example', phone: '+880 2 55500100' },
  returnTo: {
    success: `${site}/paid`,
    failure: `${site}/failed`,
    cancelled: `${site}/cancelled`,
    notice: `${site}/notice`,
  },
})

/** Presses a button on the gateway's payment page. */
export async function pressButton(
  redirectUrl: string,
  button: string,
  choices: Record<string, string> = {},
): Promise<PressResult> {
  const response = await fetch(redirectUrl, { method: 'POST', body: new URLSearchParams({ act: button, ...choices }) })
  const markup = await response.text()
  return { status: response.status, markup, returnForm: readReturnForm(markup) }
}

/** Starts a server on a free port. */
export async function startHttpServer(listener: RequestListener) {
  const server = createServer(listener)
  await new Promise<void>((ready) => server.listen(0, '127.0.0.1', ready))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    close: () =>
      new Promise<void>((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}

/** Returns the form with which a page returns the browser to the site. */
export function readReturnForm(markup: string): PressResult['returnForm'] {
  const [, url, attributes = ''] = /<form\s+method="post"\s+action="([^"]+)"([^>]*)>/.exec(markup) ?? []
  if (!url) return null
  const fields = [...markup.matchAll(/<input\s+type="hidden"\s+name="([^"]*)"\s+value="([^"]*)"/g)]
  return {
    url: unescapeHtml(url),
    fields: new URLSearchParams(fields.map(([, name, value]) => [unescapeHtml(name!), unescapeHtml(value!)])),
    isSubmittedByScript: attributes.includes('id="back"'),
  }
}

const unescapeHtml = (text: string) =>
  text
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&quot;', '"')
    .replaceAll('&#39;', "'")
    .replaceAll('&amp;', '&')
