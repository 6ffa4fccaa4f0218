import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { test } from 'node:test'
import { brokenBudgets } from './budgets.mjs'

const manifest = {
  'src/browser.tsx': {
    file: 'entry.js', isEntry: true, imports: ['_react.js'], css: ['entry.css'], dynamicImports: ['pdf.ts'],
  },
  '_react.js': { file: 'react.js', imports: ['src/browser.tsx'] },
  'pdf.ts': { file: 'pdf.js', isDynamicEntry: true },
}
const within = {
  'entry.js': 10_000, 'react.js': 60_000, 'pdf.js': 90_000, 'entry.css': 11_000,
  'fraunces.woff2': 60_000, 'noto-bengali.woff2': 140_000,
}

test('a build within its budgets passes, whatever is loaded on demand', () => {
  assert.deepEqual(brokenIn(within), [])
})

test('each broken budget is one line with what it is and may be', () => {
  const [script, style, english, bangla, ...others] = brokenIn({
    ...within, 'react.js': 66_000, 'entry.css': 13_000, 'fraunces.woff2': 71_000, 'noto-bengali.woff2': 151_000,
  })
  assert.match(script, /^Over budget: script of the first load: 76\.\d kB, allowed are 75\.0 kB \(entry\.js, re/)
  assert.match(style, /^Over budget: style of the first load: 13\.\d kB, allowed are 12\.0 kB \(entry\.css\)\.$/)
  assert.match(english, /^Over budget: fonts of an English page: 71\.0 kB/)
  assert.match(bangla, /^Over budget: fonts of a Bangla page: 151\.0 kB/)
  assert.deepEqual(others, [])
})

test('text counts as it is sent, compressed', () => {
  assert.deepEqual(brokenIn({ ...within, 'entry.css': 'a { color: teal }\n'.repeat(5000) }), [])
})

test('a build without fonts is not one within its budgets', () => {
  const { 'fraunces.woff2': _, ...others } = within
  assert.deepEqual(brokenIn(others), ['Not measured: fonts of an English page; dist/client holds none.'])
})

/** Files given as text, or as so many bytes that cannot be compressed. */
function brokenIn(files) {
  const root = mkdtempSync(join(tmpdir(), 'budgets-'))
  try {
    const all = { ...files, '.vite/manifest.json': JSON.stringify(manifest) }
    for (const [name, content] of Object.entries(all)) {
      const path = join(root, 'dist/client', name)
      mkdirSync(dirname(path), { recursive: true })
      writeFileSync(path, typeof content === 'number' ? randomBytes(content) : content)
    }
    return brokenBudgets(root)
  } finally {
    rmSync(root, { recursive: true })
  }
}
