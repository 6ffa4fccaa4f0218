import assert from 'node:assert/strict'
import { once } from 'node:events'
import type { RequestListener, Server } from 'node:http'
import type { AddressInfo, Socket } from 'node:net'
import type { TestContext } from 'node:test'
import { trustProxies } from '#platform/http/caller.ts'
import { createConnectionGuard, type ConnectionGuard } from '#platform/http/guard/connection-guard.ts'
import { openSocket, type RawSocket } from './socket.ts'

/** A connection guard in this process with a handler of the test. Tests see both ends of its sockets. */
export interface BareGuard {
  guard: ConnectionGuard
  server: Server
  /** Opens a connection that does not read. `serverSocket` is its other end, in the server. */
  openUnread(from?: string): Promise<RawSocket & { serverSocket: Socket }>
  url: string
}

export async function openBareGuard(t: TestContext, handler: RequestListener): Promise<BareGuard> {
  const guard = createConnectionGuard({
    callers: trustProxies(),
    headers: {},
    serveFromMemory: () => false,
    onError: (error) => assert.fail(String(error)),
  })
  const server = guard.serverFor(handler)
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const sockets = new Set<Socket>()
  t.after(() => {
    for (const socket of sockets) socket.destroy()
    server.close()
  })
  return {
    guard,
    server,
    url,
    async openUnread(from) {
      const acceptedConnection = once(server, 'connection')
      const client = await openSocket(url, { reads: false, ...(from && { from }) })
      const [serverSocket] = (await acceptedConnection) as [Socket]
      sockets.add(client.socket).add(serverSocket)
      return { ...client, serverSocket }
    },
  }
}
