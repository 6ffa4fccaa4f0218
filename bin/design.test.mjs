import assert from 'node:assert/strict'
import { globSync, readFileSync } from 'node:fs'
import { test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { getContrast, themes } from '#testing/themes.ts'

const root = fileURLToPath(new URL('..', import.meta.url))
const read = (path) => readFileSync(root + path, 'utf8')
const doc = read('docs/design.md')
const tokens = read('src/ui/tokens.css')
const sources = globSync('src/{content,ui,site,stays}/**/*.{css,ts,tsx}', { cwd: root }).map(read)

test('the design document names only tokens, classes and components that exist (DES-37)', () => {
  const names = new Set(
    [...doc.matchAll(/`([^`\n]+)`/g)].flatMap(([, code]) => code.match(/--[\w-]+|\.[a-z][\w-]+|\b[A-Z]\w+\b/g) ?? []),
  )
  assert.ok(names.size > 60)
  const isKnown = (name) => {
    if (/^\.(css|ts|tsx)$/.test(name)) return true
    if (/^--(phone|phablet|tablet|laptop|desktop)$/.test(name))
      return read('src/ui/breakpoints.ts').includes(name.slice(2))
    if (name.startsWith('--')) return tokens.includes(`${name}:`)
    const definition = name.startsWith('.')
      ? new RegExp(`\\${name}(?![\\w-])`)
      : new RegExp(`(function|const) ${name}\\b`)
    return sources.some((source) => definition.test(source))
  }
  assert.deepEqual(
    [...names].filter((name) => !isKnown(name)),
    [],
  )
})

test('the design document states the contrast of text in both themes (DES-37)', () => {
  const rows = [...doc.matchAll(/^\| `--([\w-]+)`\s+\| ([\d.]+)\s+\| ([\d.]+)\s+\| ([\d.]+)\s+\|/gm)]
  assert.equal(rows.length, 10)
  for (const [index, [, textToken, ...ratios]] of rows.entries()) {
    const theme = themes[index < 5 ? 'light' : 'dark']
    assert.deepEqual(
      ratios,
      ['paper', 'linen', 'white'].map((ground) => getContrast(theme[textToken], theme[ground]).toFixed(1)),
      textToken,
    )
  }
})

test('the design document states the contrast of text on the dark grounds in both themes (DES-37)', () => {
  for (const textToken of ['on-night', 'brass-on-night']) {
    const statedValues = new RegExp(
      `\`--${textToken}\`\\s+\\(([\\d.]+) and ([\\d.]+), dark ([\\d.]+) and ([\\d.]+)\\)`,
    ).exec(doc)
    const contrasts = ['light', 'dark'].flatMap((name) =>
      ['dark-ground', 'night'].map((ground) => getContrast(themes[name][textToken], themes[name][ground]).toFixed(1)),
    )
    assert.deepEqual(statedValues?.slice(1), contrasts, textToken)
  }
})
