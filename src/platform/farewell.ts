import type { Server as HttpServer } from 'node:http'
import { Server as NetServer } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { promisify } from 'node:util'

const LOOK_EVERY_MS = 20

/**
 * Lets nobody in any more, and waits until all who are inside have got the answer they came for and have gone, but not
 * longer than given. Closing the server at once would also cut off those whose question is still on its way.
 */
export async function sayFarewell(server: HttpServer, longestMs: number): Promise<void> {
  const deadline = performance.now() + longestMs
  await untilNobodyComes(server, deadline - longestMs / 2)
  server.prependListener('request', (_request, response) => void response.setHeader('connection', 'close'))
  NetServer.prototype.close.call(server)
  const guests = promisify(server.getConnections.bind(server))
  while ((await guests()) > 0 && performance.now() < deadline) await sleep(LOOK_EVERY_MS)
}

/** Those whom the system has already let in come to us one in a turn of the event loop; a closed door sends them away. */
async function untilNobodyComes(server: HttpServer, deadline: number): Promise<void> {
  let cameOne = true
  const onConnection = () => void (cameOne = true)
  server.on('connection', onConnection)
  while (cameOne && performance.now() < deadline) {
    cameOne = false
    await sleep(LOOK_EVERY_MS)
  }
  server.off('connection', onConnection)
}
