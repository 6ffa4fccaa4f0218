import { subscribe } from 'node:diagnostics_channel'
import { appendFileSync } from 'node:fs'
import type { IncomingMessage, ServerResponse } from 'node:http'

/**
 * Loaded into a server before its own code (NODE_OPTIONS=--import=…): of each request that carries a number it writes down
 * how long the thread was at work from its arrival to its answer. What others take of the machine meanwhile is not counted.
 */
subscribe('http.server.request.start', (told) => {
  const { request, response } = told as { request: IncomingMessage; response: ServerResponse }
  const number = request.headers['x-number'] as string | undefined
  if (!number) return
  const start = process.threadCpuUsage()
  response.once('close', () => {
    const { user, system } = process.threadCpuUsage(start)
    appendFileSync(process.env['SPENT_FILE']!, `${number} ${(user + system) / 1000}\n`)
  })
})
