import assert from 'node:assert/strict'
import { existsSync } from 'node:fs'
import { test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { alone, everyTestIn, stagesOf } from './stages.mjs'

const root = fileURLToPath(new URL('..', import.meta.url))
const tests = everyTestIn(root)

test('every test is carried out once, whatever the machine', () => {
  const every = tests.map(({ file }) => file).sort()
  for (const processors of [1, 2, 3, 8, 64]) assert.deepEqual(stagesOf(tests, processors).flat(2).sort(), every)
})

test('what is carried out by itself is there, comes last, and in one process', () => {
  for (const file of alone) assert.ok(existsSync(`${root}/${file}`), file)
  const [beside, last] = stagesOf(tests, 2)
  assert.deepEqual(last, [alone.toSorted()])
  assert.equal(beside.length, 4)
})

test('processes that run at once have about as much to do, and no browser is needed for what is no journey', () => {
  const bytesOf = (files) => files.reduce((sum, each) => sum + tests.find(({ file }) => file === each).bytes, 0)
  const [[one, other, ...rest]] = stagesOf(tests, 2)
  for (const [a, b] of [[one, other], rest]) assert.ok(Math.abs(bytesOf(a) / bytesOf(b) - 1) < 0.1)
  assert.ok([...one, ...other].every((file) => file.startsWith('journeys/')))
  assert.ok(rest.flat().every((file) => !file.startsWith('journeys/')))
})

test('a stage without tests has no process', () => {
  assert.deepEqual(stagesOf([{ file: 'src/rooms/room.test.ts', bytes: 9 }], 2), [[['src/rooms/room.test.ts']], []])
})
