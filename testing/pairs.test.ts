import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { test } from 'node:test'
import { languages } from '../src/urls.ts'
import { engines } from './engines.ts'
import { kinds } from './pairs.ts'

const every = engines.flatMap(({ name }) => languages.map((language) => `${name} ${language}`)).sort()

for (const [kind, journeys] of Object.entries(kinds)) {
  test(`${kind}: on each engine in each language`, () => {
    const met = Object.values(journeys)
      .flat()
      .map(({ engine, language }) => `${engine.name} ${language}`)
    assert.deepEqual([...new Set(met)].sort(), every)
  })
}

test('a journey is made on the engines, and in the languages, that stand here', () => {
  for (const [journey, pairs] of Object.values(kinds).flatMap((kind) => Object.entries(kind))) {
    const file = journey.startsWith('by ') ? 'member-way' : journey
    const text = readFileSync(new URL(`../journeys/${file}.test.ts`, import.meta.url), 'utf8')
    const isOnOne = pairs.length > 1 && new Set(pairs.map(({ engine }) => engine)).size === 1
    assert.ok(text.includes(`${isOnOne ? 'engineOf' : 'pairsOf'}('${journey}')`), `${journey} says so`)
    if (isOnOne) assert.ok(text.includes('of languages'), `${journey} has both languages`)
  }
})
