import assert from 'node:assert/strict'
import { Agent } from 'node:http'
import { sendRequest, type RawResponse } from './send-request.ts'
import type { TestEngine } from './engines.ts'
import { openServerData, startServer } from './process.ts'
import { tier } from './tier.ts'

/** The steps that one request may take (count-work.ts): about twenty milliseconds of CPU time at full speed. */
const MAX_STEPS = 4_000_000
/** The soak measures time instead: the CPU milliseconds that one request may take on a machine at full speed. */
const MAX_MS = 20
/**
 * The maximum number of attempts. Other load on the machine adds to the time, so a slow request is repeated, and its
 * shortest time counts.
 */
const TRY_COUNT = 6
/** The number of requests whose steps are counted together, because counting is slow. */
const BATCH_SIZE = 20

export interface HeavyRequest {
  label: string
  method: 'GET' | 'POST'
  path: string
  type?: string
  body?: string
  token?: string
  headers?: Record<string, string>
  /** The expected status of a request that is too large. */
  tooLargeStatus?: number
}

export interface MeasuredServer {
  url: string
  /** Sends the requests one after the other. Fails if one of them keeps the thread busy for too long. */
  assertQuick(requests: readonly HeavyRequest[]): Promise<void>
  close(): Promise<void>
}

/** Starts a server that measures the work of each request. */
export async function startMeasuredServer(engine: TestEngine): Promise<MeasuredServer> {
  const countsSteps = tier !== 'soak'
  const serverData = await openServerData(engine)
  const server = await startServer({
    ...serverData.environment,
    RATE_LIMIT: 'off',
    LOG_LEVEL: 'silent',
    MEASURED: countsSteps ? 'steps' : 'ms',
    NODE_OPTIONS: `--import=${new URL('./count-work.ts', import.meta.url).href}`,
    // Code from the compile cache has no block counters.
    ...(countsSteps && { NODE_DISABLE_COMPILE_CACHE: '1' }),
  })
  const agent = new Agent({ keepAlive: true, maxSockets: 1 })

  async function send({
    label,
    method,
    path,
    type,
    token,
    headers,
    body,
    tooLargeStatus: expectedStatus,
  }: HeavyRequest): Promise<void> {
    const { status } = await sendRequest(server.url, path, {
      method,
      headers: {
        ...(type && { 'content-type': type }),
        ...(token && { authorization: `Bearer ${token}` }),
        ...headers,
      },
      ...(body !== undefined && { body }),
      agent,
    })
    if (expectedStatus) return assert.equal(status, expectedStatus, label)
    assert.ok(status < 500, `${label}: ${status}`)
    // A request that is rejected for its size or its token would test nothing. Headers are an exception, because the
    // server always reads them.
    assert.ok(headers || ![401, 413, 414, 431].includes(status), `${label}: rejected with ${status}`)
  }

  /** Returns the work since the last call. */
  const readWork = async (): Promise<number> =>
    parseWork(await sendRequest(server.url, '/healthz', { headers: { 'x-measure': '1' }, agent }))

  async function measureWork(...requests: readonly HeavyRequest[]): Promise<number> {
    for (const request of requests) await send(request)
    return readWork()
  }

  async function assertFewSteps(requests: readonly HeavyRequest[]): Promise<void> {
    await readWork()
    for (let from = 0; from < requests.length; from += BATCH_SIZE) {
      const batch = requests.slice(from, from + BATCH_SIZE)
      if ((await measureWork(...batch)) <= MAX_STEPS) continue
      for (const request of batch) {
        const steps = await measureWork(request)
        assert.ok(steps <= MAX_STEPS, `${request.label}: ${steps.toLocaleString('en')} steps`)
      }
    }
  }

  async function assertShortTime(requests: readonly HeavyRequest[]): Promise<void> {
    for (const request of requests) {
      await readWork()
      let shortestMs = await measureWork(request)
      for (let tryCount = 1; tryCount < TRY_COUNT && shortestMs > MAX_MS; tryCount++)
        shortestMs = Math.min(shortestMs, await measureWork(request))
      assert.ok(
        shortestMs <= MAX_MS || shortestMs <= MAX_MS * measureSlowness(),
        `${request.label}: ${Math.round(shortestMs)} ms`,
      )
    }
  }

  return {
    url: server.url,
    assertQuick: countsSteps ? assertFewSteps : assertShortTime,
    async close() {
      agent.destroy()
      await server.kill()
      await serverData.close()
    },
  }
}

const parseWork = ({ headers }: RawResponse): number => {
  const steps = Number(headers['x-work'])
  assert.ok(steps >= 0, 'nothing was measured')
  return steps
}

/** Returns how much slower than at full speed this machine is now, at least 1. */
function measureSlowness(): number {
  const times = Array.from({ length: 12 }, () => {
    const startedAt = performance.now()
    JSON.parse(WORK_INPUT)
    return performance.now() - startedAt
  })
  return Math.max(1, Math.min(...times) / WORK_MS)
}
const WORK_INPUT = JSON.stringify(
  Array.from({ length: 20_000 }, (_, index) => ({ at: index, text: 'x'.repeat(index % 50) })),
)
const WORK_MS = 2
