import assert from 'node:assert/strict'
import { globSync, readFileSync } from 'node:fs'
import { test } from 'node:test'
import { fileURLToPath } from 'node:url'

const root = fileURLToPath(new URL('..', import.meta.url))
const read = (path) => readFileSync(root + path, 'utf8')
const doc = read('docs/design.md')
const tokens = read('src/ui/tokens.css')
const sources = globSync('src/{ui,site,stays}/**/*.{css,ts,tsx}', { cwd: root }).map(read)

test('names only tokens, classes and components that exist (DES-37)', () => {
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

test('states the contrast of text on the light grounds (DES-37)', () => {
  const rows = [...doc.matchAll(/^\| `(--[\w-]+)`\s+\| ([\d.]+)\s+\| ([\d.]+)\s+\| ([\d.]+)\s+\|/gm)]
  assert.ok(rows.length > 5)
  for (const [, text, ...ratios] of rows)
    assert.deepEqual(
      ratios,
      ['--paper', '--linen', '--white'].map((ground) => contrast(readColour(text), readColour(ground)).toFixed(1)),
      text,
    )
})

/** Returns the first colour of a token: its colour in the light theme. */
const readColour = (name) => new RegExp(`${name}: (#[0-9a-f]{6})`).exec(tokens)[1]

function contrast(one, other) {
  const [light, dark] = [luminance(one), luminance(other)].sort((a, b) => b - a)
  return (light + 0.05) / (dark + 0.05)
}

function luminance(colour) {
  const [red, green, blue] = [1, 3, 5].map((offset) => {
    const part = Number.parseInt(colour.slice(offset, offset + 2), 16) / 255
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4
  })
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue
}
