import assert from 'node:assert/strict'
import { test } from 'node:test'
import { getContrast, themes } from '#testing/themes.ts'

const grounds = ['paper', 'linen', 'white']
const texts = ['ink', 'muted', 'deep-teal', 'teal', 'error']
const TEXT = 4.5
const CONTROL_CONTRAST = 3

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
  ...grounds.map((ground): [string, string, number] => ['control-line', ground, CONTROL_CONTRAST]),
]

for (const [theme, tokens] of Object.entries(themes))
  test(`the colours of the ${theme} theme have enough contrast (DES-60)`, () => {
    const weakPairs = pairs
      .map(([front, ground, minimum]) => ({
        front,
        ground,
        minimum,
        ratio: getContrast(tokens[front]!, tokens[ground]!),
      }))
      .filter(({ ratio, minimum }) => ratio < minimum)
    assert.deepEqual(weakPairs, [])
  })
