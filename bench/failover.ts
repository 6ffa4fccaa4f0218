// Kills the primary of a highly available installation (deploy/ha) while guests book and read through Caddy, and counts
// the lost bookings and failed reads. It fails if a booking is lost or sold twice, if any read fails, or if a new booking
// takes 30 seconds or more. Start the installation first:
//   SEED=demo RATE_LIMIT=off deploy/ha/start.sh FOLDER
//   node bench/failover.ts FOLDER [KILLS]
import { execFile } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { loadavg } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { promisify } from 'node:util'
import pg from 'pg'
import { countLosses, SteadyGuests, increaseCapacity, type ReadCounters } from './steady-guests.ts'
import { median } from './table.ts'

const SITE = 'http://127.0.0.1:8440'
/** Answers to requests that were sent this soon after the kill may still come from the dying server. */
const DYING_MS = 1_000
/** The longest accepted time from a kill until a new booking succeeds. */
const MAX_PAUSE_MS = 30_000

const [folder = '', killCountText = '20'] = process.argv.slice(2)
const scriptFolder = join(import.meta.dirname, '..', 'deploy', 'ha')
const secrets = Object.fromEntries(
  readFileSync(join(folder, 'secrets'), 'utf8')
    .trim()
    .split('\n')
    .map((line) => line.split('=') as [string, string]),
)

const run = promisify(execFile)

type Nodes = { primary: number; standby: number }

async function measure(): Promise<void> {
  await increaseCapacity(query)
  const guests = new SteadyGuests(SITE)
  await guests.start()
  await sleep(5_000)
  console.log('kill  what was killed          write after  reads failed of sent (slowest): cached, search, API')
  const writeTimesMs: Record<string, number[]> = { PostgreSQL: [], 'PostgreSQL and Patroni': [] }
  for (let kill = 1; kill <= Number(killCountText); kill++) {
    const target = kill % 2 ? 'PostgreSQL' : 'PostgreSQL and Patroni'
    const { primary } = await waitForBothNodes()
    await sleep(3_000)
    const readPeriod = guests.startPeriod()
    const killedAt = killNode(primary, target === 'PostgreSQL')
    await guests.waitForBooking(killedAt + DYING_MS)
    const writeMs = performance.now() - killedAt
    writeTimesMs[target]!.push(writeMs)
    console.log(
      `${String(kill).padStart(4)}  ${target.padEnd(23)}  ${formatSeconds(writeMs)}  ${formatReads(readPeriod)}`,
    )
    guests.startPeriod()
    // Starts Patroni again if it was killed. The old primary becomes the standby.
    await run(join(scriptFolder, 'start.sh'), [folder])
  }
  await waitForBothNodes()
  await guests.stop()
  for (const [target, times] of Object.entries(writeTimesMs)) {
    if (times.length === 0) continue
    console.log(
      `Write after a kill of ${target}: ${formatSeconds(Math.min(...times))}, median ${formatSeconds(median(times))}, ` +
        `slowest ${formatSeconds(Math.max(...times))}`,
    )
    if (Math.max(...times) >= MAX_PAUSE_MS) process.exitCode = 1
  }
  console.log(
    `All reads, failed of sent (slowest): ${formatReads(guests.reads)}. Load average ${loadavg()[1]!.toFixed(1)}`,
  )
  if (Object.values(guests.reads).some(({ failed }) => failed > 0)) process.exitCode = 1
  await printLosses(guests)

  await sleep(2_000)
  const [{ time }] = (await query('select now()::text as time')) as [{ time: string }]
  const codesBefore = await readCodes(5440)
  await guests.start({ readers: 0 })
  await sleep(10_000)
  await guests.stop()
  await restoreAndCompare(time, codesBefore)
}

/** Kills with SIGKILL, and returns the time. */
function killNode(node: number, onlyPostgres: boolean): number {
  if (!onlyPostgres) process.kill(readPid(`pids/patroni${node}`), 'SIGKILL')
  process.kill(readPid(`node${node}/data/postmaster.pid`), 'SIGKILL')
  return performance.now()
}

const readPid = (file: string) => Number(/^\d+/.exec(readFileSync(join(folder, file), 'utf8'))![0])

async function waitForBothNodes(): Promise<Nodes> {
  for (;;) {
    const [primaryNode, standbyNode] = await Promise.all([findNode('primary'), findNode('synchronous')])
    if (primaryNode && standbyNode) return { primary: primaryNode, standby: standbyNode }
    await sleep(500)
  }
}

/** Returns the node with a role, or undefined. */
async function findNode(role: string): Promise<number | undefined> {
  const hasRole = (node: number) =>
    fetch(`http://127.0.0.1:804${node}/${role}`, { signal: AbortSignal.timeout(3_000) }).then(
      ({ ok }) => ok,
      () => false,
    )
  const [isOnFirst, isOnSecond] = await Promise.all([hasRole(1), hasRole(2)])
  return isOnFirst ? 1 : isOnSecond ? 2 : undefined
}

const formatReads = (reads: ReadCounters) =>
  Object.values(reads)
    .map(({ sent, failed, slowestMs }) => `${failed} of ${sent} (${formatSeconds(slowestMs).trim()})`)
    .join(', ')

const formatSeconds = (ms: number) => `${(ms / 1000).toFixed(1).padStart(5)} s`

async function printLosses({ codesByKey, refusalCounts: refusals }: SteadyGuests): Promise<void> {
  const {
    lost: lostCount,
    twice: duplicateCount,
    oversold: oversoldNightCount,
    miscounted: miscountedNightCount,
  } = await countLosses(query, codesByKey)
  console.log(`Bookings answered with success: ${codesByKey.size}, of these lost: ${lostCount}`)
  console.log(`Bookings stored twice for one key: ${duplicateCount}`)
  console.log(
    `Room nights sold more often than there are rooms: ${oversoldNightCount}; with a wrong counter: ${miscountedNightCount}`,
  )
  for (const [reason, count] of refusals) console.log(`Refused ${count} times: ${reason}`)
  if (lostCount + duplicateCount + oversoldNightCount + miscountedNightCount > 0) process.exitCode = 1
}

/** Restores the state of `time` beside the running database, and compares its bookings with those of that time. */
async function restoreAndCompare(time: string, codesBefore: string[]): Promise<void> {
  const codesAfter = await readCodes(5440)
  // The segment that is being written is archived now instead of within a minute.
  await query('select pg_switch_wal()', 'postgres')
  const startedAt = performance.now()
  await run(join(scriptFolder, 'restore.sh'), [folder, time])
  const restoredCodes = new Set(await readCodes(5448))
  const missingCodes = codesBefore.filter((code) => !restoredCodes.has(code))
  console.log(
    `Restored to ${time} in ${formatSeconds(performance.now() - startedAt).trim()}: ${codesBefore.length} bookings at that time, ` +
      `${missingCodes.length} missing, ${restoredCodes.size - codesBefore.length + missingCodes.length} too many. ` +
      `${codesAfter.length - codesBefore.length} were booked later.`,
  )
  if (missingCodes.length > 0 || restoredCodes.size !== codesBefore.length) process.exitCode = 1
}

async function readCodes(port: number): Promise<string[]> {
  return (await query('select code from booking', 'selvage', port)).map((row) => (row as { code: string }).code)
}

async function query(text: string, database = 'selvage', port = 5440): Promise<unknown[]> {
  const client = new pg.Client({
    host: '127.0.0.1',
    port,
    user: 'postgres',
    password: secrets.SUPERUSER_PASSWORD,
    database,
  })
  await client.connect()
  try {
    return (await client.query(text)).rows as unknown[]
  } finally {
    await client.end()
  }
}

await measure()
