import { createHash, timingSafeEqual } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { systemClock, type Clock } from '#platform/clock.ts'
import { readableCode } from '#platform/codes.ts'
import { paidBy, refunded, refundTold, sessionTold, transaction, validated, type Reply } from './answers.ts'
import { befalls, type Question } from './faults.ts'
import { openNotices, post } from './notices.ts'
import { opened, sessionFrom, wrongIn } from './opening.ts'
import { readForm, TooLong } from './form.ts'
import { planFault } from './planning.ts'
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
  deliver = post,
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
  const isOurs = (asked: URLSearchParams) =>
    isSame(asked.get('store_id') ?? '', storeId) && isSame(asked.get('store_passwd') ?? '', password)

  const handle = (request: Request): Promise<Response> =>
    kept(request, async (path) => {
      switch (`${request.method} ${path}`) {
        case 'POST /gwprocess/v4/api.php':
          return open(await readForm(request), request.signal)
        case 'GET /validator/api/validationserverAPI.php':
          return tellOfPayment(new URL(request.url).searchParams, request.signal)
        case 'GET /validator/api/merchantTransIDvalidationAPI.php':
          return tellOfTransaction(new URL(request.url).searchParams, request.signal)
        case 'POST /control':
          return control(await readForm(request))
        default:
          return pages(request, path)
      }
    })

  /** Saves all changes before the reply is sent. */
  async function kept(request: Request, reply: (path: string) => Promise<Response>): Promise<Response> {
    const { pathname } = new URL(request.url)
    try {
      return await reply(pathname.startsWith(`${root}/`) ? pathname.slice(root.length) : '')
    } catch (error) {
      if (error instanceof TooLong) return new Response('Too long\n', { status: 413 })
      throw error
    } finally {
      await store.keep()
    }
  }

  function open(form: URLSearchParams, signal: AbortSignal): Promise<Response> {
    const failed = (failedreason: string) => ({ status: 'FAILED', failedreason })
    const tranId = form.get('tran_id') ?? ''
    return answer('open', tranId, signal, () => {
      if (!isOurs(form)) return failed('Store Credential Error Or Store is De-active')
      const asked = new Map(form)
      const wrong = wrongIn(asked, (id) => state.sessions.some((each) => each.tranId === id))
      if (wrong) return failed(wrong)
      const session = sessionFrom(asked, clock())
      state.sessions.push(session)
      tell(`opened ${tranId}`)
      return opened(session, url)
    })
  }

  function tellOfPayment(asked: URLSearchParams, signal: AbortSignal): Promise<Response> {
    const valId = asked.get('val_id') ?? ''
    const [session] = paidBy(state, (tried) => tried.valId === valId)
    return answer('validate', session?.tranId ?? null, signal, () =>
      isOurs(asked) ? (valId ? validated(state, valId, clock()) : { APIConnect: 'INVALID_REQUEST' }) : shut,
    )
  }

  /** One URL for four queries. The parameters tell which query is meant. */
  function tellOfTransaction(asked: URLSearchParams, signal: AbortSignal): Promise<Response> {
    const text = (name: string) => asked.get(name) ?? ''
    const ours = (reply: () => Reply) => () => (isOurs(asked) ? reply() : shut)
    if (asked.has('refund_amount')) {
      const [session] = paidBy(state, ({ bankTranId }) => bankTranId === text('bank_tran_id'))
      const reply = ours(() => refunded(state, asked, clock()))
      return answer('refund', session?.tranId ?? null, signal, reply)
    }
    if (asked.has('refund_ref_id')) {
      const refund = state.refunds.find(({ ref }) => ref === text('refund_ref_id'))
      const [session] = paidBy(state, ({ bankTranId }) => bankTranId === refund?.bankTranId)
      const reply = ours(() => refundTold(state, text('refund_ref_id'), clock()))
      return answer('status', session?.tranId ?? null, signal, reply)
    }
    const key = asked.get('sessionkey')
    const tranId = text('tran_id')
    const session = state.sessions.find((each) => (key === null ? each.tranId === tranId : each.key === key))
    const reply = ours(() => {
      if (key !== null) return sessionTold(session, key, clock())
      return tranId ? transaction(session, tranId, clock()) : { APIConnect: 'INVALID_REQUEST' }
    })
    return answer('query', session?.tranId ?? tranId, signal, reply)
  }

  /** Plans faults for tests, even before a session exists. */
  function control(form: URLSearchParams): Response {
    if (!isOurs(form)) return json(shut, 403)
    const fault = planFault(form)
    if (!fault) return json({ APIConnect: 'INVALID_REQUEST' }, 400)
    state.faults.push(fault)
    return json({ APIConnect: 'DONE' })
  }

  async function answer(question: Question, tranId: string | null, signal: AbortSignal, reply: () => Reply) {
    switch (befalls(state.faults, question, tranId)) {
      case 'pending':
        return json(stillPending(question, tranId) ?? reply())
      case 'inactive':
        return json(question === 'open' ? { status: 'FAILED', failedreason: 'Store is De-active' } : shutDown)
      case 'broken':
        return broken()
      case 'nonsense':
        return new Response('<!doctype html><title>Welcome</title><p>Not an API reply.', { headers: asHtml })
      case 'slow':
        await sleep(slowMs, null, { signal: AbortSignal.any([signal, closing.signal]) }).catch(() => {})
        return json(reply())
      case 'lost':
        reply()
        return broken()
      case null:
        return json(reply())
    }
  }

  return {
    handle,
    visit: (request) => kept(request, (path) => pages(request, path)),
    store: { url, storeId, password, fetch: (input, init) => handle(new Request(input, init)) },
    async close() {
      closing.abort()
      notices.close()
      await store.keep()
    },
  }
}

const asHtml = { 'content-type': 'text/html; charset=utf-8' }
const shut = { APIConnect: 'FAILED' }
const shutDown = { APIConnect: 'INACTIVE' }

const json = (reply: Reply, status = 200) =>
  Response.json(reply, { status, headers: { 'cache-control': 'no-store', 'x-content-type-options': 'nosniff' } })

const broken = () => new Response('<h1>500</h1>', { status: 500, headers: asHtml })

function stillPending(question: Question, tranId: string | null): Reply | null {
  const row = { tran_id: tranId ?? '', status: 'PENDING' }
  if (question === 'validate') return { APIConnect: 'DONE', ...row }
  return question === 'query' ? { APIConnect: 'DONE', no_of_trans_found: 1, element: [row] } : null
}

function isSame(one: string, other: string): boolean {
  const hash = (text: string) => createHash('sha256').update(text).digest()
  return timingSafeEqual(hash(one), hash(other))
}
