import { systemClock, type Clock } from '#platform/clock.ts'
import { createReadableCode } from '#platform/codes.ts'
import { createGatewayApi } from './gateway-api.ts'
import { createReplyWithFaults } from './faulty-replies.ts'
import { openNotices, postForm } from './notices.ts'
import { readForm, FormTooLongError } from './form.ts'
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
  log?(line: string): void
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

/** Opens a simulator of the SSLCommerz gateway. No money moves. */
export async function openSimulator({
  file,
  baseUrl,
  deliver = postForm,
  storeId = 'demo',
  password = createReadableCode(20),
  clock = systemClock,
  slowMs = 30_000,
  lateMs = 30_000,
  log = () => {},
}: SimulatorOptions): Promise<Simulator> {
  const url = /^.*[^/]/.exec(baseUrl)![0]
  const root = new URL(url).pathname.replace(/\/$/, '')
  const store = await openStore(file)
  const signer = { storeId, password }
  const notices = openNotices({ store, signer, clock, lateMs, deliver, log })
  const servePage = servePages({ store, signer, notices, clock, root, log })
  const closingController = new AbortController()
  const replyWithFaults = createReplyWithFaults(store.state, slowMs, closingController.signal)
  const api = createGatewayApi({ state: store.state, signer, clock, url, replyWithFaults, log })

  const handle = (request: Request): Promise<Response> =>
    handleAndSave(request, async (path) => {
      switch (`${request.method} ${path}`) {
        case 'POST /gwprocess/v4/api.php':
          return api.openSession(await readForm(request), request.signal)
        case 'GET /validator/api/validationserverAPI.php':
          return api.replyToValidation(new URL(request.url).searchParams, request.signal)
        case 'GET /validator/api/merchantTransIDvalidationAPI.php':
          return api.replyToQuery(new URL(request.url).searchParams, request.signal)
        case 'POST /control':
          return api.addFault(await readForm(request))
        default:
          return servePage(request, path)
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

  return {
    handle,
    visit: (request) => handleAndSave(request, (path) => servePage(request, path)),
    store: { url, storeId, password, fetch: (input, init) => handle(new Request(input, init)) },
    async close() {
      closingController.abort()
      notices.close()
      await store.save()
    },
  }
}
