// Who may import whom under src/, and a few habits a linter cannot know. Says each breach in one line.
import { readFileSync, readdirSync } from 'node:fs'
import { dirname, join, posix } from 'node:path'
import { parseSync } from 'vite'

const ground = ['urls', 'tables', 'words']
const base = [...ground, 'ui', 'platform']
const slices = ['rooms', 'content', 'accounts', 'bookings', 'enquiries', 'messages']

/** Every place in src/ and what it may import besides itself; from the ground up. */
const mayImport = {
  urls: [],
  tables: [],
  words: ['urls'],
  platform: ground,
  ui: [...ground, 'platform'],
  content: base,
  rooms: base,
  messages: [...base, 'content'],
  accounts: [...base, 'messages'],
  bookings: [...base, 'content', 'rooms', 'accounts', 'messages'],
  enquiries: [...base, 'content', 'accounts', 'messages'],
  site: [...base, ...slices],
  office: [...base, ...slices],
  seed: [...base, ...slices],
  app: [...base, ...slices, 'site', 'office', 'seed'],
  main: [...ground, 'platform', 'app', 'seed'],
}
/** They bring zod, SQL and Node with them, which a browser must not load. */
const serverFiles = /(^|\/)(contract|http|store)\.ts$/
const clockFile = 'src/platform/clock.ts'
const clockReadings = /\bnew Date\(\)|\bDate\.now\b|\bTemporal\.Now\b|\bMath\.random\b/
/** The words of a page are found by their keys in its scripts; of a key without a beginning nothing can be found. */
const keyWithoutBeginning = /\b(?:t|count)\(`\$\{/

export function brokenRules(root) {
  const files = sourceFiles(root)
  const imports = new Map(files.map(({ path, text }) => [path, importsOf(path, text)]))
  return [
    ...files.flatMap(({ path, text }) => habitsBrokenBy(path, text)),
    ...files.flatMap(({ path }) => imports.get(path).flatMap((to) => importRulesBrokenBy(path, to))),
    ...cycles(imports),
  ]
}

function habitsBrokenBy(path, text) {
  const broken = []
  if (path.split('/').length > 4) broken.push(`${path}: lies deeper than two folders under src`)
  if (!(placeOf(path) in mayImport)) broken.push(`${path}: bin/structure.mjs does not know the place ${placeOf(path)}`)
  const lineOf = ({ index }) => text.slice(0, index).split('\n').length
  const reading = path !== clockFile && text.match(clockReadings)
  if (reading) {
    broken.push(`${path}:${lineOf(reading)}: no ${reading[0]}: take the time from ${clockFile}, chance from node:crypto`)
  }
  const key = placeOf(path) !== 'words' && text.match(keyWithoutBeginning)
  if (key) broken.push(`${path}:${lineOf(key)}: a word's key must be written out, or its beginning at least`)
  return broken
}

function importRulesBrokenBy(from, { path: to, onlyTypes }) {
  const [here, there] = [placeOf(from), placeOf(to)]
  if (!to.startsWith('src/')) return [`${from}: imports ${to}, which is not part of the product`]
  if (isTest(to)) return [`${from}: imports the test ${to}`]
  if (here !== there && !mayImport[here]?.includes(there)) return [`${from}: ${here} may not import ${there} (${to})`]
  if (from.endsWith('.tsx') && serverFiles.test(to) && !onlyTypes) {
    return [`${from}: a .tsx may take only types from ${to}: write "import type"`]
  }
  return []
}

function cycles(imports) {
  const found = []
  const state = new Map()
  const visit = (path, trail) => {
    if (state.get(path) === 'left') return
    if (state.get(path) === 'entered') {
      found.push(`cycle: ${[...trail.slice(trail.indexOf(path)), path].join(' → ')}`)
      return
    }
    state.set(path, 'entered')
    for (const { path: next } of imports.get(path) ?? []) visit(next, [...trail, path])
    state.set(path, 'left')
  }
  for (const path of imports.keys()) visit(path, [])
  return found
}

function sourceFiles(root) {
  return readdirSync(join(root, 'src'), { recursive: true })
    .map((name) => `src/${name.replaceAll('\\', '/')}`)
    .filter((path) => /\.tsx?$/.test(path) && !isTest(path))
    .sort()
    .map((path) => ({ path, text: readFileSync(join(root, path), 'utf8') }))
}

/** The files of this project that one of them imports. Only `import type` is sure to be gone at run time. */
function importsOf(path, text) {
  const { staticImports, staticExports, dynamicImports } = parseSync(path, text).module
  const reexports = staticExports.map(({ start, entries: [entry] }) => ({ ...entry, start }))
  const named = [...staticImports, ...reexports].map(({ start, moduleRequest }) => ({
    name: moduleRequest?.value,
    onlyTypes: /^(import|export) type\b/.test(text.slice(start)),
  }))
  const onDemand = dynamicImports.map(({ moduleRequest: { start, end } }) => ({ name: text.slice(start + 1, end - 1) }))
  return [...named, ...onDemand]
    .filter(({ name }) => name?.startsWith('.') && /\.tsx?$/.test(name))
    .map(({ name, onlyTypes = false }) => ({ path: posix.join(dirname(path), name), onlyTypes }))
}

function placeOf(path) {
  return path.split('/')[1].replace(/\.tsx?$/, '')
}

function isTest(path) {
  return /\.test\.tsx?$/.test(path)
}
