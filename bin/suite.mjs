// Runs every test: most of them side by side in a few processes, then by themselves those that others would disturb. It is
// told as if one process had carried them out.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { availableParallelism, constants } from 'node:os'
import { PassThrough } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { inspect } from 'node:util'
import report from './report.mjs'
import { openScratch } from './scratch.mjs'
import { everyTestIn, stagesOf } from './stages.mjs'

const flags = process.argv.slice(2)

const counts = { tests: 0, suites: 0, passed: 0, failed: 0, cancelled: 0, skipped: 0, todo: 0 }
const running = new Set()
let stoppedBy
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, stop)

const env = { ...process.env, ...openScratch() }
const began = performance.now()
const told = new PassThrough({ objectMode: true })
const printed = pipeline(report(told), process.stdout, { end: false })
for (const stage of stagesOf(everyTestIn(process.cwd()), availableParallelism())) {
  await carryOutAll(stage)
}
tellTheSum()
told.end()
await printed
if (stoppedBy) process.exit(128 + constants.signals[stoppedBy])
if (counts.failed || counts.cancelled) process.exitCode = 1

/** As many at once as the stage has processes: who has ended is followed by the next. */
async function carryOutAll({ processes, portions }) {
  const left = [...portions]
  const inTurn = async () => {
    while (left.length > 0 && !stoppedBy) await carryOut(left.shift())
  }
  await Promise.all(Array.from({ length: processes }, inTurn))
}

/** In one process, which says what happens; it is passed on when a test is over, so that it stays together. */
async function carryOut(files) {
  const teller = ['--test-reporter=./bin/teller.mjs', '--test-reporter-destination=stdout']
  const child = spawn(process.execPath, [...flags, ...teller, ...files], {
    env,
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
  })
  running.add(child)
  let together = []
  let summed = false
  const passOn = () => {
    for (const event of together) told.write(event)
    together = []
  }
  child.on('message', (event) => {
    if (event.type === 'test:summary') {
      summed = true
      for (const count of Object.keys(counts)) counts[count] += event.data.counts[count]
      return
    }
    if (event.type === 'test:start' && event.data.nesting === 0) passOn()
    together.push(withError(event))
  })
  const [code, signal] = await once(child, 'close')
  running.delete(child)
  passOn()
  if (!summed && !stoppedBy) tellOfDeath(files, signal ?? `exit code ${code}`)
}

/** An error comes as what is to be printed of it. */
function withError(event) {
  const { error } = event.data.details ?? {}
  if (error) event.data.details.error = { failureType: error.failureType, [inspect.custom]: () => error.text }
  return event
}

function tellOfDeath(files, how) {
  counts.tests++
  counts.failed++
  const name = `a process with ${files.length} files of tests, from ${files[0]} on, ended too early: ${how}`
  const error = { failureType: 'testCodeFailure', [inspect.custom]: () => files.join('\n') }
  told.write({ type: 'test:start', data: { name, nesting: 0 } })
  told.write({ type: 'test:fail', data: { name, nesting: 0, details: { duration_ms: 0, error } } })
}

function tellTheSum() {
  const { passed, failed, ...others } = counts
  const { tests, suites, ...rest } = others
  const sum = { tests, suites, pass: passed, fail: failed, ...rest, duration_ms: performance.now() - began }
  for (const [what, value] of Object.entries(sum)) {
    told.write({ type: 'test:diagnostic', data: { nesting: 0, message: `${what} ${value}` } })
  }
  told.write({ type: 'test:summary', data: { counts } })
}

function stop(signal) {
  const again = stoppedBy !== undefined
  stoppedBy = signal
  for (const child of running) {
    // A terminal sends Ctrl-C to the whole group: they have it already.
    if (again) child.kill('SIGKILL')
    else if (signal !== 'SIGINT' || !process.stdin.isTTY) child.kill(signal)
  }
}
