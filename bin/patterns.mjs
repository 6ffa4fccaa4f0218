// Which regular expressions of src/ could take far longer than the text they are given is long? Each is analysed by recheck;
// whoever adds one that is not linear rewrites it, or says here why what it is given is always short.
import { readFileSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { checkSync } from 'recheck'
import { parseSync } from 'vite'
import { pages } from '#routes/public.ts'

/**
 * Polynomial, but what they are given has so many letters at most. Never an exponential one: for those no bound is small.
 * The attack that is known is tried at that length, and must be over within a moment.
 */
const bounded = []

/** Put together at run time, of what stands in the source: what they become. */
const built = [
  {
    path: 'src/platform/pages/registry.ts',
    patterns: Object.values(pages).map((path) => `^${path.replace(/:(\w+)/g, '(?<$1>[^/]+)')}$`),
  },
]

/** The analysis is the same on every machine: it is asked for by its JavaScript, not by the program for some platforms. */
process.env['RECHECK_SYNC_BACKEND'] = 'pure'
const patience = { timeout: 10_000, randomSeed: 1 }
const MOST_MS = 5

export function brokenPatterns(root, known = bounded, knownBuilt = built) {
  const stale = new Set([...known, ...knownBuilt])
  const found = sourceFiles(root)
    .flatMap(({ path, text }) => patternsIn(path, text))
    .flatMap((each) => {
      const entry = each.built && knownBuilt.find(({ path }) => path === each.path)
      if (!entry || !stale.delete(entry)) return [each]
      return entry.patterns.map((pattern) => ({ path: each.path, where: each.where, pattern, flags: '' }))
    })
  const broken = found.flatMap((each) => {
    if (each.built)
      return [`${each.where}: a pattern that is put together at run time cannot be analysed: write it out`]
    const { status, complexity, attack, error } = checkSync(each.pattern, each.flags, patience)
    if (status === 'safe') return []
    const entry = known.find(({ path, pattern }) => path === each.path && pattern === each.pattern)
    stale.delete(entry)
    const said = `${each.where}: /${each.pattern}/${each.flags}`
    if (status !== 'vulnerable') return [`${said} could not be shown to be linear (${error.kind})`]
    if (!entry || complexity.type !== 'polynomial')
      return [`${said} is ${complexity.summary}; it stumbles over ${attack.pattern}`]
    const took = spentOn(each, attack, entry.letters)
    return took < MOST_MS ? [] : [`${said} takes ${Math.round(took)} ms for ${entry.letters} letters`]
  })
  const missing = ({ path, pattern }) =>
    pattern === undefined
      ? `${path} puts no pattern together`
      : `${path} has no such pattern that is not linear: /${pattern}/`
  return [...broken, ...[...stale].map((entry) => `bin/patterns.mjs: ${missing(entry)}`)]
}

/** The attack, made as long as what the pattern can be given. */
function spentOn({ pattern, flags }, { pumps, suffix }, letters) {
  const pumped = pumps
    .map(({ prefix, pump }) => prefix + pump.repeat(Math.ceil(letters / pumps.length / pump.length)))
    .join('')
  const text = (pumped + suffix).slice(-letters)
  const times = Array.from({ length: 5 }, () => {
    const expression = new RegExp(pattern, flags.replace(/[gy]/g, ''))
    const started = performance.now()
    expression.test(text)
    return performance.now() - started
  })
  return Math.min(...times)
}

function patternsIn(path, text) {
  const found = []
  const visit = (node) => {
    if (node === null || typeof node !== 'object') return
    if (Array.isArray(node)) return node.forEach(visit)
    const where = () => `${path}:${text.slice(0, node.start).split('\n').length}`
    if (node.type === 'Literal' && node.regex)
      found.push({ path, where: where(), pattern: node.regex.pattern, flags: node.regex.flags })
    if (/^(New|Call)Expression$/.test(node.type) && node.callee.name === 'RegExp')
      found.push({ path, where: where(), built: true })
    Object.values(node).forEach(visit)
  }
  visit(parseSync(path, text).program)
  return found
}

const sourceFiles = (root) =>
  readdirSync(join(root, 'src'), { recursive: true })
    .map((name) => `src/${name.replaceAll('\\', '/')}`)
    .filter((path) => /\.tsx?$/.test(path) && !/\.(test|soak)\.tsx?$/.test(path))
    .sort()
    .map((path) => ({ path, text: readFileSync(join(root, path), 'utf8') }))
