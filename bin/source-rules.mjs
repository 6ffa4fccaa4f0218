// Rules for the files under src/ that the linter cannot express. `npm run check -- source` lists each violation.
import { readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { listFiles, listProductCode } from './files.mjs'
import { findPublishRuleViolations } from './published-tables.mjs'

/** A message key must begin with literal text, because a page ships only the messages that its scripts name. */
const KEY_WITHOUT_PREFIX = /\b(?:t|count)\(`\$\{/
/** Matches `new Date()` for the current time. The linter forbids Date.now(), but has no rule for this. */
const CURRENT_DATE = /\bnew Date\(\)/
/**
 * Matches conversions between major and minor units, and between percent and basis points, that do not use the
 * functions for them.
 */
const HAND_CONVERSION = /\b\w*(?:minor|poisha|basis_?points)\)? \/ 100\b|Math\.round\((?:[^()]|\([^()]*\))* \* 100\)/i
const WIDTH_QUERY = { css: /@media[^{]*width/, script: /useMedia\(.[^)]*width/ }
/**
 * Matches font sizes in fixed units. Line heights, after a slash, may have them. Sizes relative to the text around them
 * are allowed.
 */
const LITERAL_FONT_SIZE = /\bfont(?:-size)?:[^;/]*\d(?:rem|px|pt|v[wh])/

export function findSourceRuleViolations(root) {
  const stylePaths = listFiles(root, ['src']).filter((path) => path.endsWith('.css'))
  const readSource = (path) => readFileSync(join(root, path), 'utf8')
  return [...listProductCode(root), ...stylePaths].flatMap((path) => [
    ...findViolations(path, readSource(path)),
    ...findMissingClasses(path, readSource),
  ])
}

const STYLE_IMPORT = /import (\w+) from '(\.[^']+\.module\.css)'/g

/** Finds classes that a component takes from a style module which does not have them. They would be undefined. */
export function findMissingClasses(path, readSource) {
  const text = readSource(path)
  const code = text.replaceAll(/'[^'\n]*'/g, "''")
  return [...text.matchAll(STYLE_IMPORT)].flatMap(([, name, file]) => {
    const css = readSource(join(dirname(path), file))
    const classes = new Set(Array.from(css.matchAll(/\.([A-Za-z][\w-]*)/g), ([, className]) => className))
    const usedClasses = Array.from(code.matchAll(new RegExp(`\\b${name}\\.(\\w+)`, 'g')), ([, className]) => className)
    return [...new Set(usedClasses)]
      .filter((className) => !classes.has(className))
      .map((className) => `${path}: ${file} has no class ${className}`)
  })
}

export function findViolations(path, text) {
  const violations = findPublishRuleViolations(path, text)
  const getLine = ({ index }) => text.slice(0, index).split('\n').length
  const dateMatch = text.match(CURRENT_DATE)
  if (dateMatch) violations.push(`${path}:${getLine(dateMatch)}: take the time from a Clock (src/platform/clock.ts)`)
  const keyMatch = !path.startsWith('src/locales/') && text.match(KEY_WITHOUT_PREFIX)
  if (keyMatch) violations.push(`${path}:${getLine(keyMatch)}: begin the message key with literal text`)
  const conversionMatch = !/^src\/(?:locales\/|platform\/money\.ts)/.test(path) && text.match(HAND_CONVERSION)
  if (conversionMatch)
    violations.push(`${path}:${getLine(conversionMatch)}: convert amounts with src/platform/money.ts`)
  const isStyle = path.endsWith('.css')
  const queryMatch = text.match(isStyle ? WIDTH_QUERY.css : WIDTH_QUERY.script)
  if (queryMatch) violations.push(`${path}:${getLine(queryMatch)}: use a breakpoint of src/ui/breakpoints.ts`)
  const sizeMatch = isStyle && text.match(LITERAL_FONT_SIZE)
  if (sizeMatch) violations.push(`${path}:${getLine(sizeMatch)}: use a font size of src/ui/tokens.css`)
  return violations
}
