import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, readFileSync } from 'node:fs'
import { text } from 'node:stream/consumers'
import { test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { applyMutant, describeMutant, findMutants } from './mutants.ts'
import { targets } from './targets.ts'

const describeMutants = (code: string) => findMutants('rule.ts', code).map((mutant) => describeMutant(code, mutant))

test('findMutants changes conditions, arithmetic, calls and blocks, one at a time', () => {
  const code = 'export function sum(a: number, b?: number) {\n  if (a < 1 && !b) return a + b\n  log(a?.b ?? [a])\n}'
  assert.deepEqual(describeMutants(code).toSorted(), [
    '1: { if (a < 1 && !b) return a + b log(a?.b ?? [a]) } → {}',
    '2: !b → b',
    '2: a + b → (a - b)',
    '2: a < 1 && !b → (a < 1 || !b)',
    '2: a < 1 && !b → false',
    '2: a < 1 && !b → true',
    '2: a < 1 → (a <= 1)',
    '2: a < 1 → (a >= 1)',
    '3: ?. → .',
    '3: [a] → []',
    '3: a?.b ?? [a] → (a?.b && [a])',
    '3: log(a?.b ?? [a]) → ;',
  ])
})

test('findMutants changes the conditions of queries', () => {
  assert.deepEqual(describeMutants("const rows = db.where('night', '<', 3)"), [
    "1: .where('night', '<', 3) → nothing",
    "1: '<' → '<='",
  ])
  assert.deepEqual(describeMutants('const free = sql`sold < capacity and night >= ${from}`'), [
    '1: < → <=',
    '1: and → or',
    '1: >= → >',
  ])
})

test('findMutants leaves texts, types and imports alone', () => {
  const code = "import { a } from 'a'\ntype Two = 1 | true\nexport const name = 'a' + b + `c`\nconst c = b as true"
  assert.deepEqual(describeMutants(code), [])
})

test('every target and its tests exist, and every mutant changes the code', () => {
  for (const [file, tests] of Object.entries(targets)) {
    const code = readFileSync(file, 'utf8')
    for (const mutant of findMutants(file, code)) assert.notEqual(applyMutant(code, mutant), code)
    for (const path of tests) assert.ok(existsSync(path), path)
  }
})

test('npm run mutation prints the results of a file and the total score', async () => {
  const { NODE_TEST_CONTEXT: _, ...environment } = process.env
  const argv = [fileURLToPath(new URL('run.ts', import.meta.url)), '--mutants=4', 'src/platform/money.ts']
  const run = spawn(process.execPath, argv, { env: environment })
  const [output, errors] = await Promise.all([text(run.stdout), text(run.stderr), once(run, 'close')])
  assert.match(output, /^\| src\/platform\/money\.ts \| 4 \| [0-4] \| [0-4] \| [0-4] \|$/m, errors)
  assert.match(output, /^Mutation score \d+\.0 %, seed 1, up to 4 mutants per file\.$/m)
})
