import assert from 'node:assert/strict'
import { Agent } from 'node:http'
import { ask, type Told } from './ask.ts'
import type { TestEngine } from './engines.ts'
import { openDataPlace, startServer } from './process.ts'
import { tier } from './tier.ts'

/** Steps that one request may take, counted by `testing/spent.ts`: about twenty milliseconds of CPU time on a machine at full speed. */
const MAX_STEPS = 4_000_000
/** The soak measures time instead: the CPU milliseconds that one request may take on a machine at full speed. */
const MAX_MS = 20
/** Other load on the machine adds to a time. A slow request is repeated, and its shortest time counts. */
const TRIES = 6
/** Counting is slow, so the steps of several requests are counted together. */
const PORTION = 20

export interface HeavyRequest {
  what: string
  method: 'GET' | 'POST'
  path: string
  type?: string
  body?: string
  token?: string
  headers?: Record<string, string>
  /** The expected status of a request that is too large. */
  refusal?: number
}

export interface MeasuredServer {
  url: string
  /** Sends the requests one after the other. Fails if one of them keeps the thread busy for too long. */
  mustBeQuick(requests: readonly HeavyRequest[]): Promise<void>
  close(): Promise<void>
}

/** Starts a server that measures the work of each request. */
export async function startMeasuredServer(engine: TestEngine): Promise<MeasuredServer> {
  const inSteps = tier !== 'soak'
  const place = await openDataPlace(engine)
  const server = await startServer({
    ...place.environment,
    RATE_LIMIT: 'off',
    LOG_LEVEL: 'silent',
    MEASURED: inSteps ? 'steps' : 'ms',
    NODE_OPTIONS: `--import=${new URL('./spent.ts', import.meta.url).href}`,
    // Code from the cache has no block counters.
    ...(inSteps && { NODE_DISABLE_COMPILE_CACHE: '1' }),
  })
  const agent = new Agent({ keepAlive: true, maxSockets: 1 })

  async function send({
    what,
    method,
    path,
    type,
    token,
    headers,
    body,
    refusal: userError,
  }: HeavyRequest): Promise<void> {
    const { status } = await ask(server.url, path, {
      method,
      headers: {
        ...(type && { 'content-type': type }),
        ...(token && { authorization: `Bearer ${token}` }),
        ...headers,
      },
      ...(body !== undefined && { body }),
      agent,
    })
    if (userError) return assert.equal(status, userError, what)
    assert.ok(status < 500, `${what}: ${status}`)
    // A request that is rejected for its size or its token would test nothing. A heavy header is always read.
    assert.ok(headers || ![401, 413, 414, 431].includes(status), `${what}: rejected with ${status}`)
  }

  /** Returns the work since the last call. */
  const work = async (): Promise<number> =>
    workIn(await ask(server.url, '/healthz', { headers: { 'x-measure': '1' }, agent }))

  async function workFor(...requests: readonly HeavyRequest[]): Promise<number> {
    for (const request of requests) await send(request)
    return work()
  }

  async function mustTakeFewSteps(requests: readonly HeavyRequest[]): Promise<void> {
    await work()
    for (let from = 0; from < requests.length; from += PORTION) {
      const portion = requests.slice(from, from + PORTION)
      if ((await workFor(...portion)) <= MAX_STEPS) continue
      for (const request of portion) {
        const steps = await workFor(request)
        assert.ok(steps <= MAX_STEPS, `${request.what}: ${steps.toLocaleString('en')} steps`)
      }
    }
  }

  async function mustTakeLittleTime(requests: readonly HeavyRequest[]): Promise<void> {
    for (const request of requests) {
      await work()
      let least = await workFor(request)
      for (let tries = 1; tries < TRIES && least > MAX_MS; tries++) least = Math.min(least, await workFor(request))
      assert.ok(least <= MAX_MS || least <= MAX_MS * slowness(), `${request.what}: ${Math.round(least)} ms`)
    }
  }

  return {
    url: server.url,
    mustBeQuick: inSteps ? mustTakeFewSteps : mustTakeLittleTime,
    async close() {
      agent.destroy()
      await server.kill()
      await place.close()
    },
  }
}

const workIn = ({ headers }: Told): number => {
  const steps = Number(headers['x-work'])
  assert.ok(steps >= 0, 'nothing was measured')
  return steps
}

/** Returns how much slower than at full speed this machine is now, at least 1. */
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
