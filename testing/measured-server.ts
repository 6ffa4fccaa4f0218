import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import { Agent } from 'node:http'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { ask } from './ask.ts'
import type { TestEngine } from './engines.ts'
import { openDataPlace, startServer } from './process.ts'

/** No single request may keep the server from all others for longer, on a machine at its full pace. */
const MOST_MS = 20
/** The machine is noisy: what took too long is asked again, and the least of it counts. */
const TRIES = 6
const PORTION = 100

/** How often the same piece of work takes as long, right now, as on a machine at its full pace; never less than once. */
function slowness(): number {
  const took = Array.from({ length: 12 }, () => {
    const began = performance.now()
    JSON.parse(PIECE_OF_WORK)
    return performance.now() - began
  })
  return Math.max(1, Math.min(...took) / WORK_MS)
}
const PIECE_OF_WORK = JSON.stringify(Array.from({ length: 20_000 }, (_, at) => ({ at, text: 'x'.repeat(at % 50) })))
const WORK_MS = 2

export interface HeavyRequest {
  what: string
  method: 'GET' | 'POST'
  path: string
  type?: string
  body?: string
  token?: string
}

export interface MeasuredServer {
  url: string
  /** None of them may take the thread for long, asked one after the other. */
  mustBeQuick(requests: readonly HeavyRequest[]): Promise<void>
  close(): Promise<void>
}

/** A server that writes down how long each request took of its thread (`testing/spent.ts`). */
export async function startMeasuredServer(engine: TestEngine): Promise<MeasuredServer> {
  const place = await openDataPlace(engine)
  const server = await startServer({
    ...place.environment,
    RATE_LIMIT: 'off',
    LOG_LEVEL: 'silent',
    SPENT_FILE: join(place.folder, 'spent'),
    NODE_OPTIONS: `--import=${new URL('./spent.ts', import.meta.url).href}`,
  })
  const agent = new Agent({ keepAlive: true, maxSockets: 1 })

  let number = 0
  /** Portion by portion, so that what is bad is said before all the rest has been asked. */
  async function mustBeQuick(requests: readonly HeavyRequest[]): Promise<void> {
    for (let from = 0; from < requests.length; from += PORTION) {
      let slow = requests.slice(from, from + PORTION)
      let spent = new Map<HeavyRequest, number>()
      for (let tries = 0; tries < TRIES && slow.length > 0; tries++) {
        spent = await spentOn(slow, spent)
        const mostMs = MOST_MS * slowness()
        slow = slow.filter((request) => spent.get(request)! > mostMs)
      }
      assert.deepEqual(
        slow.map((request) => `${request.what}: ${Math.round(spent.get(request)!)} ms`),
        [],
      )
    }
  }

  /** The last answer may be here before it has been written down. */
  async function toldUpTo(last: number): Promise<ReadonlyMap<number, number>> {
    for (let looks = 0; ; looks++) {
      const lines = (await readFile(join(place.folder, 'spent'), 'utf8')).trim().split('\n')
      const told = new Map(lines.map((line) => line.split(' ').map(Number) as [number, number]))
      if (told.has(last) || looks === 100) return told
      await setTimeout(20)
    }
  }

  async function spentOn(
    requests: readonly HeavyRequest[],
    before: ReadonlyMap<HeavyRequest, number>,
  ): Promise<Map<HeavyRequest, number>> {
    const first = number
    for (const request of requests) {
      const { status } = await ask(server.url, request.path, {
        method: request.method,
        headers: {
          'x-number': String(number++),
          ...(request.type && { 'content-type': request.type }),
          ...(request.token && { authorization: `Bearer ${request.token}` }),
        },
        ...(request.body !== undefined && { body: request.body }),
        agent,
      })
      assert.ok(status < 500, `${request.what}: ${status}`)
      assert.ok(
        status !== 413 && status !== 414 && status !== 431 && status !== 401,
        `${request.what}: ${status}, so that nothing was tried`,
      )
    }
    const told = await toldUpTo(number - 1)
    return new Map(
      requests.map((request, at) => {
        const ms = told.get(first + at)
        assert.ok(ms !== undefined, `${request.what} was not seen`)
        return [request, Math.min(ms, before.get(request) ?? Infinity)]
      }),
    )
  }

  return {
    url: server.url,
    mustBeQuick,
    async close() {
      agent.destroy()
      await server.kill()
      await place.close()
    },
  }
}
