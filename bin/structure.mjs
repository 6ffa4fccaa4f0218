// Who may import whom under src/, and a few habits a linter cannot know. Says each breach in one line.
import { readFileSync, readdirSync } from 'node:fs'
import { dirname, extname, join, posix, relative } from 'node:path'
import { parseSync } from 'vite'
import { isOffice as isOfficeInSrc } from './office.ts'
import { goingRoundPublish } from './publishing.mjs'

const ground = ['root', 'urls', 'urls-office', 'urls-office-api', 'tables', 'words', 'permissions']
const base = [...ground, 'platform', 'ui', 'media']
const slices = [
  'content',
  'posts',
  'policies',
  'rooms',
  'messages',
  'ledger',
  'availability',
  'accounts',
  'staff',
  'bookings',
  'bills',
  'payments',
  'invoices',
  'desk',
  'rebooking',
  'register',
  'enquiries',
  'inbox',
  'quotations',
  'visits',
  'figures',
  'calendars',
  'webhooks',
]

/** Every place in src/ and what it may import besides itself; from the ground up. */
const mayImport = {
  root: [],
  urls: [],
  'urls-office-api': ['urls'],
  'urls-office': ['urls', 'urls-office-api'],
  tables: [],
  permissions: ['tables'],
  words: ['urls'],
  platform: ground,
  ui: [...ground, 'platform'],
  media: [...ground, 'platform', 'ui'],
  content: base,
  posts: [...base, 'content'],
  policies: [...base, 'content'],
  rooms: [...base, 'content', 'policies'],
  messages: [...base, 'content'],
  ledger: [...base, 'content'],
  availability: [...base, 'content', 'policies', 'rooms'],
  accounts: [...base, 'messages', 'availability'],
  staff: [...base, 'content', 'messages', 'accounts'],
  bookings: [...base, 'content', 'policies', 'rooms', 'messages', 'ledger', 'availability', 'accounts'],
  bills: [...base, 'content', 'ledger', 'availability', 'accounts', 'bookings'],
  payments: [
    ...base,
    'content',
    'policies',
    'rooms',
    'messages',
    'ledger',
    'availability',
    'accounts',
    'bookings',
    'bills',
  ],
  invoices: [...base, 'content', 'messages', 'ledger', 'availability', 'accounts', 'bookings', 'bills'],
  gateway: [...ground, 'platform'],
  desk: [...base, 'content', 'policies', 'rooms', 'messages', 'availability', 'accounts', 'bookings', 'bills'],
  rebooking: [...base, 'content', 'policies', 'messages', 'availability', 'accounts', 'bookings', 'desk'],
  register: [...base, 'content', 'availability', 'accounts', 'bookings', 'desk'],
  enquiries: [...base, 'content', 'messages', 'accounts'],
  inbox: [...base, 'content', 'messages', 'accounts', 'enquiries'],
  quotations: [...base, 'content', 'messages', 'availability', 'accounts', 'enquiries', 'inbox'],
  visits: base,
  figures: [
    ...base,
    'content',
    'rooms',
    'messages',
    'availability',
    'accounts',
    'bookings',
    'bills',
    'desk',
    'enquiries',
    'quotations',
    'visits',
  ],
  calendars: [...base, 'content', 'availability', 'accounts', 'bookings', 'desk'],
  webhooks: [...base, 'content', 'messages', 'ledger', 'accounts', 'bookings', 'enquiries', 'quotations'],
  site: [...base, ...slices],
  office: [...base, ...slices],
  seed: [...base, ...slices],
  chores: [...base, ...slices],
  parsers: [...base, ...slices],
  'parser-process': [...ground, 'platform', 'parsers'],
  gateways: [...ground, 'platform', 'payments', 'gateway'],
  app: [...base, ...slices, 'gateways', 'site', 'office', 'seed', 'chores'],
  main: [...ground, 'platform', 'app', 'seed'],
  owner: [...ground, 'platform', 'app', 'staff'],
}

/**
 * The rooms of a place; each may lean on those before it. At a place's root stands its trade, which knows nothing of how
 * it is shown: rooms lean on the root, and no root on a room.
 */
const rooms = {
  words: ['en', 'bn'],
  platform: ['sandbox', 'database', 'work', 'files', 'http', 'outside', 'pages'],
  ui: ['form', 'calendar', 'paper', 'office', 'rich-text'],
  media: ['office'],
  messages: ['reader', 'office'],
  availability: ['office'],
  accounts: ['portal', 'member', 'office'],
  staff: ['office'],
  bookings: ['letters', 'search', 'stays', 'reserve', 'office'],
  bills: ['extras', 'bill'],
  payments: ['sslcommerz', 'letters', 'result', 'office'],
  invoices: ['letters', 'office'],
  desk: ['live', 'today', 'stay', 'chart', 'housekeeping', 'day', 'handover'],
  register: ['office'],
  calendars: ['office'],
  webhooks: ['office'],
  figures: ['office'],
  enquiries: ['files', 'own', 'basket', 'products', 'contact', 'office'],
  quotations: ['answer', 'office'],
  inbox: ['office'],
  content: ['office'],
  posts: ['office'],
  policies: ['office'],
  rooms: ['office'],
  site: ['frame', 'reading', 'home', 'member', 'crawlers', 'api-docs'],
}
/** Their root is where their rooms are put together, so there it is the other way round. */
const arranges = ['words', 'site', 'office']
/** What their rooms may take from there all the same: types. */
const onlyTypesIn = ['src/site/api.ts']

/** What runs in a browser begins here. */
const browserEntries = ['src/site/entry-client.tsx', 'src/office/entry-client.tsx']
const browserPackages = ['react', 'react-dom']
/** What the office alone may load beside them: the editor of texts. */
const officePackages = ['@tiptap/core', '@tiptap/pm']
/** None but staff load these. */
const isOffice = (path) => isOfficeInSrc(path.replace(/^src\//, ''))
/** Refusals and letters, and both languages at once: a browser is sent sentences. */
const isServersWords = (path) => /^src\/words\/(both|.*-server)\.ts$/.test(path)

const mostDeep = 2
/** What is longer is two things, and a folder with more holds two. Lists of words are as long as they must be. */
const mostLines = 300
const mostFiles = 40
const isWritten = (path) => ['.ts', '.tsx', '.css'].includes(extname(path))
const clockFile = 'src/platform/clock.ts'
const clockReadings = /\bnew Date\(\)|\bDate\.now\b|\bTemporal\.Now\b|\bMath\.random\b/
/** The words of a page are found by their keys in its scripts; of a key without a beginning nothing can be found. */
const keyWithoutBeginning = /\b(?:t|count)\(`\$\{/

export function brokenRules(root) {
  const files = sourceFiles(root)
  const imports = new Map(files.map(({ path, text }) => [path, importsOf(path, text)]))
  return [
    ...tooLargeIn(root),
    ...files.flatMap(({ path, text }) => habitsBrokenBy(path, text)),
    ...files.flatMap(({ path, text }) => goingRoundPublish(path, text)),
    ...files.flatMap(({ path }) => imports.get(path).flatMap((to) => importRulesBrokenBy(path, to))),
    ...browserEntries.flatMap((entry) => foreignToBrowsers(entry, imports)),
    ...cycles(imports),
  ]
}

/** Tests are read as often as what they test, so they are measured as well. */
function tooLargeIn(root) {
  const paths = pathsIn(root)
  const linesOf = (path) => readFileSync(join(root, path), 'utf8').trimEnd().split('\n').length
  const counted = paths.filter((path) => !/\.soak\.tsx?$/.test(path))
  const filesOf = Object.entries(Object.groupBy(counted, (path) => dirname(path)))
  return [
    ...paths
      .filter(isWritten)
      .map((path) => ({ path, lines: linesOf(path) }))
      .filter(({ lines }) => lines > mostLines)
      .map(({ path, lines }) => `${path}: has ${lines} lines, at most ${mostLines} may be`),
    ...filesOf
      .filter(([, files]) => files.length > mostFiles)
      .map(([folder, files]) => `${folder}: holds ${files.length} files, at most ${mostFiles} may be`),
  ]
}

function habitsBrokenBy(path, text) {
  const broken = []
  if (path.split('/').length > mostDeep + 2) broken.push(`${path}: lies deeper than two folders under src`)
  if (!(placeOf(path) in mayImport)) broken.push(`${path}: bin/structure.mjs does not know the place ${placeOf(path)}`)
  const room = roomOf(path)
  if (room && rooms[placeOf(path)] && !rooms[placeOf(path)].includes(room)) {
    broken.push(`${path}: bin/structure.mjs does not know the room ${placeOf(path)}/${room}`)
  }
  const lineOf = ({ index }) => text.slice(0, index).split('\n').length
  const reading = path !== clockFile && text.match(clockReadings)
  if (reading) {
    broken.push(
      `${path}:${lineOf(reading)}: no ${reading[0]}: take the time from ${clockFile}, chance from node:crypto`,
    )
  }
  const key = placeOf(path) !== 'words' && text.match(keyWithoutBeginning)
  if (key) broken.push(`${path}:${lineOf(key)}: a word's key must be written out, or its beginning at least`)
  return broken
}

function importRulesBrokenBy(from, { path: to, onlyTypes }) {
  if (!to || (onlyTypes && onlyTypesIn.includes(to))) return []
  const [here, there] = [placeOf(from), placeOf(to)]
  if (!to.startsWith('src/')) return [`${from}: imports ${to}, which is not part of the product`]
  if (isTest(to)) return [`${from}: imports the test ${to}`]
  if (here !== there) {
    if (!mayImport[here]?.includes(there)) return [`${from}: ${here} may not import ${there} (${to})`]
    if (isScreen(to) && rooms[here] && !roomOf(from) && !arranges.includes(here))
      return [`${from}: stands at a root and imports the room of ${to}`]
    return []
  }
  return roomRulesBrokenBy(from, to)
}

function roomRulesBrokenBy(from, to) {
  const [here, there] = [roomOf(from), roomOf(to)]
  if (here === there) return []
  const order = rooms[placeOf(from)] ?? []
  const arranged = arranges.includes(placeOf(from))
  if (!here) return arranged ? [] : [`${from}: stands at a root and imports the room of ${to}`]
  if (!there) return arranged ? [`${from}: imports ${to}, which puts it in its place`] : []
  return order.indexOf(there) < order.indexOf(here) ? [] : [`${from}: the room ${here} stands below that of ${to}`]
}

/** What a browser would load and cannot run, or should not see, each with the way that leads there. */
function foreignToBrowsers(entry, imports) {
  const broken = []
  const cameFrom = new Map([[entry, null]])
  const wayTo = (path) => (path === null ? [] : [...wayTo(cameFrom.get(path)), path])
  const isPublic = !isOffice(entry)
  for (const [path] of cameFrom) {
    for (const { path: to, packageName, onlyTypes } of imports.get(path) ?? []) {
      if (onlyTypes) continue
      const told = () => [...wayTo(path), to ?? packageName].join(' → ')
      if (packageName && !mayLoad(path, packageName)) broken.push(`not for browsers: ${told()}`)
      else if (to && isServersWords(to)) broken.push(`not for browsers: ${told()}`)
      else if (to && isPublic && isOffice(to)) broken.push(`not for the public: ${told()}`)
      else if (to && !cameFrom.has(to)) cameFrom.set(to, path)
    }
  }
  return broken
}

function mayLoad(path, packageName) {
  if (browserPackages.includes(packageName)) return true
  return isOffice(path) && (officePackages.includes(packageName) || packageName.startsWith('@tiptap/extension-'))
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
    for (const { path: next } of imports.get(path) ?? []) if (next) visit(next, [...trail, path])
    state.set(path, 'left')
  }
  for (const path of imports.keys()) visit(path, [])
  return found
}

function pathsIn(root) {
  return readdirSync(join(root, 'src'), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) => relative(root, join(parentPath, name)).replaceAll('\\', '/'))
    .sort()
}

function sourceFiles(root) {
  return pathsIn(root)
    .filter((path) => /\.tsx?$/.test(path) && !isTest(path))
    .map((path) => ({ path, text: readFileSync(join(root, path), 'utf8') }))
}

/** The files of this project that one of them imports, and the packages. Only `import type` is sure to be gone at run time. */
function importsOf(path, text) {
  const { staticImports, staticExports, dynamicImports } = parseSync(path, text).module
  const reexports = staticExports.map(({ start, entries: [entry] }) => ({ ...entry, start }))
  const named = [...staticImports, ...reexports].map(({ start, moduleRequest }) => ({
    name: moduleRequest?.value,
    onlyTypes: /^(import|export) type\b/.test(text.slice(start)),
  }))
  const onDemand = dynamicImports.map(({ moduleRequest: { start, end } }) => ({
    name: text.slice(start + 1, end - 1),
    onlyTypes: false,
  }))
  return [...named, ...onDemand].flatMap(({ name, onlyTypes }) => {
    if (!name) return []
    if (!name.startsWith('.')) return [{ packageName: packageOf(name), onlyTypes }]
    return /\.tsx?$/.test(name) ? [{ path: posix.join(dirname(path), name), onlyTypes }] : []
  })
}

const packageOf = (name) =>
  name.startsWith('node:')
    ? name
    : name
        .split('/')
        .slice(0, name.startsWith('@') ? 2 : 1)
        .join('/')

function placeOf(path) {
  return path.split('/')[1].replace(/\.tsx?$/, '')
}

function roomOf(path) {
  return path.split('/').length > 3 ? path.split('/')[2] : null
}

/** In the slices rooms are screens; the platform's and the ui's are shelves, which anybody above may reach into. */
function isScreen(path) {
  return roomOf(path) !== null && slices.includes(placeOf(path))
}

function isTest(path) {
  return /\.(test|soak)\.tsx?$/.test(path)
}
