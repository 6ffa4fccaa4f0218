// What the product costs, each figure beside the bare engine doing the same work, in turns, in one run.
import { closeSync, fdatasyncSync, mkdtempSync, openSync, rmSync, writeSync } from 'node:fs'
import { cpus, tmpdir } from 'node:os'
import { join } from 'node:path'
import { bookingsOnPostgres, bookingsOnSlowDisk, bookingsOnSqlite } from './bookings.ts'
import { crashes } from './crashes.ts'
import { figuresOnPostgres, figuresOnSqlite } from './figures.ts'
import { noticesOnPostgres, noticesOnSqlite } from './notices.ts'
import { listsOnPostgres, listsOnSqlite } from './office-lists.ts'
import { pagesMade } from './pages-made.ts'
import { pagesSent } from './pages-sent.ts'
import { searchesOnPostgres, searchesOnSqlite } from './search.ts'
import { siege } from './siege.ts'
import { startAndRest } from './start-and-rest.ts'
import { median, printHead, printTable, type Figure } from './table.ts'

process.env.NODE_ENV = 'production'

const measurements: Record<string, (folder: string) => Promise<Figure[]>> = {
  sent: pagesSent,
  made: pagesMade,
  sqlite: bookingsOnSqlite,
  'slow-disk': bookingsOnSlowDisk,
  postgres: bookingsOnPostgres,
  'search-sqlite': searchesOnSqlite,
  'search-postgres': searchesOnPostgres,
  'lists-sqlite': listsOnSqlite,
  'lists-postgres': listsOnPostgres,
  'figures-sqlite': figuresOnSqlite,
  'figures-postgres': figuresOnPostgres,
  'notices-sqlite': noticesOnSqlite,
  'notices-postgres': noticesOnPostgres,
  // Opened only where it is asked for: it works with what the tests have, whose runner hooks into every promise.
  chart: async () => (await import('./chart.ts')).chart(),
  rest: startAndRest,
  crashes,
  siege,
}

const asked = process.argv.slice(2)
const unknown = asked.filter((name) => !(name in measurements))
if (unknown.length > 0) {
  throw new Error(`No such measurement: ${unknown}. There are: ${Object.keys(measurements).join(', ')}.`)
}

const folder = mkdtempSync(join(tmpdir(), 'bench-'))
process.on('exit', () => rmSync(folder, { recursive: true, force: true }))
process.on('SIGINT', () => process.exit(130))

const started = performance.now()
const machine = `${cpus().length} × ${cpus()[0]?.model}`
console.log(`Node ${process.versions.node}, ${machine}, a flush of the disk takes ${flushMs().toFixed(2)} ms`)
printHead()
for (const name of asked.length > 0 ? asked : Object.keys(measurements)) printTable(await measurements[name]!(folder))
console.log('A ratio is ours to bare in the same turn: the median of the turns, the least and the greatest.')
console.log(`All this took ${Math.round((performance.now() - started) / 1000)} s.`)

/** What every durable commit must wait for. */
function flushMs(): number {
  const file = openSync(join(folder, 'flush'), 'w')
  const page = Buffer.alloc(4096)
  const times = Array.from({ length: 100 }, () => {
    writeSync(file, page)
    const before = performance.now()
    fdatasyncSync(file)
    return performance.now() - before
  })
  closeSync(file)
  return median(times)
}
