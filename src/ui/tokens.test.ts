import assert from 'node:assert/strict'
import { test } from 'node:test'
import { getContrast, themes } from '#testing/themes.ts'

const backgroundColours = ['paper', 'linen', 'white']
const textColours = ['ink', 'muted', 'deep-teal', 'teal', 'error']
const TEXT_CONTRAST = 4.5
const CONTROL_CONTRAST = 3

/** Text or line, ground, and the minimum contrast. */
const colourPairs: [string, string, number][] = [
  ...textColours.flatMap((text) =>
    backgroundColours.map((ground): [string, string, number] => [text, ground, TEXT_CONTRAST]),
  ),
  ...['deep-teal', 'teal', 'error'].map((ground): [string, string, number] => ['white', ground, TEXT_CONTRAST]),
  ...['pale-brass', 'pending', 'error-ground'].map((ground): [string, string, number] => [
    'ink',
    ground,
    TEXT_CONTRAST,
  ]),
  ...['dark-ground', 'night'].flatMap((ground): [string, string, number][] => [
    ['on-night', ground, TEXT_CONTRAST],
    ['brass-on-night', ground, TEXT_CONTRAST],
  ]),
  ['on-brass', 'brass', TEXT_CONTRAST],
  ['on-copper', 'copper', TEXT_CONTRAST],
  ['on-copper', 'dark-copper', TEXT_CONTRAST],
  ...backgroundColours.map((ground): [string, string, number] => ['control-line', ground, CONTROL_CONTRAST]),
]

for (const [theme, tokens] of Object.entries(themes))
  test(`the colours of the ${theme} theme have enough contrast (DES-60)`, () => {
    const weakPairs = colourPairs
      .map(([front, ground, minimum]) => ({
        front,
        ground,
        minimum,
        ratio: getContrast(tokens[front]!, tokens[ground]!),
      }))
      .filter(({ ratio, minimum }) => ratio < minimum)
    assert.deepEqual(weakPairs, [])
  })
