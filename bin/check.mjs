// Runs all static checks: `npm run check`, or only some of them: `npm run check -- types docs`.
import { spawnSync } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { settingsTable } from '#platform/settings.ts'
import { brokenDocs } from './docs.mjs'
import { brokenPackages } from './packages.mjs'
import { brokenPatterns } from './patterns.mjs'
import { sourceRuleViolations } from './source-rules.mjs'

const root = fileURLToPath(new URL('..', import.meta.url))

const checks = {
  types: tool('typescript/bin/tsc', '--noEmit', '-p', '.'),
  format: tool('prettier/bin/prettier.cjs', '--check', '--log-level=warn', '.'),
  lint: tool('oxlint/bin/oxlint', '--deny-warnings'),
  unused: tool('knip/bin/knip.js', '--no-progress'),
  source: () => sourceRuleViolations(root),
  patterns: () => brokenPatterns(root),
  packages: () => brokenPackages(root),
  docs: () => brokenDocs(root, settingsTable),
}

const asked = process.argv.slice(2)
const unknown = asked.filter((name) => !(name in checks))
if (unknown.length) {
  console.error(`No such check: ${unknown.join(', ')}. There are: ${Object.keys(checks).join(', ')}.`)
  process.exit(1)
}
for (const name of asked.length ? asked : Object.keys(checks)) {
  const started = performance.now()
  const broken = checks[name]()
  console.log(`${broken.length ? '✖' : '✔'} ${name} (${((performance.now() - started) / 1000).toFixed(1)} s)`)
  for (const line of broken) console.log(line)
  if (broken.length) process.exitCode = 1
}

function tool(script, ...args) {
  return () => {
    const path = fileURLToPath(new URL(`../node_modules/${script}`, import.meta.url))
    const { status, stdout, stderr } = spawnSync(process.execPath, [path, ...args], { cwd: root, encoding: 'utf8' })
    return status === 0 ? [] : [`${stdout}${stderr}`.trim()]
  }
}
