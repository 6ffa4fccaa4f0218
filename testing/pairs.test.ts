import assert from 'node:assert/strict'
import { globSync } from 'node:fs'
import { test } from 'node:test'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { languages } from '#routes/public.ts'
import { bothEngines } from './engines.ts'
import { selectLanguages, selectPairs } from './pairs.ts'

const root = fileURLToPath(new URL('..', import.meta.url))
const e2eFiles = globSync('e2e/*.test.ts', { cwd: root }).map((file) => pathToFileURL(root + file).href)
const formatPairName = ({ engine, language }: ReturnType<typeof selectPairs>[number]) => `${engine.name} ${language}`
const allPairNames = bothEngines.flatMap((engine) => languages.map((language) => `${engine.name} ${language}`))

test('the gate runs each e2e file once and each pair of engine and language at least five times', () => {
  for (const file of e2eFiles) assert.equal(selectPairs(file, 'gate').length, 1, file)
  const filesByPair = Object.groupBy(
    e2eFiles.flatMap((file) => selectPairs(file, 'gate').map(formatPairName)),
    (pairName) => pairName,
  )
  assert.deepEqual(Object.keys(filesByPair).sort(), allPairNames.toSorted())
  for (const [pairName, files] of Object.entries(filesByPair))
    assert.ok(files!.length >= 5, `${pairName}: ${files!.length}`)
})

test('the full run covers both engines and both languages in every e2e file', () => {
  for (const file of e2eFiles) {
    const pairs = selectPairs(file, 'all')
    assert.deepEqual(new Set(pairs.map(({ engine }) => engine)), new Set(bothEngines))
    assert.deepEqual(new Set(pairs.map(({ language }) => language)), new Set(languages))
  }
})

test('the gate opens a page in one language, and the full run in both languages', () => {
  for (const page of ['home', 'rooms', 'blog', 'contact']) {
    assert.equal(selectLanguages(page, 'gate').length, 1)
    assert.deepEqual(selectLanguages(page, 'all'), languages)
  }
})
