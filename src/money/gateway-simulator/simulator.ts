import { createHash, timingSafeEqual } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { systemClock, type Clock } from '#platform/clock.ts'
import { readableCode } from '#platform/codes.ts'
import {
  findPaid,
  requestRefund,
  describeRefund,
  describeSession,
  describeTransaction,
  validatePayment,
  type Reply,
} from './replies.ts'
import { takeFault, type EndpointName } from './faults.ts'
import { openNotices, postForm } from './notices.ts'
import { openedReply, createSession, findOrderError } from './opening.ts'
import { readForm, FormTooLongError } from './form.ts'
import { parseFault } from './choices.ts'
import { servePages } from './pages.ts'
import { openStore } from './store.ts'

export interface SimulatorOptions {
  /** The state file. With null, the state is not stored. */
  file: string | null
  /** The URL for browsers and for the app. */
  baseUrl: string
  /** Delivers notices to the app. By default over the network. */
  deliver?(url: string, form: string): Promise<void>
  storeId?: string
  password?: string
  clock?: Clock
  /** The delay of a slow reply, and of a late notice. */
  slowMs?: number
  lateMs?: number
  /** Receives one log line per event. */
  tell?(line: string): void
}

export interface Simulator {
  /** Handles any request. The host is ignored. */
  handle(request: Request): Promise<Response>
  /** Handles requests from browsers only: pages and their forms. */
  visit(request: Request): Promise<Response>
  /** The app's settings for the simulator. Its `fetch` calls the simulator in this process, without the network. */
  store: { url: string; storeId: string; password: string; fetch: typeof globalThis.fetch }
  close(): Promise<void>
}

/** A simulator of the SSLCommerz gateway. No money moves. */
export async function openSimulator({
  file,
  baseUrl,
  deliver = postForm,
  storeId = 'demo',
  password = readableCode(20),
  clock = systemClock,
  slowMs = 30_000,
  lateMs = 30_000,
  tell = () => {},
}: SimulatorOptions): Promise<Simulator> {
  const url = /^.*[^/]/.exec(baseUrl)![0]
  const root = new URL(url).pathname.replace(/\/$/, '')
  const store = await openStore(file)
  const { state } = store
  const signer = { storeId, password }
  const notices = openNotices({ store, signer, clock, lateMs, deliver, tell })
  const pages = servePages({ store, signer, notices, clock, root, tell })
  const closing = new AbortController()
  const isAuthorized = (params: URLSearchParams) =>
    isEqual(params.get('store_id') ?? '', storeId) && isEqual(params.get('store_passwd') ?? '', password)

  const handle = (request: Request): Promise<Response> =>
    handleAndSave(request, async (path) => {
      switch (`${request.method} ${path}`) {
        case 'POST /gwprocess/v4/api.php':
          return openSession(await readForm(request), request.signal)
        case 'GET /validator/api/validationserverAPI.php':
          return replyToValidation(new URL(request.url).searchParams, request.signal)
        case 'GET /validator/api/merchantTransIDvalidationAPI.php':
          return replyToQuery(new URL(request.url).searchParams, request.signal)
        case 'POST /control':
          return addFault(await readForm(request))
        default:
          return pages(request, path)
      }
    })

  /** Saves all changes before the reply is sent. */
  async function handleAndSave(request: Request, reply: (path: string) => Promise<Response>): Promise<Response> {
    const { pathname } = new URL(request.url)
    try {
      return await reply(pathname.startsWith(`${root}/`) ? pathname.slice(root.length) : '')
    } catch (error) {
      if (error instanceof FormTooLongError) return new Response('Too long\n', { status: 413 })
      throw error
    } finally {
      await store.save()
    }
  }

  function openSession(form: URLSearchParams, signal: AbortSignal): Promise<Response> {
    const failed = (failedreason: string) => ({ status: 'FAILED', failedreason })
    const tranId = form.get('tran_id') ?? ''
    return replyWithFaults('open', tranId, signal, () => {
      if (!isAuthorized(form)) return failed('Store Credential Error Or Store is De-active')
      const params = new Map(form)
      const orderError = findOrderError(params, (id) => state.sessions.some((candidate) => candidate.tranId === id))
      if (orderError) return failed(orderError)
      const session = createSession(params, clock())
      state.sessions.push(session)
      tell(`opened ${tranId}`)
      return openedReply(session, url)
    })
  }

  function replyToValidation(params: URLSearchParams, signal: AbortSignal): Promise<Response> {
    const valId = params.get('val_id') ?? ''
    const [session] = findPaid(state, (attempt) => attempt.valId === valId)
    return replyWithFaults('validate', session?.tranId ?? null, signal, () =>
      isAuthorized(params)
        ? valId
          ? validatePayment(state, valId, clock())
          : { APIConnect: 'INVALID_REQUEST' }
        : unauthorizedReply,
    )
  }

  /** One URL for four queries. The parameters tell which query is meant. */
  function replyToQuery(params: URLSearchParams, signal: AbortSignal): Promise<Response> {
    const text = (name: string) => params.get(name) ?? ''
    const ifAuthorized = (reply: () => Reply) => () => (isAuthorized(params) ? reply() : unauthorizedReply)
    if (params.has('refund_amount')) {
      const [session] = findPaid(state, ({ bankTranId }) => bankTranId === text('bank_tran_id'))
      const reply = ifAuthorized(() => requestRefund(state, params, clock()))
      return replyWithFaults('refund', session?.tranId ?? null, signal, reply)
    }
    if (params.has('refund_ref_id')) {
      const refund = state.refunds.find(({ ref }) => ref === text('refund_ref_id'))
      const [session] = findPaid(state, ({ bankTranId }) => bankTranId === refund?.bankTranId)
      const reply = ifAuthorized(() => describeRefund(state, text('refund_ref_id'), clock()))
      return replyWithFaults('status', session?.tranId ?? null, signal, reply)
    }
    const key = params.get('sessionkey')
    const tranId = text('tran_id')
    const session = state.sessions.find((candidate) =>
      key === null ? candidate.tranId === tranId : candidate.key === key,
    )
    const reply = ifAuthorized(() => {
      if (key !== null) return describeSession(session, key, clock())
      return tranId ? describeTransaction(session, tranId, clock()) : { APIConnect: 'INVALID_REQUEST' }
    })
    return replyWithFaults('query', session?.tranId ?? tranId, signal, reply)
  }

  /** Plans faults for tests, even before a session exists. */
  function addFault(form: URLSearchParams): Response {
    if (!isAuthorized(form)) return json(unauthorizedReply, 403)
    const fault = parseFault(form)
    if (!fault) return json({ APIConnect: 'INVALID_REQUEST' }, 400)
    state.faults.push(fault)
    return json({ APIConnect: 'DONE' })
  }

  async function replyWithFaults(
    question: EndpointName,
    tranId: string | null,
    signal: AbortSignal,
    reply: () => Reply,
  ) {
    switch (takeFault(state.faults, question, tranId)) {
      case 'pending':
        return json(pendingReply(question, tranId) ?? reply())
      case 'inactive':
        return json(question === 'open' ? { status: 'FAILED', failedreason: 'Store is De-active' } : inactiveReply)
      case 'broken':
        return serverError()
      case 'nonsense':
        return new Response('<!doctype html><title>Welcome</title><p>Not an API reply.', { headers: htmlHeaders })
      case 'slow':
        await sleep(slowMs, null, { signal: AbortSignal.any([signal, closing.signal]) }).catch(() => {})
        return json(reply())
      case 'lost':
        reply()
        return serverError()
      case null:
        return json(reply())
    }
  }

  return {
    handle,
    visit: (request) => handleAndSave(request, (path) => pages(request, path)),
    store: { url, storeId, password, fetch: (input, init) => handle(new Request(input, init)) },
    async close() {
      closing.abort()
      notices.close()
      await store.save()
    },
  }
}

const htmlHeaders = { 'content-type': 'text/html; charset=utf-8' }
const unauthorizedReply = { APIConnect: 'FAILED' }
const inactiveReply = { APIConnect: 'INACTIVE' }

const json = (reply: Reply, status = 200) =>
  Response.json(reply, { status, headers: { 'cache-control': 'no-store', 'x-content-type-options': 'nosniff' } })

const serverError = () => new Response('<h1>500</h1>', { status: 500, headers: htmlHeaders })

function pendingReply(question: EndpointName, tranId: string | null): Reply | null {
  const row = { tran_id: tranId ?? '', status: 'PENDING' }
  if (question === 'validate') return { APIConnect: 'DONE', ...row }
  return question === 'query' ? { APIConnect: 'DONE', no_of_trans_found: 1, element: [row] } : null
}

function isEqual(a: string, b: string): boolean {
  const hash = (text: string) => createHash('sha256').update(text).digest()
  return timingSafeEqual(hash(a), hash(b))
}
