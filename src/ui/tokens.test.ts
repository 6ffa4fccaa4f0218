import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { test } from 'node:test'

const css = readFileSync(new URL('./tokens.css', import.meta.url), 'utf8')
const lightTokens = readTokens(css.split('@media')[0]!)
const themes = { light: lightTokens, dark: { ...lightTokens, ...readTokens(css.split('@media')[1]!) } }

const grounds = ['paper', 'linen', 'white']
const texts = ['ink', 'muted', 'deep-teal', 'teal', 'error']
const TEXT = 4.5
const CONTROL = 3

/** Text or line, ground, and the minimum contrast. */
const pairs: [string, string, number][] = [
  ...texts.flatMap((text) => grounds.map((ground): [string, string, number] => [text, ground, TEXT])),
  ...['deep-teal', 'teal', 'error'].map((ground): [string, string, number] => ['white', ground, TEXT]),
  ...['pale-brass', 'pending', 'error-ground'].map((ground): [string, string, number] => ['ink', ground, TEXT]),
  ...['dark-ground', 'night'].flatMap((ground): [string, string, number][] => [
    ['on-night', ground, TEXT],
    ['brass-on-night', ground, TEXT],
  ]),
  ['on-brass', 'brass', TEXT],
  ['on-copper', 'copper', TEXT],
  ['on-copper', 'dark-copper', TEXT],
  ...grounds.map((ground): [string, string, number] => ['control-line', ground, CONTROL]),
]

for (const [theme, tokens] of Object.entries(themes))
  test(`the colours of the ${theme} theme have enough contrast (DES-60)`, () => {
    const weak = pairs
      .map(([front, ground, minimum]) => ({
        front,
        ground,
        minimum,
        ratio: getContrast(tokens[front]!, tokens[ground]!),
      }))
      .filter(({ ratio, minimum }) => ratio < minimum)
    assert.deepEqual(weak, [])
  })

function readTokens(part: string): Record<string, string> {
  return Object.fromEntries(
    [...part.matchAll(/--([\w-]+): (#[0-9a-f]{3,6});/g)].map(([, name, value]) => [name!, value!]),
  )
}

/** The contrast ratio of WCAG 2. */
function getContrast(one: string, other: string): number {
  const [light, dark] = [getLuminance(one), getLuminance(other)].toSorted((a, b) => b - a)
  return (light! + 0.05) / (dark! + 0.05)
}

function getLuminance(colour: string): number {
  const [red, green, blue] = [1, 3, 5].map((start) => {
    const value = Number.parseInt(colour.slice(start, start + 2), 16) / 255
    return value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4
  })
  return 0.2126 * red! + 0.7152 * green! + 0.0722 * blue!
}
