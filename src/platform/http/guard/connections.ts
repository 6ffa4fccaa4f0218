import type { ServerResponse, IncomingMessage } from 'node:http'
import type { Socket } from 'node:net'
import { setImmediate as turn } from 'node:timers/promises'
import { getCallerKey, type Callers } from '../caller.ts'

export interface ConnectionBounds {
  /** The maximum number of concurrent connections. */
  connections: number
  /**
   * The maximum number of unread response bytes on all connections of a caller. Only checked for callers with more
   * connections than a browser opens.
   */
  unreadBytes: number
}

export const defaultBounds: ConnectionBounds = { connections: 256, unreadBytes: 4 * 1024 * 1024 }
export const noBounds: ConnectionBounds = { connections: Infinity, unreadBytes: Infinity }
const UNCHECKED_CONNECTIONS = 32
/** The maximum number of event-loop turns to wait while new connections keep arriving. */
const MAX_TURNS = 100

/** A connection. Its requests are answered one at a time. */
export interface Connection {
  caller: string | null
  currentResponse: ServerResponse | null
  waiting: [IncomingMessage, ServerResponse][]
}

/** The open connections, limited per caller. A trusted proxy has no limit, because it serves many clients. */
export class Connections {
  readonly #callers: Callers
  readonly #bounds: ConnectionBounds
  readonly #bySocket = new Map<Socket, Connection>()
  readonly #socketsByCaller = new Map<string, Set<Socket>>()
  #arrivals = 0

  constructor(callers: Callers, bounds: ConnectionBounds) {
    this.#callers = callers
    this.#bounds = bounds
  }

  get size(): number {
    return this.#bySocket.size
  }

  get(socket: Socket): Connection | undefined {
    return this.#bySocket.get(socket)
  }

  [Symbol.iterator](): MapIterator<[Socket, Connection]> {
    return this.#bySocket[Symbol.iterator]()
  }

  /** Closes the connection if its caller has too many. */
  add(socket: Socket): void {
    this.#arrivals++
    const address = socket.remoteAddress ?? ''
    const caller = this.#callers.isProxy(address) ? null : getCallerKey(address)
    if (caller !== null && !this.#addToCaller(caller, socket)) return void socket.destroy()
    this.#bySocket.set(socket, { caller, currentResponse: null, waiting: [] })
    socket.once('close', () => this.#remove(socket, caller))
  }

  #addToCaller(caller: string, socket: Socket): boolean {
    const callerSockets = this.#socketsByCaller.get(caller)
    if (!callerSockets) this.#socketsByCaller.set(caller, new Set([socket]))
    else if (callerSockets.size >= this.#bounds.connections) return false
    else callerSockets.add(socket)
    return true
  }

  #remove(socket: Socket, caller: string | null): void {
    this.#bySocket.delete(socket)
    const callerSockets = caller !== null && this.#socketsByCaller.get(caller)
    if (callerSockets && callerSockets.delete(socket) && callerSockets.size === 0) this.#socketsByCaller.delete(caller!)
  }

  hasTooMuchUnread({ caller }: Connection): boolean {
    const sockets = caller !== null && this.#socketsByCaller.get(caller)
    if (!sockets || sockets.size <= UNCHECKED_CONNECTIONS) return false
    let byteCount = 0
    for (const socket of sockets) byteCount += socket.writableLength
    return byteCount > this.#bounds.unreadBytes
  }

  /** Waits until all pending connections are accepted. The system hands over one per event-loop turn. */
  async waitForConnections(): Promise<void> {
    await turn() // finishes the current event-loop turn
    for (
      let waitedTurns = 0, previousArrivals = -1;
      waitedTurns < MAX_TURNS && previousArrivals !== this.#arrivals;
      waitedTurns++
    ) {
      previousArrivals = this.#arrivals
      await turn()
    }
  }
}
