// Runs the tests of one tier with Node's own test runner: `node bin/test.mjs <tier> [files and folders] [flags of node --test]`.
// Node starts one process per entry file. Each entry imports several test files, because a process of its own for every
// test file would load the product hundreds of times.
import { spawn } from 'node:child_process'
import { globSync, mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { availableParallelism, constants, tmpdir } from 'node:os'
import { join, resolve, sep } from 'node:path'
import { pathToFileURL } from 'node:url'
import { openScratch } from './scratch.mjs'

const [tier, ...args] = process.argv.slice(2)
const flags = args.filter((arg) => arg.startsWith('-')).map((flag) => flag.replace(/^--shard=/, '--test-shard='))
const paths = args.filter((arg) => !arg.startsWith('-'))
const isWatching = flags.includes('--watch')

const testFiles = findTestFiles()
if (testFiles.length === 0) {
  console.error(`No ${tier === 'soak' ? '*.soak.ts' : '*.test.ts'} files in ${paths.join(', ') || 'this checkout'}.`)
  process.exit(1)
}

rmSync('test-results', { recursive: true, force: true }) // removes the screenshots and traces of the last run
const scratch = openScratch()
const entryFolder = mkdtempSync(join(scratch.TMPDIR ?? tmpdir(), 'entries-'))
process.on('exit', () => rmSync(entryFolder, { recursive: true, force: true }))

const GROUPS_PER_PROCESS = 4
/** Runs of up to this many files start their own servers, which is faster than sharing one. */
const FEW_FILES = 10
const processCount = tier === 'soak' ? 1 : availableParallelism()
const processGroups = isWatching
  ? testFiles.map((file) => [file])
  : groupFiles(testFiles, GROUPS_PER_PROCESS * processCount)
const sharedEnvironment = testFiles.length > FEW_FILES ? await startSharedPostgres() : {}
const runner = spawn(
  process.execPath,
  [
    '--test',
    `--test-concurrency=${processCount}`,
    `--test-timeout=${600_000 * Number(process.env.TEST_PATIENCE ?? 1)}`,
    '--test-reporter=./bin/reporter.mjs',
    '--test-reporter-destination=stdout',
    ...flags,
    ...processGroups.map(writeEntry),
  ],
  { env: { ...process.env, ...scratch, ...sharedEnvironment, TEST_TIER: tier }, stdio: 'inherit', detached: true },
)
let stopSignal
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) {
  process.on(signal, () => {
    stopSignal = signal
    process.kill(-runner.pid, 'SIGTERM') // ends the runner and all its processes
  })
}
runner.on('exit', (code) => process.exit(stopSignal ? 128 + constants.signals[stopSignal] : (code ?? 1)))

function findTestFiles() {
  const folders = paths.length > 0 ? paths : ['src', 'e2e', 'testing', 'bench', 'seed', 'bin']
  const pattern = tier === 'soak' ? '**/*.soak.ts' : '**/*.test.{ts,mjs}'
  const foundFiles = folders.flatMap((place) =>
    statSync(place, { throwIfNoEntry: false })?.isDirectory()
      ? globSync(pattern, { cwd: place }).map((file) => join(place, file))
      : globSync(place),
  )
  return [...new Set(foundFiles.map((file) => resolve(file)))].sort()
}

/**
 * Distributes the files to groups of about equal size, the largest files first. E2e tests have their own groups, so that
 * only some processes start a browser. Several groups per process keep all processes busy to the end.
 */
function groupFiles(files, count) {
  const isE2e = (file) => file.includes(`${sep}e2e${sep}`)
  const groupsByKind = Object.values(Object.groupBy(files, (file) => (isE2e(file) ? 'e2e' : 'others')))
  return groupsByKind
    .map((kind) => {
      const filesBySize = kind.toSorted((a, b) => statSync(b).size - statSync(a).size)
      const groups = Array.from({ length: Math.min(kind.length, count) }, () => [])
      for (const [index, file] of filesBySize.entries()) groups[index % groups.length].push(file)
      return groups
    })
    .flat()
}

/**
 * Starts one PostgreSQL server for all processes. They also share one folder for the prepared databases, because
 * creating them takes seconds.
 */
async function startSharedPostgres() {
  Object.assign(process.env, scratch)
  const { startPostgresServer } = await import('#testing/postgres.ts')
  return { TEST_RUN_FOLDER: entryFolder, TEST_RUN_POSTGRES: await startPostgresServer() }
}

function writeEntry(group, at) {
  const path = join(entryFolder, `group-${String(at + 1).padStart(2, '0')}.mjs`)
  const modules = [new URL('test-guard.mjs', import.meta.url), ...group.map((file) => pathToFileURL(file))]
  writeFileSync(path, modules.map(({ href }) => `import ${JSON.stringify(href)}\n`).join(''))
  return path
}
