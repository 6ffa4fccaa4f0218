import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { text } from 'node:stream/consumers'
import { fileURLToPath } from 'node:url'
import { test } from 'node:test'
import { measurements } from './measurements.ts'
import { hasCaddy } from './outages.ts'

/**
 * The siege and the hostile mail have their own test (siege.test.ts), which also checks that no visitor is rejected.
 */
const names = Object.keys(measurements).filter((name) => !['siege', 'hostile-mail'].includes(name))

test('every bench runs at its smallest size and prints its rows', async (t) => {
  const file = fileURLToPath(new URL('bench.ts', import.meta.url))
  // The benches run in a child process, because they register exit handlers and share a browser.
  const { NODE_TEST_CONTEXT: _, ...environment } = process.env
  const bench = spawn(process.execPath, [file, ...names], { env: { ...environment, BENCH_SIZE: 'smallest' } })
  const [output, errors, [code]] = await Promise.all([text(bench.stdout), text(bench.stderr), once(bench, 'close')])
  t.diagnostic(/^The whole run took .*$/m.exec(output)?.[0] ?? 'unfinished')
  assert.equal(code, 0, output + errors)
  const rows = [
    'home page from the cache',
    'home page made anew',
    'SQLite, in process: 1 books',
    'PostgreSQL, in process: 1 books',
    'SQLite search p99',
    'PostgreSQL search p99',
    'SQLite: newest',
    'PostgreSQL: newest',
    'SQLite: a month of',
    'PostgreSQL: a month of',
    'SQLite: payments settled',
    'PostgreSQL: payments settled',
    'home page, 2 clients',
    'search, 2 clients',
    'booking, 2 clients',
    'home page from the cache, two workers',
    'search, two workers',
    'search over the API, two workers',
    'booking, two workers',
    'job of another process',
    'move of 100 bookings to PostgreSQL',
    'chart of',
    'second start',
    'start after a kill among bookings, SQLite',
    'start after a kill among bookings, PostgreSQL',
    ...(hasCaddy() ? ['restart of one of two processes', 'first booking after PostgreSQL was stopped'] : []),
  ]
  for (const row of rows) assert.ok(output.includes(`\n${row}`), `${row}\n${output}`)
})
