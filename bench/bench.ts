// Measures the app, mostly against a bare engine that does the same work. Both alternate within one run.
import { closeSync, fdatasyncSync, mkdtempSync, openSync, rmSync, writeSync } from 'node:fs'
import { cpus, tmpdir } from 'node:os'
import { join } from 'node:path'
import { measurements } from './measurements.ts'
import { median, printHead, printTable } from './table.ts'

process.env.NODE_ENV = 'production'

const requestedNames = process.argv.slice(2)
const unknownNames = requestedNames.filter((name) => !(name in measurements))
if (unknownNames.length > 0) {
  throw new Error(`No such measurement: ${unknownNames}. There are: ${Object.keys(measurements).join(', ')}.`)
}

const folder = mkdtempSync(join(tmpdir(), 'bench-'))
process.on('exit', () => rmSync(folder, { recursive: true, force: true }))
process.on('SIGINT', () => process.exit(130))

const startedAt = performance.now()
const machine = `${cpus().length} × ${cpus()[0]?.model}`
console.log(`Node ${process.versions.node}, ${machine}, a flush of the disk takes ${measureFlushMs().toFixed(2)} ms`)
printHead()
for (const name of requestedNames.length > 0 ? requestedNames : Object.keys(measurements)) {
  try {
    printTable(await measurements[name]!(folder))
  } catch (error) {
    console.error(`The bench ${name} failed:`, error)
    process.exitCode = 1
  }
}
console.log('A ratio compares ours to bare in the same turn: the median of all turns, the lowest and the highest.')
console.log(`The whole run took ${Math.round((performance.now() - startedAt) / 1000)} s.`)

/** Returns the median time of a disk flush, the lower bound of a durable commit. */
function measureFlushMs(): number {
  const file = openSync(join(folder, 'flush'), 'w')
  const page = Buffer.alloc(4096)
  const times = Array.from({ length: 100 }, () => {
    writeSync(file, page)
    const flushStartedAt = performance.now()
    fdatasyncSync(file)
    return performance.now() - flushStartedAt
  })
  closeSync(file)
  return median(times)
}
