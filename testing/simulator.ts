import { createServer, type RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'
import { answering } from '#money/gateway-simulator/http.ts'
import { openSimulator, type SimulatorOptions } from '#money/gateway-simulator/simulator.ts'
import { systemClock } from '#platform/clock.ts'
import type { Order, PaymentGateway } from '#money/payments/gateway.ts'
import { sslcommerz } from '#money/payments/sslcommerz/sslcommerz.ts'
import { MONDAY_MORNING_IN_DHAKA } from './test-app.ts'

/** The payment gateway simulator, a server that receives its notices, and the adapter that queries it, over real HTTP. */
export interface TestGateway {
  url: string
  gateway: PaymentGateway
  /** The same adapter with a short timeout. */
  impatient: PaymentGateway
  clock: { now: number; advance(ms: number): void }
  password: string
  /** The received notices, in order. */
  notices: URLSearchParams[]
  /** Waits for a number of notices. */
  told(times: number): Promise<URLSearchParams[]>
  house: string
  order(more?: Partial<Order>): Order
  /** Presses a button on the gateway's payment page. */
  press(redirectUrl: string, act: string, choices?: Record<string, string>): Promise<Pressed>
  /** Makes the next responses fail. */
  plan(fault: { questions: string; fault: string; times?: string; tran_id?: string }): Promise<void>
  ask(path: string, asked: Record<string, string>): Promise<Record<string, unknown>>
  close(): Promise<void>
}

interface Pressed {
  status: number
  markup: string
  /** The form that returns the browser to the site, and whether a script submits it. */
  back: { url: string; fields: URLSearchParams; isAlone: boolean } | null
}

const MOMENT_MS = 300
const STORE = { storeId: 'selvage', password: 'a+secret of/১২৩&more' }

export async function openTestGateway(options: Partial<SimulatorOptions> = {}): Promise<TestGateway> {
  const clock = { now: MONDAY_MORNING_IN_DHAKA, advance: (ms: number) => void (clock.now += ms) }
  const notices: URLSearchParams[] = []
  const waiting = new Set<() => void>()
  const house = await listening((asked, answer) => {
    void asked.toArray().then((parts) => {
      notices.push(new URLSearchParams(Buffer.concat(parts).toString()))
      answer.end()
      for (const look of waiting) look()
    })
  })
  let answer: RequestListener | undefined
  const served = await listening((asked, answered) => void answer!(asked, answered))
  const simulator = await openSimulator({
    file: null,
    baseUrl: served.url,
    clock: () => clock.now,
    // Longer than the timeout of the impatient client, shorter than that of the other one.
    slowMs: 10_000,
    lateMs: 150,
    ...STORE,
    ...options,
  })
  answer = answering(simulator)
  let orders = 0
  const call = async (path: string, form: Record<string, string>) => {
    const credentials = { store_id: STORE.storeId, store_passwd: STORE.password, ...form }
    return fetch(served.url + path, { method: 'POST', body: new URLSearchParams(credentials) })
  }
  return {
    url: served.url,
    gateway: sslcommerz({ ...simulator.store, fetch }),
    impatient: sslcommerz({ ...simulator.store, fetch, patienceMs: MOMENT_MS }),
    clock,
    password: STORE.password,
    notices,
    house: house.url,
    told: (times) =>
      new Promise((resolve) => {
        const look = () => {
          if (notices.length < times) return
          waiting.delete(look)
          resolve(notices)
        }
        waiting.add(look)
        look()
      }),
    order: (more) => ({ ...anOrder(house.url), tranId: `T-${++orders}-${systemClock().toString(36)}`, ...more }),
    press: pressed,
    async plan(fault) {
      const answered = await call('/control', fault)
      if (answered.status !== 200) throw new Error(`the simulator rejected the fault: ${answered.status}`)
    },
    ask: async (path, asked) => {
      const answered = await (path.startsWith('/gwprocess')
        ? call(path, asked)
        : fetch(
            served.url +
              path +
              '?' +
              new URLSearchParams({ store_id: STORE.storeId, store_passwd: STORE.password, ...asked }),
          ))
      return (await answered.json()) as Record<string, unknown>
    },
    async close() {
      await simulator.close()
      await Promise.all([served.close(), house.close()])
    },
  }
}

/** An order of a guest. The return URLs are on the given site. */
export const anOrder = (house: string): Order => ({
  tranId: 'T-1',
  amountPoisha: 1_200_50,
  currency: 'BDT',
  what: 'Deluxe room, 2 nights',
  reference: 'SLV-7K2M',
  language: 'en',
  guest: { name: 'Rafiq Hasan', email: 'rafiq@guest.example', phone: '+880 1711-000000' },
  stay: { nights: 2, arrivalDay: '2027-01-10', arrivalTime: '14:00' },
  house: { name: 'Selvage', city: 'Dhaka', email: 'hello@selvage.example', phone: '+880 2 0000000' },
  returnTo: {
    success: `${house}/paid`,
    failure: `${house}/failed`,
    cancelled: `${house}/cancelled`,
    notice: `${house}/notice`,
  },
})

/** Presses a button on the gateway's payment page. */
export async function pressed(
  redirectUrl: string,
  act: string,
  choices: Record<string, string> = {},
): Promise<Pressed> {
  const answered = await fetch(redirectUrl, { method: 'POST', body: new URLSearchParams({ act, ...choices }) })
  const markup = await answered.text()
  return { status: answered.status, markup, back: backIn(markup) }
}

/** Starts a server on a free port. */
export async function listening(answer: RequestListener) {
  const server = createServer(answer)
  await new Promise<void>((ready) => server.listen(0, '127.0.0.1', ready))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    close: () =>
      new Promise<void>((closed) => {
        server.close(() => closed())
        server.closeAllConnections()
      }),
  }
}

/** Returns the form with which a page returns the browser to the site. */
export function backIn(markup: string): Pressed['back'] {
  const [, url, attributes = ''] = /<form\s+method="post"\s+action="([^"]+)"([^>]*)>/.exec(markup) ?? []
  if (!url) return null
  const fields = [...markup.matchAll(/<input\s+type="hidden"\s+name="([^"]*)"\s+value="([^"]*)"/g)]
  return {
    url: unescaped(url),
    fields: new URLSearchParams(fields.map(([, name, value]) => [unescaped(name!), unescaped(value!)])),
    isAlone: attributes.includes('id="back"'),
  }
}

const unescaped = (text: string) =>
  text
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&quot;', '"')
    .replaceAll('&#39;', "'")
    .replaceAll('&amp;', '&')
