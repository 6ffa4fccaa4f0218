import type { IncomingMessage, RequestListener, Server, ServerResponse } from 'node:http'
import { Server as NetServer, type Socket } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Callers } from '../caller.ts'
import { type ConnectionBounds, type Connection, Connections, defaultBounds } from './connections.ts'
import { overloaded } from '../../errors.ts'
import { BODY_TIMEOUT_MS, MAX_UPLOAD_MS } from '../../files/upload-stream.ts'
import { endLiveStreams } from '../live.ts'
import type { Metrics } from '../../metrics.ts'
import type { Tracer } from '../../tracing/tracer.ts'
import { createRejections, findRequestError, TOO_SLOW_CODE } from './rejections.ts'

/**
 * The layer between the sockets and the framework. It limits connections, sends cached responses, and drains the
 * server.
 */
export interface ConnectionGuard {
  /** Creates the node:http server in front of the framework. */
  serverFor(handler: RequestListener): Server
  /** Responds to data that is not valid HTTP with an error. */
  rejectMalformedRequest(error: NodeJS.ErrnoException, socket: Socket): void
  /** Waits until all pending connections are accepted. The system hands over one per event-loop turn. */
  waitForConnections(): Promise<void>
  /** Ends all live streams. */
  endLiveStreams(): void
  /**
   * Accepts no more connections, sends the pending responses, and waits until all clients have disconnected. After the
   * time limit, it closes the remaining connections.
   */
  drain(maxMs: number): Promise<void>
}

interface GuardOptions {
  callers: Callers
  /** The headers of the guard's own error responses. */
  headers: Record<string, string>
  /** Sends cached responses. Returns true if it has sent one. */
  serveFromMemory(request: IncomingMessage, response: ServerResponse): boolean
  onError(error: unknown): void
  /** Whether the body may take as long as an upload. */
  mayTakeLong?(request: IncomingMessage): boolean
  /** The limits per caller. */
  bounds?: ConnectionBounds
  headersTimeoutMs?: number | undefined
  bodyTimeoutMs?: number | undefined
  metrics?: Metrics | null
  tracer?: Tracer | null
}

const MAX_CONNECTIONS = 4_000
/** The maximum number of pipelined requests waiting on a connection. Browsers do not pipeline. */
const MAX_WAITING_REQUESTS = 4
/** A client that reads nothing between two checks is disconnected. */
const SILENCE_CHECK_MS = 5_000

export function createConnectionGuard({
  callers,
  headers,
  serveFromMemory,
  mayTakeLong = () => false,
  onError,
  bounds = defaultBounds,
  headersTimeoutMs = 6_000,
  bodyTimeoutMs = BODY_TIMEOUT_MS,
  metrics = null,
  tracer = null,
}: GuardOptions): ConnectionGuard {
  const connections = new Connections(callers, bounds)
  const { reject, rejectInvalid } = createRejections(headers)
  let server: Server
  let handle: RequestListener
  let isDraining = false

  /** Queues a few pipelined requests. A connection with more is closed. */
  function onRequest(request: IncomingMessage, response: ServerResponse): void {
    const connection = connections.get(request.socket)
    if (!connection || request.socket.destroyed) return
    if (hasBody(request) && !mayTakeLong(request)) limitBodyTime(request)
    if (!connection.currentResponse) respond(connection, request, response)
    else if (connection.waiting.length < MAX_WAITING_REQUESTS) connection.waiting.push([request, response])
    else request.socket.destroy()
  }

  /**
   * Limits the time for a request body. Node has only one timeout for all bodies, which must be long enough for
   * uploads.
   */
  function limitBodyTime(request: IncomingMessage): void {
    const timer = setTimeout(() => {
      if (!request.complete) rejectMalformedRequest(Object.assign(new Error(), { code: TOO_SLOW_CODE }), request.socket)
    }, bodyTimeoutMs).unref()
    request.once('close', () => clearTimeout(timer))
  }

  function respond(connection: Connection, request: IncomingMessage, response: ServerResponse): void {
    connection.currentResponse = response
    response.on('close', respondToNext)
    if (metrics) {
      const startedAt = performance.now()
      response.on('close', () => metrics.countResponse(request, response, performance.now() - startedAt))
    }
    if (tracer) tracer.traceRequest(request, response, () => serve(connection, request, response))
    else serve(connection, request, response)
  }

  function serve(connection: Connection, request: IncomingMessage, response: ServerResponse): void {
    try {
      if (isDraining) response.shouldKeepAlive = false
      const requestError = findRequestError(request)
      if (requestError) reject(request, response, requestError)
      else if (connections.hasTooMuchUnread(connection)) reject(request, response, overloaded())
      else if (!serveFromMemory(request, response)) handle(request, response)
    } catch (error) {
      onError(error)
      if (response.headersSent) request.socket.destroy()
      else reject(request, response, overloaded())
    }
  }

  function respondToNext(this: ServerResponse): void {
    const { socket } = this.req
    const connection = connections.get(socket)
    if (!connection) return
    connection.currentResponse = null
    if (connection.waiting.length > 0 && !socket.destroyed) respond(connection, ...connection.waiting.shift()!)
  }

  function rejectMalformedRequest(error: NodeJS.ErrnoException, socket: Socket): void {
    // An error response now would be written into the middle of another response.
    if (!socket.writable || connections.get(socket)?.currentResponse?.headersSent) socket.destroy()
    else rejectInvalid(error, socket)
  }

  return {
    serverFor(handler) {
      handle = handler
      server = createHttpServer(onRequest, headersTimeoutMs)
      server.prependListener('connection', (socket: Socket) => connections.add(socket))
      server.setTimeout(SILENCE_CHECK_MS, (socket) => disconnectIfIdle(socket, connections.get(socket)))
      return server
    },

    rejectMalformedRequest,

    waitForConnections: () => connections.waitForConnections(),
    endLiveStreams: () => endLiveStreams(connections),

    async drain(maxMs) {
      const deadline = performance.now() + maxMs
      await connections.waitForConnections()
      isDraining = true
      endLiveStreams(connections)
      // http.Server's close would also cut off connections whose request is still arriving.
      NetServer.prototype.close.call(server)
      await waitUntilGone(connections, deadline)
      for (const [socket] of connections) socket.destroy()
    },
  }
}

function createHttpServer(onRequest: RequestListener, headersTimeout: number): Server {
  // An import of node:http would also load all of fetch, which takes 4 MB.
  const server = process.getBuiltinModule('node:http').createServer(
    {
      headersTimeout,
      requestTimeout: MAX_UPLOAD_MS + 1_000,
      keepAliveTimeout: 65_000,
      connectionsCheckingInterval: 1_000,
      maxHeaderSize: 8_192,
      requireHostHeader: false,
    },
    onRequest,
  )
  server.maxConnections = MAX_CONNECTIONS
  server.on('checkExpectation', onRequest)
  return server
}

const hasBody = ({ headers }: IncomingMessage) =>
  headers['transfer-encoding'] !== undefined || (headers['content-length'] ?? '0') !== '0'

/**
 * Disconnects a silent client, but not while the server works on its request. If it does not read the response, the
 * connection is reset, so that the system also discards the data buffered for it.
 */
function disconnectIfIdle(socket: Socket, connection: Connection | undefined): void {
  if (!connection?.currentResponse) socket.destroy()
  else if (connection.currentResponse.writableEnded) socket.resetAndDestroy()
  else socket.setTimeout(SILENCE_CHECK_MS)
}

const DRAIN_CHECK_MS = 20
/** During a drain, a client that sends no request or reads no response is disconnected after this time. */
const MAX_IDLE_MS = 1_000
const isFinished = ({ currentResponse }: Connection) => currentResponse === null || currentResponse.writableEnded

/**
 * Waits until all clients have disconnected, or until the deadline. Disconnects those that neither request nor read for
 * `MAX_IDLE_MS`.
 */
async function waitUntilGone(connections: Connections, deadline: number): Promise<void> {
  const finishedSince = new Map<Socket, number>()
  while (connections.size > 0 && performance.now() < deadline) {
    const now = performance.now()
    for (const [socket, connection] of connections) {
      if (!isFinished(connection)) finishedSince.delete(socket)
      else if (!finishedSince.has(socket)) finishedSince.set(socket, now)
      else if (now - finishedSince.get(socket)! > MAX_IDLE_MS) disconnectIfIdle(socket, connection)
    }
    await sleep(DRAIN_CHECK_MS)
  }
}
