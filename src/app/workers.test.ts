import assert from 'node:assert/strict'
import { once } from 'node:events'
import { existsSync, readFileSync } from 'node:fs'
import { createServer, type AddressInfo, type Server } from 'node:net'
import { after, before, describe, test, type TestContext } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { listChildPids } from '#testing/child.ts'
import { postgres } from '#testing/engines.ts'
import {
  openServerData,
  startExpectingFailure,
  startServer,
  type ServerData,
  type ServerProcess,
} from '#testing/process.ts'
import { sendRequest } from '#testing/send-request.ts'

const WORKERS = '2'

describe('PERF-26 a server with two workers', { skip: !existsSync('/proc/self/task') && 'needs /proc' }, () => {
  let data: ServerData
  before(async () => void (data = await openServerData(postgres)))
  after(() => data.close())

  async function startWorkers(t: TestContext, environment: Record<string, string> = {}): Promise<ServerProcess> {
    const server = await startServer({ ...data.environment, WORKERS, METRICS_PORT: '0', ...environment })
    t.after(() => server.kill())
    await waitFor(() => readMetricsUrls(server).length === 2)
    return server
  }

  test('spreads connections over both workers, and replaces one that ends', async (t) => {
    const server = await startWorkers(t)
    assert.deepEqual(await Promise.all((await sendTen(server)).map(countRequests)), [5, 5])
    assert.equal(server.output().match(/Selvage is running at/g)!.length, 1)

    const [killedWorkerPid, otherWorkerPid] = listChildPids(server.pid) as [number, number]
    process.kill(killedWorkerPid, 'SIGKILL')
    await waitFor(() => !listChildPids(server.pid).includes(killedWorkerPid))
    assert.equal((await sendRequest(server.url, '/')).status, 200)
    await waitFor(() => readMetricsUrls(server).length === 3)
    assert.ok(listChildPids(server.pid).includes(otherWorkerPid))
    assert.match(server.errors(), /^Worker \d ended with SIGKILL\. Selvage starts another one\.\n$/)
    const [, , newUrl] = await sendTen(server)
    assert.equal(await countRequests(newUrl!), 5)

    const workerPids = listChildPids(server.pid)
    await server.kill()
    await waitFor(() => !workerPids.some(isRunning))
  })

  test('answers pending requests when it is stopped, and ends with code 0', async (t) => {
    const server = await startWorkers(t, { STOP_DELAY: '1' })
    const pendingRequests = Array.from({ length: 8 }, () => sendRequest(server.url, '/rooms'))
    const exitCodePromise = server.stop()
    assert.deepEqual(new Set((await Promise.all(pendingRequests)).map(({ status }) => status)), new Set([200]))
    assert.equal(await exitCodePromise, 0)
    assert.equal(server.errors(), '')
  })

  test('ends with one error message if a worker cannot start', async () => {
    await using takenServer = await listenAfterFreePort()
    const { port } = takenServer.address() as AddressInfo
    const { code, errors } = await startExpectingFailure({
      ...data.environment,
      WORKERS,
      METRICS_PORT: String(port - 1),
    })
    assert.equal(code, 1)
    assert.match(errors, new RegExp(`^Port ${port} is in use: .* METRICS_PORT=.*\\n$`))
  })
})

const readMetricsUrls = (server: ServerProcess): string[] =>
  [...server.output().matchAll(/Metrics are at (\S+)\n/g)].map(([, url]) => url!)

/** Sends ten requests, and returns the addresses of the metrics of all workers so far. */
async function sendTen(server: ServerProcess): Promise<string[]> {
  for (let i = 0; i < 10; i++) assert.equal((await sendRequest(server.url, '/healthz')).status, 200)
  return readMetricsUrls(server)
}

async function countRequests(metricsUrl: string): Promise<number> {
  const text = (await sendRequest(metricsUrl, '/metrics')).body.toString()
  return Number(/^selvage_http_requests_total\{.*route="\/healthz".*\} (\d+)$/m.exec(text)?.[1] ?? 0)
}

function isRunning(pid: number): boolean {
  try {
    // A process that has ended but was not collected by its parent is a zombie.
    return !/^State:\s+Z/m.test(readFileSync(`/proc/${pid}/status`, 'utf8'))
  } catch {
    return false
  }
}

async function waitFor(condition: () => boolean): Promise<void> {
  while (!condition()) await sleep(10)
}

/** Listens on a port whose previous port is free. */
async function listenAfterFreePort(): Promise<Server> {
  for (;;) {
    const server = createServer().listen(0, '127.0.0.1')
    await once(server, 'listening')
    const previousServer = createServer().listen((server.address() as AddressInfo).port - 1, '127.0.0.1')
    const isFree = await Promise.race([
      once(previousServer, 'listening').then(() => true),
      new Promise<false>((resolve) => previousServer.once('error', () => resolve(false))),
    ])
    previousServer.close()
    if (isFree) return server
    server.close()
  }
}
