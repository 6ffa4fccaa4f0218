import assert from 'node:assert/strict'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { test } from 'node:test'
import { findBrokenPatterns } from './patterns.mjs'

test('the pattern check accepts linear patterns', () => {
  const files = {
    'a.ts':
      "export const day = /^\\d{4}-\\d{2}$/\nexport const b = (text: string) => text.replace(/[&<>]/g, '').split(/;/)",
    'b.tsx': "export const B = () => <p title={'x'.replace(/x+/g, '')}>/(a+)+$/</p> // /(b+)+$/",
    'c.test.ts': 'export const c = /(c+)+$/',
  }
  assert.deepEqual(findBroken(files), [])
})

for (const [kind, code, violation] of [
  [
    'an exponential pattern',
    'export const a = /^(a+)+$/',
    /^src\/a\.ts:1: \/\^\(a\+\)\+\$\/ is exponential; it is slow for /,
  ],
  [
    'a pattern that restarts at every letter',
    '\nexport const a = (t: string) => t.split(/\\s*;\\s*/)',
    /^src\/a\.ts:2: .* is 2nd degree polynomial; /,
  ],
  [
    'a pattern that searches an end for each start',
    'export const a = { b: [/<b>.*?<\\/b>/gs] }',
    /2nd degree polynomial/,
  ],
  [
    'a pattern that is built at run time',
    "export const a = (b: string) => new RegExp('^' + b)",
    /^src\/a\.ts:1: .* write it out$/,
  ],
  ['a pattern that is built without new', 'export const a = (b: string) => RegExp(b)', /write it out$/],
]) {
  test(`the pattern check reports ${kind} with its file and line`, () => {
    const [line, ...others] = findBroken({ 'a.ts': code })
    assert.match(line, violation)
    assert.deepEqual(others, [])
  })
}

const polynomialFiles = { 'a.ts': 'export const a = /=+$/' }

test('the pattern check accepts a listed polynomial pattern with short input', () => {
  assert.deepEqual(findBroken(polynomialFiles, [{ path: 'src/a.ts', pattern: '=+$', letters: 40 }]), [])
})

test('the pattern check rejects a listed pattern with long input, an exponential one, and one in another file', () => {
  assert.match(
    findBroken(polynomialFiles, [{ path: 'src/a.ts', pattern: '=+$', letters: 10_000 }])[0],
    /takes \d+ ms for 10000 letters$/,
  )
  const exponentialFiles = { 'a.ts': 'export const a = /^(a+)+$/' }
  assert.match(
    findBroken(exponentialFiles, [{ path: 'src/a.ts', pattern: '^(a+)+$', letters: 5 }])[0],
    /is exponential/,
  )
  assert.equal(findBroken(polynomialFiles, [{ path: 'src/b.ts', pattern: '=+$', letters: 40 }]).length, 2)
})

test('the pattern check accepts a listed pattern that is built at run time if its results are linear', () => {
  const builtFiles = { 'a.ts': "export const a = (b: string) => new RegExp('^' + b)" }
  assert.deepEqual(findBroken(builtFiles, [], [{ path: 'src/a.ts', patterns: ['^a+$', '^b'] }]), [])
  assert.match(findBroken(builtFiles, [], [{ path: 'src/a.ts', patterns: ['^a+$', '^(b+)+$'] }])[0], /is exponential/)
})

test('the pattern check rejects list entries without a matching pattern', () => {
  assert.deepEqual(
    findBroken(
      { 'a.ts': 'export const a = /=/' },
      [{ path: 'src/a.ts', pattern: '=', letters: 9 }],
      [{ path: 'src/a.ts', patterns: [] }],
    ),
    ['bin/patterns.mjs: src/a.ts has no such non-linear pattern: /=/', 'bin/patterns.mjs: src/a.ts builds no pattern'],
  )
})

function findBroken(files, boundedPatterns = [], builtPatterns = []) {
  const root = mkdtempSync(join(tmpdir(), 'patterns-'))
  try {
    for (const [path, text] of Object.entries(files)) {
      mkdirSync(dirname(join(root, 'src', path)), { recursive: true })
      writeFileSync(join(root, 'src', path), text)
    }
    return findBrokenPatterns(root, boundedPatterns, builtPatterns)
  } finally {
    rmSync(root, { recursive: true })
  }
}
