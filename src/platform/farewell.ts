import type { Server as HttpServer } from 'node:http'
import { Server as NetServer } from 'node:net'
import { promisify } from 'node:util'
import { setTimeout as sleep } from 'node:timers/promises'

const LOOK_EVERY_MS = 20

/**
 * Lets nobody in any more, and waits until all who are inside have got the answer they came for and have gone, but not
 * longer than given. Closing the server at once would also cut off those whose question is still on its way.
 */
export async function sayFarewell(server: HttpServer, longestMs: number): Promise<void> {
  const deadline = performance.now() + longestMs
  server.prependListener('request', (_request, response) => void response.setHeader('connection', 'close'))
  NetServer.prototype.close.call(server)
  const guests = promisify(server.getConnections.bind(server))
  while ((await guests()) > 0 && performance.now() < deadline) await sleep(LOOK_EVERY_MS)
}
