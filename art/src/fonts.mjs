// Cuts the fonts of src/ui/fonts to the characters that src/ui/fonts.css names for each of them.
//   npm install --no-save subset-font@2.9.0 @expo-google-fonts/{fraunces,hind-siliguri}
//   node art/src/fonts.mjs
import { readFileSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import subsetFont from 'subset-font'

const complete = {
  'fraunces-600': 'fraunces/600SemiBold/Fraunces_600SemiBold.ttf',
  'hind-siliguri-400': 'hind-siliguri/400Regular/HindSiliguri_400Regular.ttf',
  'hind-siliguri-600': 'hind-siliguri/600SemiBold/HindSiliguri_600SemiBold.ttf',
  'hind-siliguri-bangla-400': 'hind-siliguri/400Regular/HindSiliguri_400Regular.ttf',
  'hind-siliguri-bangla-600': 'hind-siliguri/600SemiBold/HindSiliguri_600SemiBold.ttf',
}
/** What joins Bengali letters and sets them right, beside kerning; stylistic sets stay behind. */
const keepFeatures = [
  'abvm', 'abvs', 'akhn', 'blwf', 'blwm', 'blws', 'calt', 'ccmp', 'cjct', 'dist', 'half', 'haln', 'init', 'kern', 'liga',
  'locl', 'mark', 'mkmk', 'nukt', 'pref', 'pres', 'psts', 'pstf', 'rclt', 'rkrf', 'rlig', 'rphf', 'vatu',
]
const style = new URL('../../src/ui/fonts.css', import.meta.url)
const require = createRequire(import.meta.url)

for (const [name, source] of Object.entries(complete)) {
  const font = await subsetFont(readFileSync(require.resolve(`@expo-google-fonts/${source}`)), charactersOf(name), {
    targetFormat: 'woff2',
    // Instructions for the screens of 2000 are half of Hind Siliguri's bytes.
    noHinting: true,
    keepFeatures,
    dropTables: ['STAT', 'vhea', 'vmtx'],
  })
  writeFileSync(new URL(`fonts/${name}.woff2`, style), font)
  console.log(`${name}: ${font.length} bytes`)
}

function charactersOf(name) {
  const faces = readFileSync(style, 'utf8').split('@font-face').filter((face) => face.includes(`/${name}.woff2`))
  return faces.flatMap((face) => [...face.matchAll(/U\+([\dA-F]+)(?:-([\dA-F]+))?/g)]).map(between).join('')
}

function between([, first, last = first]) {
  const from = parseInt(first, 16)
  return String.fromCodePoint(...Array.from({ length: parseInt(last, 16) - from + 1 }, (_, step) => from + step))
}
