import type { IncomingMessage, RequestListener, Server, ServerResponse } from 'node:http'
import { Server as NetServer, type Socket } from 'node:net'
import { setImmediate as turn, setTimeout as sleep } from 'node:timers/promises'
import type { Language } from '#routes/public.ts'
import { translatorFor } from '#locales/both.ts'
import { refusalBody } from './api.ts'
import { callerAt, type Callers } from './caller.ts'
import { overloaded, UserError } from '../errors.ts'
import { BODY_TIMEOUT_MS, MAX_UPLOAD_MS } from '../files/line.ts'
import { headerOf } from './headers.ts'
import { languageOf } from './language.ts'
import { endLive } from './live.ts'
import { dataCsp } from './security.ts'

/** Sits between the sockets and the framework. It limits connections, serves cached answers, and drains the server. */
export interface Front {
  /** Creates the node:http server in front of the framework. */
  serverFor(handler: RequestListener): Server
  /** Answers data that is not valid HTTP with an error. */
  refuseGarbage(error: NodeJS.ErrnoException, socket: Socket): void
  /** Waits until all pending connections are accepted. The system hands over one per event-loop turn. */
  untilAllAreIn(): Promise<void>
  /** Ends all live streams. */
  endLive(): void
  /**
   * Accepts no more connections, sends the pending answers, and waits until all clients are gone, up to the time limit.
   */
  drain(longestMs: number): Promise<void>
}

interface FrontOptions {
  callers: Callers
  /** Sent with every answer. */
  headers: Record<string, string>
  /** Serves cached answers. Returns true if it has answered. */
  kept(request: IncomingMessage, response: ServerResponse): boolean
  onError(error: unknown): void
  /** Whether the body may take as long as an upload. */
  mayTakeLong?(request: IncomingMessage): boolean
  /** The limits per caller. */
  bounds?: Bounds
  bodyTimeoutMs?: number | undefined
}

interface Bounds {
  /** Concurrent connections. */
  connections: number
  /** Total over all connections. Only checked for callers with more connections than a few browsers open. */
  unreadBytes: number
}

const TOO_SLOW = 'ERR_HTTP_REQUEST_TIMEOUT'
const MAX_CONNECTIONS = 4_000
export const boundsOfOne: Bounds = { connections: 256, unreadBytes: 4 * 1024 * 1024 }
export const noBounds: Bounds = { connections: Infinity, unreadBytes: Infinity }
/** The maximum number of pipelined requests waiting on a connection. Browsers do not pipeline. */
const MAX_WAITING = 4
/**
 * A client that reads nothing between two checks is gone or malicious. It is disconnected at most ten seconds later.
 */
const LOOK_AT_SILENCE_MS = 5_000
const FEW_CONNECTIONS = 32
export const LONGEST_ADDRESS = 4_000

/** A connection. Its requests are answered one at a time. */
interface Visit {
  caller: string | null
  underway: ServerResponse | null
  waiting: [IncomingMessage, ServerResponse][]
}

export function openFront({
  callers,
  headers,
  kept,
  mayTakeLong = () => false,
  onError,
  bounds = boundsOfOne,
  bodyTimeoutMs = BODY_TIMEOUT_MS,
}: FrontOptions): Front {
  const visits = new Map<Socket, Visit>()
  const ofCaller = new Map<string, Set<Socket>>()
  let server: Server
  let handle: RequestListener
  let leaving = false
  let arrivals = 0

  function welcome(socket: Socket): void {
    arrivals++
    const address = socket.remoteAddress ?? ''
    const caller = callers.isProxy(address) ? null : callerAt(address)
    if (caller !== null && !joinOthers(caller, socket)) return void socket.destroy()
    visits.set(socket, { caller, underway: null, waiting: [] })
    socket.once('close', () => part(socket, caller))
  }

  function joinOthers(caller: string, socket: Socket): boolean {
    const others = ofCaller.get(caller)
    if (!others) ofCaller.set(caller, new Set([socket]))
    else if (others.size >= bounds.connections) return false
    else others.add(socket)
    return true
  }

  function part(socket: Socket, caller: string | null): void {
    visits.delete(socket)
    const others = caller !== null && ofCaller.get(caller)
    if (others && others.delete(socket) && others.size === 0) ofCaller.delete(caller!)
  }

  /** Queues a few pipelined requests. A connection with more is closed. */
  function onRequest(request: IncomingMessage, response: ServerResponse): void {
    const visit = visits.get(request.socket)
    if (!visit || request.socket.destroyed) return
    if (hasBody(request) && !mayTakeLong(request)) boundBody(request)
    if (!visit.underway) begin(visit, request, response)
    else if (visit.waiting.length < MAX_WAITING) visit.waiting.push([request, response])
    else request.socket.destroy()
  }

  /** Node has only one timeout for all bodies, which must be long enough for uploads. */
  function boundBody(request: IncomingMessage): void {
    const timer = setTimeout(() => {
      if (!request.complete) refuseGarbage(Object.assign(new Error(), { code: TOO_SLOW }), request.socket)
    }, bodyTimeoutMs).unref()
    request.once('close', () => clearTimeout(timer))
  }

  function begin(visit: Visit, request: IncomingMessage, response: ServerResponse): void {
    visit.underway = response
    response.on('close', onClose)
    try {
      if (leaving) response.shouldKeepAlive = false
      const odd = oddity(request)
      if (odd) refuse(request, response, odd)
      else if (leavesTooMuchUnread(visit)) refuse(request, response, overloaded())
      else if (!kept(request, response)) handle(request, response)
    } catch (error) {
      onError(error)
      if (response.headersSent) request.socket.destroy()
      else refuse(request, response, overloaded())
    }
  }

  function onClose(this: ServerResponse): void {
    const { socket } = this.req
    const visit = visits.get(socket)
    if (!visit) return
    visit.underway = null
    if (visit.waiting.length > 0 && !socket.destroyed) begin(visit, ...visit.waiting.shift()!)
  }

  function leavesTooMuchUnread({ caller }: Visit): boolean {
    const sockets = caller !== null && ofCaller.get(caller)
    if (!sockets || sockets.size <= FEW_CONNECTIONS) return false
    let bytes = 0
    for (const socket of sockets) bytes += socket.writableLength
    return bytes > bounds.unreadBytes
  }

  /**
   * A client may be silent while the server works. A client that does not read is reset, so that the system also
   * discards the data buffered for it.
   */
  function onSilence(socket: Socket): void {
    const underway = visits.get(socket)?.underway
    if (!underway) socket.destroy()
    else if (underway.writableEnded) socket.resetAndDestroy()
    else socket.setTimeout(LOOK_AT_SILENCE_MS)
  }

  async function untilAllAreIn(): Promise<void> {
    await turn() // the rest of this turn
    for (let turns = 0, before = -1; turns < MAX_TURNS && before !== arrivals; turns++) {
      before = arrivals
      await turn()
    }
  }

  function refuse(request: IncomingMessage, response: ServerResponse, userError: UserError): void {
    const body = bodyOf(userError, languageOf(request))
    response.shouldKeepAlive = false
    response.writeHead(userError.status, headersOf(userError, body))
    response.end(body)
  }

  function refuseGarbage({ code }: NodeJS.ErrnoException, socket: Socket): void {
    // An error now would land in the middle of another answer.
    if (!socket.writable || visits.get(socket)?.underway?.headersSent) return void socket.destroy()
    const userError = garbage[code ?? ''] ?? malformed
    const body = bodyOf(userError, 'en')
    const lines = Object.entries({ ...headersOf(userError, body), connection: 'close' }).map(
      ([name, value]) => `${name}: ${value}\r\n`,
    )
    const phrase = process.getBuiltinModule('node:http').STATUS_CODES[userError.status]
    socket.end(`HTTP/1.1 ${userError.status} ${phrase}\r\n${lines.join('')}\r\n${body}`)
    socket.destroySoon()
  }

  const headersOf = ({ retryAfterSeconds }: UserError, body: string) => ({
    ...headers,
    'content-security-policy': dataCsp,
    'cache-control': 'no-store',
    ...(retryAfterSeconds && { 'retry-after': String(retryAfterSeconds) }),
    'content-type': 'application/json; charset=utf-8',
    'content-length': Buffer.byteLength(body),
  })

  return {
    serverFor(handler) {
      handle = handler
      // An import of node:http would also load all of fetch, which takes 4 MB.
      server = process.getBuiltinModule('node:http').createServer(
        {
          headersTimeout: 6_000,
          requestTimeout: MAX_UPLOAD_MS + 1_000,
          keepAliveTimeout: 65_000,
          connectionsCheckingInterval: 1_000,
          maxHeaderSize: 8_192,
          requireHostHeader: false,
        },
        onRequest,
      )
      server.maxConnections = MAX_CONNECTIONS
      server.prependListener('connection', welcome)
      server.setTimeout(LOOK_AT_SILENCE_MS, onSilence)
      server.on('checkExpectation', onRequest)
      return server
    },

    refuseGarbage,

    untilAllAreIn,
    endLive: () => endLive(visits.values()),

    async drain(longestMs) {
      const deadline = performance.now() + longestMs
      await untilAllAreIn()
      leaving = true
      endLive(visits.values())
      NetServer.prototype.close.call(server) // http.Server's close would also cut off connections whose request is on its way
      const overSince = new Map<Socket, number>()
      while (visits.size > 0 && performance.now() < deadline) {
        const now = performance.now()
        for (const [socket, visit] of visits) {
          if (!isOver(visit)) overSince.delete(socket)
          else if (!overSince.has(socket)) overSince.set(socket, now)
          else if (now - overSince.get(socket)! > LINGERS_MS) onSilence(socket)
        }
        await sleep(LOOK_EVERY_MS)
      }
      for (const socket of visits.keys()) socket.destroy()
    },
  }
}

/** Limits the wait if new connections keep arriving. */
const MAX_TURNS = 100
const LOOK_EVERY_MS = 20
/** A client that sends no request for this long has none on its way. An answer unread for this long is unwanted. */
const LINGERS_MS = 1_000
const isOver = ({ underway }: Visit) => underway === null || underway.writableEnded

const bodyOf = (userError: UserError, language: Language): string =>
  JSON.stringify(refusalBody(userError, translatorFor(language)))

const malformed = new UserError(400, { key: 'error.malformed' })
const tooLarge = (status: number) => new UserError(status, { key: 'error.too_large' })
const garbage: Record<string, UserError> = {
  HPE_HEADER_OVERFLOW: tooLarge(431),
  HPE_CHUNK_EXTENSIONS_OVERFLOW: tooLarge(413),
  [TOO_SLOW]: new UserError(408, { key: 'error.malformed' }),
}

/**
 * Returns an error for requests that proxies, caches and this server could interpret differently. Rewrites an absolute
 * URL to its path.
 */
function oddity(request: IncomingMessage): UserError | undefined {
  if (request.url!.length > LONGEST_ADDRESS) return tooLarge(414)
  if (!hasOneHost(request)) return malformed
  if (request.headers.expect !== undefined && request.headers.expect.toLowerCase() !== '100-continue')
    return new UserError(417, { key: 'error.malformed' })
  if (request.url!.startsWith('/')) return undefined
  const path = pathBehindHost(request)
  if (path === undefined) return malformed
  request.url = path
  return undefined
}

const hasBody = ({ headers }: IncomingMessage) =>
  headers['transfer-encoding'] !== undefined || (headers['content-length'] ?? '0') !== '0'

/** HTTP/1.0 needs no Host header. */
function hasOneHost({ rawHeaders, headers, httpVersion }: IncomingMessage): boolean {
  let hosts = 0
  for (let i = 0; i < rawHeaders.length; i += 2)
    if (rawHeaders[i]!.length === 4 && rawHeaders[i]!.toLowerCase() === 'host') hosts++
  return hosts === 0 ? httpVersion === '1.0' : hosts === 1 && headerOf(headers, 'host') !== undefined
}

/** Returns the path of `http://host/path` if the host equals the Host header. */
function pathBehindHost({ url, headers }: IncomingMessage): string | undefined {
  const [beginning, host] = /^https?:\/\/([^/?#]+)/i.exec(url!) ?? []
  if (beginning === undefined || host!.toLowerCase() !== headers.host?.toLowerCase()) return undefined
  const path = url!.slice(beginning.length)
  return path.startsWith('/') ? path : '/' + path
}
