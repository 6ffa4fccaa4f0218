import assert from 'node:assert/strict'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { test } from 'node:test'
import { brokenPatterns } from './patterns.mjs'

test('patterns that are linear pass, wherever they stand', () => {
  const files = {
    'a.ts':
      "export const day = /^\\d{4}-\\d{2}$/\nexport const b = (text: string) => text.replace(/[&<>]/g, '').split(/;/)",
    'b.tsx': "export const B = () => <p title={'x'.replace(/x+/g, '')}>/(a+)+$/</p> // /(b+)+$/",
    'c.test.ts': 'export const c = /(c+)+$/',
  }
  assert.deepEqual(brokenIn(files), [])
})

for (const [what, code, broken] of [
  [
    'that take exponential time',
    'export const a = /^(a+)+$/',
    /^src\/a\.ts:1: \/\^\(a\+\)\+\$\/ is exponential; it stumbles over /,
  ],
  [
    'that look again from every letter',
    '\nexport const a = (t: string) => t.split(/\\s*;\\s*/)',
    /^src\/a\.ts:2: .* is 2nd degree polynomial; /,
  ],
  ['that look for an end at each beginning', 'export const a = { b: [/<b>.*?<\\/b>/gs] }', /2nd degree polynomial/],
  [
    'that are put together at run time',
    "export const a = (b: string) => new RegExp('^' + b)",
    /^src\/a\.ts:1: .* write it out$/,
  ],
  ['that are put together without new', 'export const a = (b: string) => RegExp(b)', /write it out$/],
]) {
  test(`patterns ${what} are named with their place`, () => {
    const [line, ...others] = brokenIn({ 'a.ts': code })
    assert.match(line, broken)
    assert.deepEqual(others, [])
  })
}

const code = { 'a.ts': 'export const a = /=+$/' }

test('one that is only polynomial may stay where it is given little', () => {
  assert.deepEqual(brokenIn(code, [{ path: 'src/a.ts', pattern: '=+$', letters: 40 }]), [])
})

test('but not where that is much, nor an exponential one anywhere, nor in another file', () => {
  assert.match(
    brokenIn(code, [{ path: 'src/a.ts', pattern: '=+$', letters: 10_000 }])[0],
    /takes \d+ ms for 10000 letters$/,
  )
  const exponential = { 'a.ts': 'export const a = /^(a+)+$/' }
  assert.match(brokenIn(exponential, [{ path: 'src/a.ts', pattern: '^(a+)+$', letters: 5 }])[0], /is exponential/)
  assert.equal(brokenIn(code, [{ path: 'src/b.ts', pattern: '=+$', letters: 40 }]).length, 2)
})

test('what is put together may stay where what it becomes is linear', () => {
  const built = { 'a.ts': "export const a = (b: string) => new RegExp('^' + b)" }
  assert.deepEqual(brokenIn(built, [], [{ path: 'src/a.ts', patterns: ['^a+$', '^b'] }]), [])
  assert.match(brokenIn(built, [], [{ path: 'src/a.ts', patterns: ['^a+$', '^(b+)+$'] }])[0], /is exponential/)
})

test('the lists name nothing that is not there', () => {
  assert.deepEqual(
    brokenIn(
      { 'a.ts': 'export const a = /=/' },
      [{ path: 'src/a.ts', pattern: '=', letters: 9 }],
      [{ path: 'src/a.ts', patterns: [] }],
    ),
    [
      'bin/patterns.mjs: src/a.ts has no such pattern that is not linear: /=/',
      'bin/patterns.mjs: src/a.ts puts no pattern together',
    ],
  )
})

function brokenIn(files, bounded = [], built = []) {
  const root = mkdtempSync(join(tmpdir(), 'patterns-'))
  try {
    for (const [path, text] of Object.entries(files)) {
      mkdirSync(dirname(join(root, 'src', path)), { recursive: true })
      writeFileSync(join(root, 'src', path), text)
    }
    return brokenPatterns(root, bounded, built)
  } finally {
    rmSync(root, { recursive: true })
  }
}
