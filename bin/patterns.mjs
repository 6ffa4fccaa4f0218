// Finds regular expressions in src/ whose time is not linear in the length of their input, with recheck. Rewrite such an
// expression, or list it in `boundedPatterns` and state why its input is always short.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { checkSync } from 'recheck'
import { parseSync } from 'vite'
import { pages } from '#routes/public.ts'
import { listProductCode } from './files.mjs'

/**
 * Polynomial expressions whose input has at most `letters` characters. Exponential ones are never allowed. The known
 * attack of that length must finish within MAX_MS.
 */
const boundedPatterns = []

/** Regular expressions that a source file builds at run time from constants, with the resulting patterns. */
const builtPatterns = [
  {
    path: 'src/platform/pages/registry.ts',
    patterns: Object.values(pages).map((path) => `^${path.replace(/:(\w+)/g, '(?<$1>[^/]+)')}$`),
  },
]

/** The pure JavaScript backend gives the same results on every machine. The native one exists only for some platforms. */
process.env['RECHECK_SYNC_BACKEND'] = 'pure'
/** Limits the steps, not the time: a time limit would end the search earlier on a busy machine and change the result. */
const analysisOptions = {
  timeout: null,
  seedingTimeout: null,
  incubationTimeout: null,
  attackTimeout: null,
  randomSeed: 1,
}
const MAX_MS = 5

export function findBrokenPatterns(root, knownPatterns = boundedPatterns, knownBuiltPatterns = builtPatterns) {
  const staleEntries = new Set([...knownPatterns, ...knownBuiltPatterns])
  const usages = readSourceFiles(root)
    .flatMap(({ path, text }) => listPatterns(path, text))
    .flatMap((usage) => {
      const entry = usage.built && knownBuiltPatterns.find(({ path }) => path === usage.path)
      if (!entry || !staleEntries.delete(entry)) return [usage]
      return entry.patterns.map((pattern) => ({ path: usage.path, where: usage.where, pattern, flags: '' }))
    })
  const violations = usages.flatMap((usage) => {
    if (usage.built) return [`${usage.where}: a pattern that is built at run time cannot be analysed: write it out`]
    const { status, complexity, attack, error } = checkSync(usage.pattern, usage.flags, analysisOptions)
    if (status === 'safe') return []
    const entry = knownPatterns.find(({ path, pattern }) => path === usage.path && pattern === usage.pattern)
    staleEntries.delete(entry)
    const location = `${usage.where}: /${usage.pattern}/${usage.flags}`
    if (status !== 'vulnerable') return [`${location} is not proven to be linear (${error.kind})`]
    if (!entry || complexity.type !== 'polynomial')
      return [`${location} is ${complexity.summary}; it is slow for ${attack.pattern}`]
    const durationMs = measureAttack(usage, attack, entry.letters)
    return durationMs < MAX_MS ? [] : [`${location} takes ${Math.round(durationMs)} ms for ${entry.letters} letters`]
  })
  const describeStale = ({ path, pattern }) =>
    pattern === undefined ? `${path} builds no pattern` : `${path} has no such non-linear pattern: /${pattern}/`
  return [...violations, ...[...staleEntries].map((entry) => `bin/patterns.mjs: ${describeStale(entry)}`)]
}

/** Returns the milliseconds for the attack, extended to the longest possible input. */
function measureAttack({ pattern, flags }, { pumps, suffix }, letters) {
  const pumpedText = pumps
    .map(({ prefix, pump }) => prefix + pump.repeat(Math.ceil(letters / pumps.length / pump.length)))
    .join('')
  const text = (pumpedText + suffix).slice(-letters)
  const durationsMs = Array.from({ length: 5 }, () => {
    const expression = new RegExp(pattern, flags.replace(/[gy]/g, ''))
    const startedAt = performance.now()
    expression.test(text)
    return performance.now() - startedAt
  })
  return Math.min(...durationsMs)
}

function listPatterns(path, text) {
  const usages = []
  const visit = (node) => {
    if (node === null || typeof node !== 'object') return
    if (Array.isArray(node)) return node.forEach(visit)
    const getPlace = () => `${path}:${text.slice(0, node.start).split('\n').length}`
    if (node.type === 'Literal' && node.regex)
      usages.push({ path, where: getPlace(), pattern: node.regex.pattern, flags: node.regex.flags })
    if (/^(New|Call)Expression$/.test(node.type) && node.callee.name === 'RegExp')
      usages.push({ path, where: getPlace(), built: true })
    Object.values(node).forEach(visit)
  }
  visit(parseSync(path, text).program)
  return usages
}

const readSourceFiles = (root) =>
  listProductCode(root).map((path) => ({ path, text: readFileSync(join(root, path), 'utf8') }))
