// Measures whether the tests notice small changes of the rules: `npm run mutation -- [--mutants=15] [--seed=1] [files]`.
// Each mutant runs in its own process against the tests of its file, which end at the first failure. The source is
// replaced in memory. StrykerJS has no runner for node:test (docs/testing.md).
import { spawn } from 'node:child_process'
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { availableParallelism, tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { parseArgs } from 'node:util'
import { createRandom } from '#testing/random.ts'
import { hashText } from '#testing/stable-hash.ts'
import { openScratch } from '../scratch.mjs'
import { applyMutant, describeMutant, findMutants, type Mutant } from './mutants.ts'
import { targets } from './targets.ts'

interface Result {
  description: string
  /** Killed by this test, survived, or too slow, which also counts as noticed. */
  verdict: 'killed' | 'survived' | 'timeout'
  test: string
}

const root = fileURLToPath(new URL('../../', import.meta.url))
const { values, positionals } = parseArgs({
  options: { mutants: { type: 'string', default: '15' }, seed: { type: 'string', default: '1' } },
  allowPositionals: true,
})
const [sampleSize, seed] = [Number(values.mutants), Number(values.seed)]
const unknownFiles = positionals.filter((file) => !(file in targets))
if (unknownFiles.length > 0) {
  console.error(`No rules to test in ${unknownFiles.join(', ')}. See bin/mutation/targets.ts.`)
  process.exit(1)
}

const scratch = openScratch()
const folder = mkdtempSync(join(scratch.TMPDIR ?? tmpdir(), 'mutation-'))
process.on('exit', () => rmSync(folder, { recursive: true, force: true, maxRetries: 5 }))
Object.assign(process.env, scratch)
const { startPostgresServer } = await import('#testing/postgres.ts')
const environment = {
  ...process.env,
  TEST_TIER: 'gate',
  TEST_RUN_FOLDER: folder,
  TEST_RUN_POSTGRES: await startPostgresServer(),
  NODE_COMPILE_CACHE: join(folder, 'compiled'),
}

/** Below this percentage the command fails. */
const MIN_SCORE_PERCENT = 80
const files = positionals.length > 0 ? positionals : Object.keys(targets)
const results = new Map<string, Result[]>()
let runCount = 0
for (const file of files) results.set(file, await testFile(file))
printScore()

async function testFile(file: string): Promise<Result[]> {
  const source = readFileSync(join(root, file), 'utf8')
  const entryFile = join(folder, `${file.replaceAll('/', '-')}.mjs`)
  const modules = [join(root, 'bin/test-guard.mjs'), ...targets[file]!.map((test) => join(root, test))]
  writeFileSync(entryFile, modules.map((path) => `import ${JSON.stringify(pathToFileURL(path).href)}\n`).join(''))
  const startedAt = performance.now()
  const unchangedRun = await runTests(entryFile, file, source, Infinity)
  if (unchangedRun.code !== 0) throw new Error(`The tests of ${file} fail without a mutant: ${unchangedRun.output}`)
  const limitMs = 5 * (performance.now() - startedAt) + 30_000
  const mutants = pickSample(findMutants(file, source), file)
  const fileResults: Result[] = []
  const queue = [...mutants]
  await Promise.all(
    Array.from({ length: availableParallelism() }, async () => {
      for (let mutant = queue.shift(); mutant; mutant = queue.shift()) {
        const { code: exitCode, output } = await runTests(entryFile, file, applyMutant(source, mutant), limitMs)
        const verdict = exitCode === null ? 'timeout' : exitCode === 0 ? 'survived' : 'killed'
        const description = `${file}:${describeMutant(source, mutant)}`
        if (verdict !== 'killed') console.log(`${verdict} ${description}`)
        fileResults.push({ description, verdict, test: output.trim().split('\n')[0]! })
      }
    }),
  )
  const killedCount = fileResults.filter(({ verdict }) => verdict !== 'survived').length
  console.log(`${file}: ${killedCount} of ${fileResults.length} noticed`)
  return fileResults
}

/** Draws mutants at random, the same ones for the same seed. */
function pickSample(mutants: readonly Mutant[], file: string): Mutant[] {
  const random = createRandom(seed + hashText(file))
  const remainingMutants = [...mutants]
  const sample: Mutant[] = []
  while (sample.length < sampleSize && remainingMutants.length > 0)
    sample.push(...remainingMutants.splice(random.below(remainingMutants.length), 1))
  return sample
}

/** Runs the tests of a file against this source. The code is null if they exceed the limit. */
function runTests(
  entry: string,
  file: string,
  source: string,
  limitMs: number,
): Promise<{ code: number | null; output: string }> {
  const runFolder = join(folder, `run-${++runCount}`)
  mkdirSync(runFolder)
  const mutantFile = join(runFolder, 'mutant.json')
  writeFileSync(mutantFile, JSON.stringify({ url: pathToFileURL(join(root, file)).href, source }))
  const preloadUrl = pathToFileURL(join(root, 'bin/mutation/replace-module.mjs')).href
  const reporterUrl = pathToFileURL(join(root, 'bin/mutation/first-failure.mjs')).href
  const argv = [`--import=${preloadUrl}`, `--test-reporter=${reporterUrl}`, '--test-reporter-destination=stdout', entry]
  const child = spawn(process.execPath, argv, {
    cwd: root,
    env: { ...environment, TMPDIR: runFolder, MUTANT: mutantFile },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const timer = Number.isFinite(limitMs) ? setTimeout(() => child.kill('SIGKILL'), limitMs) : undefined
  let output = ''
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (text) => (output += text))
  return new Promise((resolve) =>
    child.on('close', (code) => {
      clearTimeout(timer)
      rmSync(runFolder, { recursive: true, force: true, maxRetries: 5 })
      resolve({ code, output })
    }),
  )
}

function printScore(): void {
  console.log('\n| File | Mutants | Killed | Timeouts | Survived |\n| --- | --- | --- | --- | --- |')
  const count = (list: readonly Result[], verdict: Result['verdict']) =>
    list.filter((result) => result.verdict === verdict).length
  const allResults = [...results.values()].flat()
  for (const [name, list] of [...results, ['all', allResults] as const])
    console.log(
      `| ${name} | ${list.length} | ${count(list, 'killed')} | ${count(list, 'timeout')} | ${count(list, 'survived')} |`,
    )
  const score = (100 * (allResults.length - count(allResults, 'survived'))) / allResults.length
  console.log(`\nMutation score ${score.toFixed(1)} %, seed ${seed}, up to ${sampleSize} mutants per file.`)
  if (score < MIN_SCORE_PERCENT) process.exitCode = 1
}
