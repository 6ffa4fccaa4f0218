import { existsSync, mkdirSync, rmdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { href } from '#routes/public.ts'
import { listChildren } from '#testing/child.ts'
import { openPostgresDatabase, runStatement } from './databases.ts'
import { readProcessorMs, startLoadGenerator, startProduct, type Server } from './processes.ts'
import { getUniqueSearchPath, numberMark, writeRequest } from './requests.ts'
import { bySize } from './size.ts'
import type { Figure } from './table.ts'
import { runInTurns } from './turns.ts'

const turns = bySize({ full: 7, smallest: 1 })
const secondsOfTurn = bySize({ full: 3, smallest: 0.01 })
const clients = bySize({ full: 32, smallest: 2 })
/** The share of a core of each worker. The rest is for the client and PostgreSQL, which must not become the limit. */
const share = 0.3

/** Compares two workers on PostgreSQL with one, each with the same share of a core. */
export async function measureWorkers(folder: string): Promise<Figure[]> {
  await using database = await openPostgresDatabase('workers')
  using limits = new DisposableStack()
  await using oneWorkerServer = await startProduct(join(folder, 'one'), { databaseUrl: database.url })
  await using twoWorkerServer = await startProduct(join(folder, 'two'), { databaseUrl: database.url, workers: 2 })
  await using load = startLoadGenerator()
  while (listChildren(twoWorkerServer.pid).length < 2) await sleep(10)
  const areLimited = [oneWorkerServer.pid, ...listChildren(twoWorkerServer.pid)]
    .map((pid) => limitProcessor(pid, limits))
    .every(Boolean)

  async function sendRequests(server: Server, pids: readonly number[], path: string) {
    const backends = await listBackends(database.url)
    const readTimes = () => [sumProcessorMs(pids), sumProcessorMs(backends)] as const
    const timesBefore = readTimes()
    const { answers, perSecond } = await load.run({
      port: server.port,
      connections: clients,
      requests: [writeRequest({ path, headers: { 'accept-encoding': 'br' } })],
      mark: numberMark,
      seconds: secondsOfTurn,
    })
    const [workerUs, databaseUs] = readTimes().map((ms, at) => ((ms - timesBefore[at]!) * 1000) / answers)
    return { perSecond, workerUs: workerUs!, databaseUs: databaseUs! }
  }

  async function compare(label: string, path: string): Promise<Figure[]> {
    const runs = {
      ours: () => sendRequests(twoWorkerServer, listChildren(twoWorkerServer.pid), path),
      bare: () => sendRequests(oneWorkerServer, [oneWorkerServer.pid], path),
    }
    if (turns > 1) await runInTurns(2, runs)
    const { ours, bare } = await runInTurns(turns, runs)
    const createFigure = (result: keyof (typeof ours)[number]) => ({
      ours: ours.map((turn) => turn[result]),
      bare: bare.map((turn) => turn[result]),
      against: 'one worker',
    })
    return [
      {
        label: `${label}, two workers${areLimited ? `, ${share * 100} % of a core each` : ''}`,
        unit: '/s',
        ...createFigure('perSecond'),
        target: { minRatio: 1.8 },
      },
      { label: '  processor time of the workers for each', unit: 'µs', ...createFigure('workerUs') },
      { label: '  processor time of PostgreSQL for each', unit: 'µs', ...createFigure('databaseUs') },
    ]
  }
  return [
    ...(await compare('home page from the cache', href('home'))),
    ...(await compare('search', getUniqueSearchPath())),
  ]
}

/** Returns the processes of PostgreSQL that serve this database. */
const listBackends = async (url: string) =>
  (await runStatement(url, 'select pid from pg_stat_activity where datname = current_database()')) as number[]

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
