import assert from 'node:assert/strict'
import { once } from 'node:events'
import { existsSync, readFileSync } from 'node:fs'
import { createServer, type AddressInfo, type Server } from 'node:net'
import { describe, test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { postgres } from '#testing/engines.ts'
import { openServerData, startExpectingFailure, startServer, type ServerProcess } from '#testing/process.ts'
import { sendRequest } from '#testing/send-request.ts'

const WORKERS = '2'

describe('PERF-26 a server with two workers', { skip: !existsSync('/proc/self/task') && 'needs /proc' }, () => {
  async function startWorkers(t: { after(clean: () => Promise<void>): void }, environment = {}) {
    const data = await openServerData(postgres)
    const server = await startServer({ ...data.environment, WORKERS, METRICS_PORT: '0', ...environment })
    t.after(async () => {
      await server.kill()
      await data.close()
    })
    await waitFor(() => readMetricsUrls(server).length === 2)
    return server
  }

  test('spreads connections over both workers, which share the address', async (t) => {
    const server = await startWorkers(t)
    for (let i = 0; i < 10; i++) assert.equal((await sendRequest(server.url, '/healthz')).status, 200)
    const counts = await Promise.all(readMetricsUrls(server).map(countRequests))
    assert.deepEqual(counts, [5, 5])
    assert.equal(server.output().match(/Selvage is running at/g)!.length, 1)
  })

  test('replaces a worker that ends, and still responds meanwhile', async (t) => {
    const server = await startWorkers(t)
    const [killed, kept] = readWorkers(server.pid) as [number, number]
    process.kill(killed, 'SIGKILL')
    await waitFor(() => !readWorkers(server.pid).includes(killed))
    assert.equal((await sendRequest(server.url, '/')).status, 200)
    await waitFor(() => readWorkers(server.pid).length === 2 && readMetricsUrls(server).length === 3)
    assert.ok(readWorkers(server.pid).includes(kept))
    for (let i = 0; i < 10; i++) assert.equal((await sendRequest(server.url, '/healthz')).status, 200)
    assert.equal(await countRequests(readMetricsUrls(server)[2]!), 5)
  })

  test('answers pending requests when it is stopped, and ends with code 0', async (t) => {
    const server = await startWorkers(t, { STOP_DELAY: '1' })
    const pending = Array.from({ length: 8 }, () => sendRequest(server.url, '/rooms'))
    const code = server.stop()
    assert.deepEqual(new Set((await Promise.all(pending)).map(({ status }) => status)), new Set([200]))
    assert.equal(await code, 0)
    assert.equal(server.errors(), '')
  })

  test('leaves no worker behind if its main process is killed', async (t) => {
    const server = await startWorkers(t)
    const workers = readWorkers(server.pid)
    await server.kill()
    await waitFor(() => workers.every((pid) => !isRunning(pid)))
  })

  test('ends with one error message if a worker cannot start', async (t) => {
    const data = await openServerData(postgres)
    t.after(() => data.close())
    await using taken = await listenAfterFreePort()
    const { port } = taken.address() as AddressInfo
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

async function countRequests(metricsUrl: string): Promise<number> {
  const text = (await sendRequest(metricsUrl, '/metrics')).body.toString()
  return Number(/^selvage_http_requests_total\{.*route="\/healthz".*\} (\d+)$/m.exec(text)?.[1] ?? 0)
}

const readWorkers = (pid: number): number[] =>
  readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').trim().split(' ').filter(Boolean).map(Number)

function isRunning(pid: number): boolean {
  try {
    // A process that has ended but was not collected by its parent is a zombie.
    return !/^State:\s+Z/m.test(readFileSync(`/proc/${pid}/status`, 'utf8'))
  } catch {
    return false
  }
}

async function waitFor(isTrue: () => boolean): Promise<void> {
  while (!isTrue()) await sleep(10)
}

/** Listens on a port whose previous port is free. */
async function listenAfterFreePort(): Promise<Server> {
  for (;;) {
    const server = createServer().listen(0, '127.0.0.1')
    await once(server, 'listening')
    const previous = createServer().listen((server.address() as AddressInfo).port - 1, '127.0.0.1')
    const isFree = await Promise.race([
      once(previous, 'listening').then(() => true),
      new Promise<false>((resolve) => previous.once('error', () => resolve(false))),
    ])
    previous.close()
    if (isFree) return server
    server.close()
  }
}
