import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { test } from 'node:test'
import { findBrokenBudgets } from './budgets.mjs'

const manifest = {
  'src/browser.tsx': {
    file: 'entry.js',
    isEntry: true,
    imports: ['_react.js'],
    css: ['entry.css'],
    dynamicImports: ['pdf.ts', 'home-page.tsx'],
  },
  '_react.js': { file: 'react.js', imports: ['src/browser.tsx'] },
  '_shared.js': { file: 'shared.js', imports: ['_react.js'], css: ['shared.css'] },
  'home-page.tsx': { file: 'home.js', isDynamicEntry: true, imports: ['src/browser.tsx'] },
  'room-page.tsx': { file: 'room.js', isDynamicEntry: true, imports: ['_shared.js', '_react.js'], css: ['room.css'] },
  'pdf.ts': { file: 'pdf.js', isDynamicEntry: true },
}
const filesWithinBudget = {
  'entry.js': 10_000,
  'react.js': 55_000,
  'shared.js': 4_000,
  'home.js': 9_000,
  'room.js': 5_000,
  'pdf.js': 90_000,
  'entry.css': 9_000,
  'shared.css': 1_000,
  'room.css': 1_000,
  'fraunces.woff2': 60_000,
  'noto-bengali.woff2': 140_000,
}

test('the size check accepts a build within its budgets and does not count files that load on demand', () => {
  assert.deepEqual(findBroken(filesWithinBudget), [])
})

test('the size check reports the size and the limit of each broken budget in one line', () => {
  const [script, style, english, bangla, ...others] = findBroken({
    ...filesWithinBudget,
    'room.js': 12_000,
    'room.css': 3_000,
    'fraunces.woff2': 71_000,
    'noto-bengali.woff2': 151_000,
  })
  assert.match(
    script,
    /^Over budget: script of room-page\.tsx: 81\.\d kB, the limit is 80\.0 kB \(entry\.js, room\.js, re/,
  )
  assert.match(
    style,
    /^Over budget: style of room-page\.tsx: 13\.\d kB, the limit is 12\.1 kB \(entry\.css, room\.css, sh/,
  )
  assert.match(english, /^Over budget: fonts of an English page: 71\.0 kB/)
  assert.match(bangla, /^Over budget: fonts of a Bangla page: 151\.0 kB/)
  assert.deepEqual(others, [])
})

test('the size check counts shared files for each page', () => {
  const brokenBudgets = findBroken({ ...filesWithinBudget, 'react.js': 70_000 })
  assert.deepEqual(
    brokenBudgets.map((line) => line.match(/script of (\S+):/)[1]),
    ['home-page.tsx', 'room-page.tsx'],
  )
})

test('the size check limits the script of a reading page, which loads no React (PERF-20)', () => {
  const chunks = {
    ...manifest,
    'src/site/entry-reading.ts': { file: 'reading.js', isEntry: true, imports: ['_frame.js'] },
    '_frame.js': { file: 'frame.js' },
    'src/site/reading/post-page.tsx': { file: 'post.js', isDynamicEntry: true, imports: ['_react.js'] },
  }
  const files = { ...filesWithinBudget, 'reading.js': 5_000, 'frame.js': 19_000, 'post.js': 30_000 }
  assert.deepEqual(findBroken(files, chunks), [])
  const [line, ...others] = findBroken({ ...files, 'frame.js': 21_000 }, chunks)
  assert.match(
    line,
    /^Over budget: script of src\/site\/reading\/post-page\.tsx: 26\.\d kB, the limit is 25\.0 kB \(reading\.js, frame\.js\)/,
  )
  assert.deepEqual(others, [])
})

test('the size check counts the compressed size of text', () => {
  assert.deepEqual(findBroken({ ...filesWithinBudget, 'entry.css': 'a { color: teal }\n'.repeat(5000) }), [])
})

test('the size check rejects a build without pages', () => {
  const { 'home-page.tsx': _, 'room-page.tsx': __, ...others } = manifest
  assert.deepEqual(
    findBroken(filesWithinBudget, others).map((line) => line.slice(0, 32)),
    ['Not measured: script of a page; ', 'Not measured: style of a page; d'],
  )
})

test('the size check rejects a build without fonts', () => {
  const { 'fraunces.woff2': _, ...others } = filesWithinBudget
  assert.deepEqual(findBroken(others), ['Not measured: fonts of an English page; dist/client contains none.'])
})

/** `files`: the text of each file, or its number of incompressible bytes. */
function findBroken(files, chunks = manifest) {
  const root = mkdtempSync(join(tmpdir(), 'budgets-'))
  try {
    const allFiles = { ...files, '.vite/manifest.json': JSON.stringify(chunks) }
    for (const [name, content] of Object.entries(allFiles)) {
      const path = join(root, 'dist/client', name)
      mkdirSync(dirname(path), { recursive: true })
      writeFileSync(path, typeof content === 'number' ? randomBytes(content) : content)
    }
    return findBrokenBudgets(root)
  } finally {
    rmSync(root, { recursive: true })
  }
}
