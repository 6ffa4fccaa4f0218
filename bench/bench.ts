// What the product costs, each figure beside the bare engine doing the same work, measured in turns in one run.
import { mkdtempSync, rmSync } from 'node:fs'
import { cpus, tmpdir } from 'node:os'
import { join } from 'node:path'
import { bookingsInProcess } from './bookings-in-process.ts'
import { bookingsOverHttp } from './bookings-over-http.ts'
import { pagesAsSent } from './pages-as-sent.ts'
import { pagesMade } from './pages-made.ts'
import { standing } from './standing.ts'
import { printTable, type Figure } from './table.ts'

process.env.NODE_ENV = 'production'

const measurements: Record<string, (folder: string) => Promise<Figure[]>> = {
  pages: pagesAsSent,
  renders: pagesMade,
  bookings: bookingsOverHttp,
  database: bookingsInProcess,
  standing,
}

const asked = process.argv.slice(2)
const folder = mkdtempSync(join(tmpdir(), 'bench-'))
try {
  console.log(`Node ${process.versions.node} on ${cpus().length} × ${cpus()[0]?.model ?? 'unknown'}; this takes about two minutes.\n`)
  for (const name of asked.length > 0 ? asked : Object.keys(measurements)) {
    const measure = measurements[name]
    if (!measure) throw new Error(`No such measurement: ${name}. There are: ${Object.keys(measurements).join(', ')}.`)
    printTable(await measure(folder))
  }
  console.log('ratio: ours to bare in the same turn, the median of the turns; beside it the least and the greatest.')
} finally {
  rmSync(folder, { recursive: true, force: true })
}
