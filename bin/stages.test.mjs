import assert from 'node:assert/strict'
import { existsSync } from 'node:fs'
import { test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { alone, everyTestIn, stagesOf } from './stages.mjs'

const root = fileURLToPath(new URL('..', import.meta.url))
const tests = everyTestIn(root)

const filesOf = (stages) => stages.flatMap(({ portions }) => portions.flat())

test('every test is carried out once, whatever the machine', () => {
  const every = tests.map(({ file }) => file).sort()
  for (const processors of [1, 2, 3, 8, 64]) assert.deepEqual(filesOf(stagesOf(tests, processors)).sort(), every)
})

test('what is carried out by itself is there, comes last, and in one process', () => {
  for (const file of alone) assert.ok(existsSync(`${root}/${file}`), file)
  const [beside, last] = stagesOf(tests, 2)
  assert.deepEqual(last, { processes: 1, portions: [alone.toSorted()] })
  assert.equal(beside.processes, 2)
})

test('processes that run at once have about as much to do, less towards the end, and no browser is needed for what is no journey', () => {
  const bytesOf = (files) => files.reduce((sum, each) => sum + tests.find(({ file }) => file === each).bytes, 0)
  const [{ portions }] = stagesOf(tests, 2)
  const isJourney = (file) => file.startsWith('journeys/')
  for (const half of [isJourney, (file) => !isJourney(file)]) {
    const own = portions.filter((files) => half(files[0]))
    assert.ok(own.flat().every(half))
    const lengths = own.map(bytesOf)
    for (const [at, share] of [4, 4, 2, 2, 1, 1].entries())
      assert.ok(Math.abs(lengths[at] / share / (lengths[0] / 4) - 1) < 0.2, `${lengths}`)
  }
})

test('a stage without tests has no process', () => {
  const [beside, last] = stagesOf([{ file: 'src/rooms/room.test.ts', bytes: 9 }], 2)
  assert.deepEqual([beside.portions, last.portions], [[['src/rooms/room.test.ts']], []])
})
