// Runs all static checks: `npm run check`, or only some of them: `npm run check -- types docs`.
import { spawnSync } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { settingsTable } from '#app/settings.ts'
import { findBrokenDocs } from './docs.mjs'
import { findBrokenPackages } from './packages.mjs'
import { findBrokenPatterns } from './patterns.mjs'
import { findProseErrors } from './prose.mjs'
import { findSourceRuleViolations } from './source-rules.mjs'

const root = fileURLToPath(new URL('..', import.meta.url))

const checks = {
  types: runTool('typescript/bin/tsc', '--noEmit', '-p', '.'),
  format: runTool('prettier/bin/prettier.cjs', '--check', '--log-level=warn', '.'),
  lint: runTool('oxlint/bin/oxlint', '--deny-warnings', '--report-unused-disable-directives'),
  unused: runTool('knip/bin/knip.js', '--no-progress'),
  source: () => findSourceRuleViolations(root),
  patterns: () => findBrokenPatterns(root),
  packages: () => findBrokenPackages(root),
  docs: () => findBrokenDocs(root, settingsTable),
  prose: () => findProseErrors(root),
}

const requestedNames = process.argv.slice(2)
const unknownNames = requestedNames.filter((name) => !(name in checks))
if (unknownNames.length) {
  console.error(`No such check: ${unknownNames.join(', ')}. There are: ${Object.keys(checks).join(', ')}.`)
  process.exit(1)
}
for (const name of requestedNames.length ? requestedNames : Object.keys(checks)) {
  const startedAt = performance.now()
  const violations = checks[name]()
  console.log(`${violations.length ? '✖' : '✔'} ${name} (${((performance.now() - startedAt) / 1000).toFixed(1)} s)`)
  for (const line of violations) console.log(line)
  if (violations.length) process.exitCode = 1
}

function runTool(script, ...args) {
  return () => {
    const path = fileURLToPath(new URL(`../node_modules/${script}`, import.meta.url))
    const { status, stdout, stderr } = spawnSync(process.execPath, [path, ...args], { cwd: root, encoding: 'utf8' })
    return status === 0 ? [] : [`${stdout}${stderr}`.trim()]
  }
}
