import type { IncomingMessage, RequestListener, Server, ServerResponse } from 'node:http'
import { Server as NetServer, type Socket } from 'node:net'
import { setImmediate as turn, setTimeout as sleep } from 'node:timers/promises'
import type { Language } from '#routes/public.ts'
import { translatorFor } from '#locales/both.ts'
import { errorBody } from './api.ts'
import { callerKey, type Callers } from './caller.ts'
import { overloaded, UserError } from '../errors.ts'
import { BODY_TIMEOUT_MS, MAX_UPLOAD_MS } from '../files/upload-stream.ts'
import { readHeader } from './headers.ts'
import { readLanguage } from './language.ts'
import { endLiveStreams } from './live.ts'
import { dataCsp } from './security.ts'

/** Sits between the sockets and the framework. It limits connections, serves cached answers, and drains the server. */
export interface ConnectionGuard {
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
  drain(maxMs: number): Promise<void>
}

interface GuardOptions {
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
export const defaultBounds: Bounds = { connections: 256, unreadBytes: 4 * 1024 * 1024 }
export const noBounds: Bounds = { connections: Infinity, unreadBytes: Infinity }
/** The maximum number of pipelined requests waiting on a connection. Browsers do not pipeline. */
const MAX_WAITING = 4
/**
 * A client that reads nothing between two checks is gone or malicious. It is disconnected at most ten seconds later.
 */
const SILENCE_CHECK_MS = 5_000
const UNCHECKED_CONNECTIONS = 32
export const MAX_URL_LENGTH = 4_000

/** A connection. Its requests are answered one at a time. */
interface Connection {
  caller: string | null
  underway: ServerResponse | null
  waiting: [IncomingMessage, ServerResponse][]
}

export function createConnectionGuard({
  callers,
  headers,
  kept,
  mayTakeLong = () => false,
  onError,
  bounds = defaultBounds,
  bodyTimeoutMs = BODY_TIMEOUT_MS,
}: GuardOptions): ConnectionGuard {
  const connections = new Map<Socket, Connection>()
  const socketsByCaller = new Map<string, Set<Socket>>()
  let server: Server
  let handle: RequestListener
  let isDraining = false
  let arrivals = 0

  function onConnection(socket: Socket): void {
    arrivals++
    const address = socket.remoteAddress ?? ''
    const caller = callers.isProxy(address) ? null : callerKey(address)
    if (caller !== null && !addToCaller(caller, socket)) return void socket.destroy()
    connections.set(socket, { caller, underway: null, waiting: [] })
    socket.once('close', () => removeConnection(socket, caller))
  }

  function addToCaller(caller: string, socket: Socket): boolean {
    const siblings = socketsByCaller.get(caller)
    if (!siblings) socketsByCaller.set(caller, new Set([socket]))
    else if (siblings.size >= bounds.connections) return false
    else siblings.add(socket)
    return true
  }

  function removeConnection(socket: Socket, caller: string | null): void {
    connections.delete(socket)
    const siblings = caller !== null && socketsByCaller.get(caller)
    if (siblings && siblings.delete(socket) && siblings.size === 0) socketsByCaller.delete(caller!)
  }

  /** Queues a few pipelined requests. A connection with more is closed. */
  function onRequest(request: IncomingMessage, response: ServerResponse): void {
    const connection = connections.get(request.socket)
    if (!connection || request.socket.destroyed) return
    if (hasBody(request) && !mayTakeLong(request)) limitBodyTime(request)
    if (!connection.underway) answer(connection, request, response)
    else if (connection.waiting.length < MAX_WAITING) connection.waiting.push([request, response])
    else request.socket.destroy()
  }

  /** Node has only one timeout for all bodies, which must be long enough for uploads. */
  function limitBodyTime(request: IncomingMessage): void {
    const timer = setTimeout(() => {
      if (!request.complete) rejectInvalid(Object.assign(new Error(), { code: TOO_SLOW }), request.socket)
    }, bodyTimeoutMs).unref()
    request.once('close', () => clearTimeout(timer))
  }

  function answer(connection: Connection, request: IncomingMessage, response: ServerResponse): void {
    connection.underway = response
    response.on('close', onClose)
    try {
      if (isDraining) response.shouldKeepAlive = false
      const requestError = findRequestError(request)
      if (requestError) reject(request, response, requestError)
      else if (hasTooMuchUnread(connection)) reject(request, response, overloaded())
      else if (!kept(request, response)) handle(request, response)
    } catch (error) {
      onError(error)
      if (response.headersSent) request.socket.destroy()
      else reject(request, response, overloaded())
    }
  }

  function onClose(this: ServerResponse): void {
    const { socket } = this.req
    const connection = connections.get(socket)
    if (!connection) return
    connection.underway = null
    if (connection.waiting.length > 0 && !socket.destroyed) answer(connection, ...connection.waiting.shift()!)
  }

  function hasTooMuchUnread({ caller }: Connection): boolean {
    const sockets = caller !== null && socketsByCaller.get(caller)
    if (!sockets || sockets.size <= UNCHECKED_CONNECTIONS) return false
    let bytes = 0
    for (const socket of sockets) bytes += socket.writableLength
    return bytes > bounds.unreadBytes
  }

  /**
   * A client may be silent while the server works. A client that does not read is reset, so that the system also
   * discards the data buffered for it.
   */
  function onSilence(socket: Socket): void {
    const underway = connections.get(socket)?.underway
    if (!underway) socket.destroy()
    else if (underway.writableEnded) socket.resetAndDestroy()
    else socket.setTimeout(SILENCE_CHECK_MS)
  }

  async function waitForPendingConnections(): Promise<void> {
    await turn() // the rest of this turn
    for (
      let waitedTurns = 0, previousArrivals = -1;
      waitedTurns < MAX_TURNS && previousArrivals !== arrivals;
      waitedTurns++
    ) {
      previousArrivals = arrivals
      await turn()
    }
  }

  function reject(request: IncomingMessage, response: ServerResponse, userError: UserError): void {
    const body = formatErrorBody(userError, readLanguage(request))
    response.shouldKeepAlive = false
    response.writeHead(userError.status, errorHeaders(userError, body))
    response.end(body)
  }

  function rejectInvalid({ code }: NodeJS.ErrnoException, socket: Socket): void {
    // An error now would land in the middle of another answer.
    if (!socket.writable || connections.get(socket)?.underway?.headersSent) return void socket.destroy()
    const userError = parserErrors[code ?? ''] ?? malformed
    const body = formatErrorBody(userError, 'en')
    const lines = Object.entries({ ...errorHeaders(userError, body), connection: 'close' }).map(
      ([name, value]) => `${name}: ${value}\r\n`,
    )
    const phrase = process.getBuiltinModule('node:http').STATUS_CODES[userError.status]
    socket.end(`HTTP/1.1 ${userError.status} ${phrase}\r\n${lines.join('')}\r\n${body}`)
    socket.destroySoon()
  }

  const errorHeaders = ({ retryAfterSeconds }: UserError, body: string) => ({
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
      server.prependListener('connection', onConnection)
      server.setTimeout(SILENCE_CHECK_MS, onSilence)
      server.on('checkExpectation', onRequest)
      return server
    },

    refuseGarbage: rejectInvalid,

    untilAllAreIn: waitForPendingConnections,
    endLive: () => endLiveStreams(connections.values()),

    async drain(maxMs) {
      const deadline = performance.now() + maxMs
      await waitForPendingConnections()
      isDraining = true
      endLiveStreams(connections.values())
      NetServer.prototype.close.call(server) // http.Server's close would also cut off connections whose request is on its way
      const finishedSince = new Map<Socket, number>()
      while (connections.size > 0 && performance.now() < deadline) {
        const now = performance.now()
        for (const [socket, connection] of connections) {
          if (!isFinished(connection)) finishedSince.delete(socket)
          else if (!finishedSince.has(socket)) finishedSince.set(socket, now)
          else if (now - finishedSince.get(socket)! > MAX_IDLE_MS) onSilence(socket)
        }
        await sleep(DRAIN_CHECK_MS)
      }
      for (const socket of connections.keys()) socket.destroy()
    },
  }
}

/** Limits the wait if new connections keep arriving. */
const MAX_TURNS = 100
const DRAIN_CHECK_MS = 20
/** A client that sends no request for this long has none on its way. An answer unread for this long is unwanted. */
const MAX_IDLE_MS = 1_000
const isFinished = ({ underway }: Connection) => underway === null || underway.writableEnded

const formatErrorBody = (userError: UserError, language: Language): string =>
  JSON.stringify(errorBody(userError, translatorFor(language)))

const malformed = new UserError(400, { key: 'error.malformed' })
const tooLarge = (status: number) => new UserError(status, { key: 'error.too_large' })
const parserErrors: Record<string, UserError> = {
  HPE_HEADER_OVERFLOW: tooLarge(431),
  HPE_CHUNK_EXTENSIONS_OVERFLOW: tooLarge(413),
  [TOO_SLOW]: new UserError(408, { key: 'error.malformed' }),
}

/**
 * Returns an error for requests that proxies, caches and this server could interpret differently. Rewrites an absolute
 * URL to its path.
 */
function findRequestError(request: IncomingMessage): UserError | undefined {
  if (request.url!.length > MAX_URL_LENGTH) return tooLarge(414)
  if (!hasOneHost(request)) return malformed
  if (request.headers.expect !== undefined && request.headers.expect.toLowerCase() !== '100-continue')
    return new UserError(417, { key: 'error.malformed' })
  if (request.url!.startsWith('/')) return undefined
  const path = pathOfAbsoluteUrl(request)
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
  return hosts === 0 ? httpVersion === '1.0' : hosts === 1 && readHeader(headers, 'host') !== undefined
}

/** Returns the path of `http://host/path` if the host equals the Host header. */
function pathOfAbsoluteUrl({ url, headers }: IncomingMessage): string | undefined {
  const [origin, host] = /^https?:\/\/([^/?#]+)/i.exec(url!) ?? []
  if (origin === undefined || host!.toLowerCase() !== headers.host?.toLowerCase()) return undefined
  const path = url!.slice(origin.length)
  return path.startsWith('/') ? path : '/' + path
}
