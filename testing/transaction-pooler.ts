import { once } from 'node:events'
import { connect, createServer, type AddressInfo, type Socket } from 'node:net'
import { readMessages, READY_FOR_QUERY } from './postgres-messages.ts'

export interface TransactionPooler {
  url: string
  close(): Promise<void>
}

const CONNECTIONS_PER_CLIENT = 2
const IDLE = 'I'.charCodeAt(0)
/** The start-up parameters that PgBouncer accepts. It closes connections with others. */
const acceptedParameters = ['user', 'database', 'application_name', 'client_encoding']

/**
 * Starts a proxy that behaves like PgBouncer in transaction mode. Each client alternates between two connections to
 * PostgreSQL, one transaction on each. So anything that a client leaves in its session is missing in the next
 * transaction. The server must accept the user without a password.
 */
export async function startTransactionPooler(serverUrl: string): Promise<TransactionPooler> {
  const { hostname, port } = new URL(serverUrl)
  const sockets = new Set<Socket>()
  const trackSocket = (socket: Socket) => {
    sockets.add(
      socket
        .setNoDelay()
        .on('error', () => {})
        .on('close', () => sockets.delete(socket)),
    )
    return socket
  }
  const proxy = createServer((client) => {
    trackSocket(client).once('data', (startup: Buffer) => {
      const unsupportedParameter = listStartupParameters(startup).find((name) => !acceptedParameters.includes(name))
      if (unsupportedParameter) {
        client.end(createErrorResponse(`unsupported startup parameter: ${unsupportedParameter}`))
        return
      }
      const servers = Array.from({ length: CONNECTIONS_PER_CLIENT }, () => trackSocket(connect(Number(port), hostname)))
      serveClient(client, servers, startup)
    })
  }).listen(0, '127.0.0.1')
  await once(proxy, 'listening')
  const url = new URL(serverUrl)
  url.port = String((proxy.address() as AddressInfo).port)
  url.hostname = '127.0.0.1'
  url.searchParams.set('pgbouncer', 'true')
  return {
    url: url.href,
    async close() {
      for (const socket of sockets) socket.destroy()
      proxy.close()
      await once(proxy, 'close')
    },
  }
}

function serveClient(client: Socket, servers: Socket[], startup: Buffer): void {
  let currentIndex = 0
  let readyCount = 0
  servers.forEach((server, index) => {
    let isReady = false
    server.write(startup)
    readMessages(server, (message) => {
      const isEnd = message[0] === READY_FOR_QUERY && message[5] === IDLE
      const isFirstEnd = isEnd && !isReady
      if (isFirstEnd) isReady = true
      // The client gets the start-up messages of the first connection, and one ReadyForQuery once all are ready.
      if (isFirstEnd) {
        if (++readyCount === servers.length) client.write(message)
      } else if (isReady || index === 0) client.write(message)
      if (isEnd && !isFirstEnd) currentIndex = (currentIndex + 1) % servers.length
    })
    server.on('close', () => client.destroy())
  })
  client.on('data', (data) => servers[currentIndex]!.write(data))
  client.on('close', () => servers.forEach((server) => server.destroy()))
}

/** A start-up message has its length, the version of the protocol, and names with values that end with a zero byte. */
function listStartupParameters(startup: Buffer): string[] {
  const parameterTexts = startup.subarray(8).toString().split('\0')
  return parameterTexts.filter((word, index) => index % 2 === 0 && word !== '')
}

function createErrorResponse(message: string): Buffer {
  const content = Buffer.from(`SFATAL\0C08P01\0M${message}\0\0`)
  const head = Buffer.from('E\0\0\0\0')
  head.writeInt32BE(content.length + 4, 1)
  return Buffer.concat([head, content])
}
