import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { projectRoot } from '#platform/project-root.ts'
import { findFreePort, startFragilePostgresServer } from '#testing/postgres.ts'
import { startServer, type ServerProcess } from '#testing/process.ts'
import { chooseBySize } from './size.ts'
import { countLosses, SteadyGuests, increaseCapacity, type Query } from './steady-guests.ts'
import { median, type Figure } from './table.ts'

const restartCount = chooseBySize({ full: 6, smallest: 1 })
const outageCount = chooseBySize({ full: 5, smallest: 1 })
const outageMs = chooseBySize({ full: 30_000, smallest: 500 })

export const hasCaddy = (): boolean => spawnSync('caddy', ['version']).status === 0

/** Restarts two processes behind Caddy in turns while guests book and read. No request may fail. */
export async function measureRollingRestarts(folder: string): Promise<Figure[]> {
  return runOnSite(folder, 'restarts', async ({ guests, restart }) => {
    const tookMs: number[] = []
    for (let turn = 0; turn < restartCount; turn++) {
      const startedAt = performance.now()
      await restart(turn % 2)
      tookMs.push(performance.now() - startedAt)
      await guests.waitForBooking(performance.now())
    }
    await guests.stop()
    const { cached, search, api } = guests.reads
    const readCounters = [cached, search, api]
    const sentCount = readCounters.reduce((sum, kind) => sum + kind.sent, 0)
    const failedCount = readCounters.reduce((sum, kind) => sum + kind.failed, 0)
    return [
      { label: `restart of one of two processes, ${restartCount} times`, unit: 'ms', ours: tookMs },
      {
        ...createZeroFigure(`  failed reads of ${sentCount}`, failedCount),
        against: JSON.stringify([...guests.failures]),
      },
      createZeroFigure(`  bookings that had to be repeated, of ${guests.codesByKey.size}`, guests.repeatedCount),
    ]
  })
}

/** Stops PostgreSQL while guests book and read through two processes and Caddy. The site must recover by itself. */
export async function measureDatabaseOutages(folder: string): Promise<Figure[]> {
  return runOnSite(folder, 'outages', async ({ guests, postgres }) => {
    const recoveryMs: number[] = []
    for (let turn = 0; turn < outageCount; turn++) {
      await guests.waitForBooking(performance.now())
      await postgres.stop()
      await sleep(outageMs)
      await postgres.start()
      const startedAt = performance.now()
      await guests.waitForBooking(startedAt)
      recoveryMs.push(performance.now() - startedAt)
    }
    await guests.stop()
    const { cached } = guests.reads
    return [
      {
        label: `first booking after PostgreSQL was stopped for ${outageMs / 1000} s`,
        unit: 'ms',
        ours: [Math.max(...recoveryMs)],
        against: `the slowest of ${outageCount}, median ${Math.round(median(recoveryMs))} ms`,
        target: { max: 5_000 },
      },
      createZeroFigure(`  failed reads of ${cached.sent} of a cached page`, cached.failed),
    ]
  })
}

interface Site {
  guests: SteadyGuests
  postgres: { stop(): Promise<void>; start(): Promise<void> }
  /** Stops a process with SIGTERM and starts it again, as systemd does. */
  restart(process: number): Promise<void>
}

/** Runs guests on the installation of docs/operations.md: two processes behind Caddy, with PostgreSQL. */
async function runOnSite(parent: string, name: string, use: (site: Site) => Promise<Figure[]>): Promise<Figure[]> {
  if (!hasCaddy()) {
    console.log(`The bench ${name} does not run, because Caddy is not installed.`)
    return []
  }
  const folder = join(parent, name)
  mkdirSync(folder)
  const [sitePort, ...ports] = [await findFreePort(), await findFreePort(), await findFreePort()]
  const postgres = await startFragilePostgresServer({})
  const servers: ServerProcess[] = []
  const start = async (index: number) => {
    servers[index] = await startServer({
      DATABASE_URL: postgres.url,
      DATA_DIR: folder,
      PORT: String(ports[index]),
      PUBLIC_URL: `http://127.0.0.1:${sitePort}`,
      TRUST_PROXY: 'loopback',
      SEED: 'demo',
      SEAL_KEY: '5e'.repeat(32),
      STOP_DELAY: '5',
      RATE_LIMIT: 'off',
      LOG_LEVEL: 'error',
    })
  }
  await start(0)
  await start(1)
  const caddy = startCaddy(folder, sitePort, ports)
  const query: Query = async (text) => {
    const client = new pg.Client(postgres.url)
    await client.connect()
    const { rows } = await client.query(text)
    await client.end()
    return rows as unknown[]
  }
  const guests = new SteadyGuests(`http://127.0.0.1:${sitePort}`)
  try {
    await increaseCapacity(query)
    await waitUntilReady(sitePort)
    // Each process has its own page cache.
    for (const port of ports) await fetch(`http://127.0.0.1:${port}/`)
    await guests.start()
    await guests.waitForBooking(performance.now())
    const restart = async (index: number) => {
      await servers[index]!.stop()
      await start(index)
      await waitUntilReady(ports[index]!)
    }
    const figures = await use({ guests, postgres, restart })
    const { lost: lostCount, ...wrongCounts } = await countLosses(query, guests.codesByKey)
    return [
      ...figures,
      createZeroFigure(`  lost bookings of ${guests.codesByKey.size} that were answered`, lostCount),
      createZeroFigure(
        '  bookings stored twice, nights sold twice or counted wrong',
        Object.values(wrongCounts).reduce((sum, count) => sum + count),
      ),
    ]
  } finally {
    await guests.stop()
    caddy.child.kill('SIGTERM')
    await caddy.ended
    await Promise.all(servers.map((server) => server.kill()))
    await postgres.close()
  }
}

const createZeroFigure = (label: string, count: number): Figure => ({
  label,
  unit: 'of all',
  ours: [count],
  target: { max: 0 },
})

/** Starts Caddy with the site of deploy/caddy/Caddyfile, without TLS. */
function startCaddy(folder: string, sitePort: number, ports: readonly number[]) {
  const deployedCaddyfile = readFileSync(join(projectRoot, 'deploy/caddy/Caddyfile'), 'utf8')
  const [siteBlock] = deployedCaddyfile.split('\n}\n')
  const caddyfile = `{\n\tadmin off\n}\n${siteBlock}\n}\n`
    .replace('www.selvage.example {', `http://127.0.0.1:${sitePort} {`)
    .replaceAll('127.0.0.1:3001 127.0.0.1:3002', ports.map((port) => `127.0.0.1:${port}`).join(' '))
  const file = join(folder, 'Caddyfile')
  writeFileSync(file, caddyfile)
  const child = spawn('caddy', ['run', '--adapter', 'caddyfile', '--config', file], {
    env: { ...process.env, HOME: folder },
    stdio: 'ignore',
  })
  const kill = () => void child.kill()
  process.once('exit', kill)
  const exitPromise = once(child, 'exit').then(() => process.off('exit', kill))
  return { child, ended: exitPromise }
}

async function waitUntilReady(port: number): Promise<void> {
  const isReady = () =>
    fetch(`http://127.0.0.1:${port}/readyz`).then(
      ({ ok }) => ok,
      () => false,
    )
  while (!(await isReady())) await sleep(50)
}
