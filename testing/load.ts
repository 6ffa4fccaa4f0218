import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import type { RequestListener } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'
import { toNodeHandler } from '#money/gateway-simulator/http.ts'
import { openSimulator } from '#money/gateway-simulator/simulator.ts'
import type { EveryEndpointName } from '#routes/office.ts'
import { AcknowledgedWork, createStayFormAhead, registerGuest, pickBelow } from './crash.ts'
import { pressButton, startHttpServer } from './gateway-simulator.ts'
import { callEndpoint, passwordsByUsername } from './test-app.ts'

const STORE = { storeId: 'selvage', password: 'a secret' }
const roomSlugs = ['single', 'twin', 'family']

/** Everything that a server under load has acknowledged. */
export interface ConfirmedWork {
  /** Grows with each acknowledged request of any kind. */
  all: AcknowledgedWork
  bookings: Set<string>
  /** The transaction ids of payments that the guest saw as paid. */
  payments: AcknowledgedWork
  tillMovements: Set<string>
}

/** Guests who book and pay, and staff who work at the desk, all at once, against any server. */
export interface Load {
  /** The settings that connect a server to the payment gateway of the load. */
  environment: Record<string, string>
  confirmed: ConfirmedWork
  /**
   * Starts the clients. They stop at the first request without a response, or when the signal aborts. Their stays begin
   * on one of the given days, counted from today.
   */
  start(url: string, days: { first: number; count: number }, signal?: AbortSignal): Promise<void>
  close(): Promise<void>
}

const BOOKING_GUEST_COUNT = 8
const PAYING_GUEST_COUNT = 4
const DESK_COUNT = 4
export const LOAD_CLIENT_COUNT = BOOKING_GUEST_COUNT + PAYING_GUEST_COUNT + DESK_COUNT

export async function openLoad(): Promise<Load> {
  let siteUrl = ''
  let handler: RequestListener | undefined
  const gatewayServer = await startHttpServer((request, response) => void handler!(request, response))
  const simulator = await openSimulator({
    file: null,
    baseUrl: gatewayServer.url,
    clock: Date.now,
    lateMs: 20,
    ...STORE,
    deliver: async (to, body) => void (await postForm(siteUrl + new URL(to).pathname, body)),
  })
  handler = toNodeHandler(simulator)
  const confirmedWork: ConfirmedWork = {
    all: new AcknowledgedWork(),
    bookings: new Set(),
    payments: new AcknowledgedWork(),
    tillMovements: new Set(),
  }
  const confirm = (kind: 'bookings' | 'payments' | 'tillMovements', name: string) => {
    confirmedWork[kind].add(name)
    confirmedWork.all.add(`${kind} ${name}`)
  }

  return {
    environment: {
      RATE_LIMIT: 'off',
      SSLCOMMERZ_URL: gatewayServer.url,
      SSLCOMMERZ_STORE_ID: STORE.storeId,
      SSLCOMMERZ_STORE_PASSWORD: STORE.password,
    },
    confirmed: confirmedWork,
    async start(url, days, signal) {
      siteUrl = url
      const site = { url, days, confirm }
      const clients = [
        ...Array.from({ length: BOOKING_GUEST_COUNT }, () => createBookingGuest(site)),
        ...Array.from({ length: PAYING_GUEST_COUNT }, () => createPayingGuest(site)),
        ...Array.from({ length: DESK_COUNT }, () => createDeskClient(site)),
      ]
      await Promise.all(clients.map((client) => repeatUntilGone(client, signal)))
    },
    async close() {
      await simulator.close()
      await gatewayServer.close()
    },
  }
}

interface LoadedSite {
  url: string
  days: { first: number; count: number }
  confirm(kind: 'bookings' | 'payments' | 'tillMovements', name: string): void
}
/** Resolves after the sign-in to a function that does one round of work. */
type ClientPromise = Promise<() => Promise<void>>

async function repeatUntilGone(client: ClientPromise, signal?: AbortSignal): Promise<void> {
  try {
    const work = await client
    while (!signal?.aborted) await work()
  } catch (error) {
    // Any other error is a request without a response: the server was killed.
    if (error instanceof assert.AssertionError) throw error
  }
}

const createStay = ({ days }: LoadedSite, paymenttype: number) => ({
  ...createStayFormAhead(days.first + pickBelow(days.count), 1 + pickBelow(3), roomSlugs[pickBelow(roomSlugs.length)]),
  paymenttype,
})

/** Books a stay and returns its reference, or null if it is sold out or a slow machine is overloaded. */
async function book(site: LoadedSite, token: string, paymenttype: number): Promise<string | null> {
  const options = { token, key: randomUUID() }
  const { status, body } = await callEndpoint(site.url, 'requestGuestBooking', createStay(site, paymenttype), options)
  if (status === 200) site.confirm('bookings', body.booking_id)
  else assert.ok([409, 503].includes(status), JSON.stringify(body))
  return status === 200 ? body.booking_id : null
}

async function createBookingGuest(site: LoadedSite): ClientPromise {
  const token = await registerGuest(site.url)
  const payLaterType = 2
  return async () => void (await book(site, token, payLaterType))
}

async function createPayingGuest(site: LoadedSite): ClientPromise {
  const token = await registerGuest(site.url)
  const payOnlineType = 1
  return async () => {
    const code = await book(site, token, payOnlineType)
    if (code === null) return
    const { body: payment } = await callEndpoint(site.url, 'startPayment', { id: code }, { token })
    if (!payment.url) return
    const notice = ['now', 'first', 'twice', 'never'][pickBelow(4)]!
    const { returnForm } = await pressButton(payment.url, 'pay', { notice })
    if (!returnForm) return
    const path = new URL(returnForm.url).pathname
    await postForm(site.url + path, returnForm.fields.toString())
    if ((await waitForOutcome(site.url, path.split('/')[4]!)) === 'paid')
      site.confirm('payments', returnForm.fields.get('tran_id')!)
  }
}

/** Waits until the site has queried the gateway, as the page of the payment does. */
async function waitForOutcome(url: string, payment: string): Promise<string> {
  for (;;) {
    const { status, body } = await callEndpoint(url, 'getPayment', { payment })
    if (status !== 200 || body.outcome !== 'asking') return String(body.outcome)
    await sleep(100)
  }
}

async function createDeskClient(site: LoadedSite): ClientPromise {
  const { body: session } = await callEndpoint(site.url, 'userLogin', {
    username: 'owner',
    password: passwordsByUsername.owner,
  })
  const call = (name: EveryEndpointName, form: object = {}) =>
    callEndpoint(site.url, name, form, { token: session.access_token, key: randomUUID() })
  let turn = 0
  return async () => {
    const reason = `Change ${randomUUID()}`
    if ((await call('recordTillMovement', { way: 'in', amount: 1.25, why: reason })).status === 200)
      site.confirm('tillMovements', reason)
    const { checkin: from, checkout: to } = createStay(site, 2)
    const { body: freeUnits } = await call('getFreeUnits', { from, to })
    const room = (freeUnits.data as { room: number; available: number }[] | undefined)?.[0]
    if (!room) return
    const rooms = [{ room: room.room, adults: 1, price: 100_000 }]
    const guest = { source: 'phone', name: 'Mina', phone: '+8801700000009', language: 'en' }
    const { status, body: stay } = await call('bookAtDesk', { from, to, rooms, ...guest })
    if (status !== 200) return
    site.confirm('bookings', stay.code)
    await call('takePayment', { code: stay.code, amount: 0.5, method: 'cash' })
    if (++turn % 3 === 0) await call('cancelStayByStaff', { code: stay.code, fee: 'agreed' })
  }
}

const postForm = (url: string, body: string) =>
  fetch(url, {
    method: 'POST',
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    body,
    redirect: 'manual',
  })
