import { existsSync, mkdirSync, rmdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { href } from '#routes/public.ts'
import { listChildPids } from '#testing/child.ts'
import { openPostgresDatabase, runStatement } from './databases.ts'
import { createBookingRequests, openHotel } from './hotel.ts'
import { readProcessorMs, startLoadGenerator, startProduct, type Server } from './processes.ts'
import { getUniqueSearchPath, numberMark, writeApiSearch, writeRequest } from './requests.ts'
import { chooseBySize } from './size.ts'
import type { Figure } from './table.ts'
import { runInTurns } from './turns.ts'

const turnCount = chooseBySize({ full: 7, smallest: 1 })
const secondsOfTurn = chooseBySize({ full: 3, smallest: 0.01 })
const clientCount = chooseBySize({ full: 32, smallest: 2 })
const mostWorkers = chooseBySize({ full: 3, smallest: 2 })
/** The share of a core of each worker. The rest is for the client and PostgreSQL, which must not become the limit. */
const share = 0.3
const countNames = ['one worker', 'two workers', 'three workers']

interface LimitedServer {
  server: Server
  workers: readonly number[]
}

/**
 * Compares servers of several workers on PostgreSQL with a server of one. Each worker has the same share of a core. Also
 * compares the rate of one worker with the rate that its processor time per request allows.
 */
export async function measureWorkers(folder: string): Promise<Figure[]> {
  await using database = await openPostgresDatabase('workers')
  await (await openHotel({ url: database.url, file: '' }, clientCount))[Symbol.asyncDispose]()
  using limits = new DisposableStack()
  await using startedServers = new AsyncDisposableStack()
  const servers: LimitedServer[] = []
  for (let workers = 1; workers <= mostWorkers; workers++) {
    const options = { databaseUrl: database.url, workers }
    const server = startedServers.use(await startProduct(join(folder, `workers-${workers}`), options))
    while (workers > 1 && listChildPids(server.pid).length < workers) await sleep(10)
    servers.push({ server, workers: workers === 1 ? [server.pid] : listChildPids(server.pid) })
  }
  const areLimited = servers
    .flatMap(({ workers }) => workers)
    .map((pid) => limitProcessor(pid, limits))
    .every(Boolean)
  const load = startedServers.use(startLoadGenerator())

  async function sendRequests({ server, workers }: LimitedServer, requests: string[]) {
    const backends = await listBackends(database.url)
    const readTimes = () => [sumProcessorMs(workers), sumProcessorMs(backends)] as const
    const timesBefore = readTimes()
    const { answers, perSecond } = await load.run({
      port: server.port,
      connections: clientCount,
      requests,
      mark: numberMark,
      seconds: secondsOfTurn,
    })
    const [workerUs, databaseUs] = readTimes().map((ms, at) => ((ms - timesBefore[at]!) * 1000) / answers)
    return {
      perSecond,
      workerUs: workerUs!,
      databaseUs: databaseUs!,
      computedPerSecond: (share * 1_000_000) / workerUs!,
    }
  }

  async function compare(label: string, requests: string[], isRead = true): Promise<Figure[]> {
    const runs = Object.fromEntries(
      servers.map((server, at) => [countNames[at]!, () => sendRequests(server, requests)]),
    )
    if (turnCount > 1) await runInTurns(2, runs)
    const results = await runInTurns(turnCount, runs)
    const [one, ...more] = servers.map((_, at) => results[countNames[at]!]!)
    const list = (turnsOfServer: typeof one, result: keyof NonNullable<typeof one>[number]) =>
      turnsOfServer!.map((turn) => turn[result])
    const limit = areLimited ? `, ${share * 100} % of a core each` : ''
    const against = countNames[0]!
    return [
      ...more.map<Figure>((turnsOfServer, at) => ({
        label: `${label}, ${countNames[at + 1]}${limit}`,
        unit: '/s',
        ours: list(turnsOfServer, 'perSecond'),
        bare: list(one, 'perSecond'),
        against,
        ...(isRead && { target: { minRatio: 0.9 * (at + 2) } }),
      })),
      ...(areLimited
        ? ([
            {
              label: '  one worker',
              unit: '/s',
              ours: list(one, 'perSecond'),
              bare: list(one, 'computedPerSecond'),
              against: 'computed from its processor time',
            },
          ] satisfies Figure[])
        : []),
      { label: '  processor time of the worker for each', unit: 'µs', ours: list(one, 'workerUs') },
      { label: '  processor time of PostgreSQL for each', unit: 'µs', ours: list(one, 'databaseUs') },
    ]
  }
  const pageHeaders = { 'accept-encoding': 'br' }
  const pageFigures = [
    ...(await compare('home page from the cache', [writeRequest({ path: href('home'), headers: pageHeaders })])),
    ...(await compare('search', [writeRequest({ path: getUniqueSearchPath(), headers: pageHeaders })])),
    ...(await compare('search over the API', [writeApiSearch()])),
  ]
  const bookingRequests = await createBookingRequests(servers[0]!.server, clientCount)
  const [bytesBefore, bookingsBefore] = await readSizes(database.url)
  const bookingFigures = await compare('booking', bookingRequests, false)
  const [bytesAfter, bookingsAfter] = await readSizes(database.url)
  const kilobytesOfBooking = (bytesAfter - bytesBefore) / 1000 / (bookingsAfter - bookingsBefore)
  return [
    ...pageFigures,
    ...bookingFigures,
    { label: '  disk of a booking with its emails and jobs', unit: 'kB', ours: [kilobytesOfBooking] },
  ]
}

/** Returns the processes of PostgreSQL that serve this database. */
const listBackends = async (url: string) =>
  (await runStatement(url, 'select pid from pg_stat_activity where datname = current_database()')) as number[]

/** Returns the bytes of the database and the number of bookings in it. */
const readSizes = async (url: string) =>
  (await runStatement(
    url,
    'select unnest(array[pg_database_size(current_database()), (select count(*) from booking)])::float8',
  )) as [number, number]

const sumProcessorMs = (pids: readonly number[]): number =>
  pids.reduce((sum, pid) => sum + (readProcessorMs(pid) || 0), 0)

/**
 * Limits a process to its share of a core with a control group of Linux, which only root can create. Returns whether
 * the limit is in force.
 */
function limitProcessor(pid: number, limits: DisposableStack): boolean {
  const periodUs = 10_000
  const quotaUs = periodUs * share
  const isUnified = existsSync('/sys/fs/cgroup/cgroup.controllers')
  const group = join(isUnified ? '/sys/fs/cgroup' : '/sys/fs/cgroup/cpu', `selvage-${pid}`)
  try {
    mkdirSync(group)
    limits.defer(() => rmdirSync(group))
    if (isUnified) writeFileSync(join(group, 'cpu.max'), `${quotaUs} ${periodUs}`)
    else {
      writeFileSync(join(group, 'cpu.cfs_period_us'), String(periodUs))
      writeFileSync(join(group, 'cpu.cfs_quota_us'), String(quotaUs))
    }
    writeFileSync(join(group, 'cgroup.procs'), String(pid))
    return true
  } catch {
    return false
  }
}
