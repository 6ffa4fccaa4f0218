// Removes the exports of React that no page imports, and a function that React no longer exports. React's files are
// CommonJS (`exports.memo = …`), so a bundler cannot know which exports are used. Here all imports are known.
import { readFileSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import type { Plugin } from 'vite'
import { isOfficePath } from './office.ts'

const reactFiles = /\/node_modules\/(?:react|react-dom|scheduler)\/cjs\/[\w-]+\.production\.js$/
/** The entry files of react-dom, which also check for developer tools. */
const reactDomEntries = /\/node_modules\/react-dom\/(?:index|client)\.js$/
const productionRequire = /require\('\.\/cjs\/[\w-]+\.production\.js'\)/
const reactImport = /\bimport (?:type )?([^']+?) from 'react(?:-dom)?(?:\/\w+)?'/g
const internalUse = /\b(?:React|ReactDOM|Scheduler)\.(\w+)/g

export function createReactTrimmer(root: string) {
  const neededNames = findNeededNames(root)
  return {
    name: 'lean-react',
    applyToEnvironment: ({ name }) => name === 'client',
    transform: {
      filter: { id: [reactFiles, reactDomEntries] },
      handler(code, id) {
        if (reactDomEntries.test(id)) return { code: `module.exports = ${productionRequire.exec(code)![0]}`, map: null }
        for (const statement of this.parse(code).body.toReversed()) {
          const name = getExportedName(statement)
          if (name && !neededNames.has(name)) code = code.slice(0, statement.start) + code.slice(statement.end)
        }
        return { code, map: null }
      },
    },
  } satisfies Plugin
}

function getExportedName(statement: Statement): string | null {
  if (statement.type !== 'ExpressionStatement' || statement.expression.type !== 'AssignmentExpression') return null
  const { left } = statement.expression
  if (left.type !== 'MemberExpression' || left.object.type !== 'Identifier') return null
  if (left.property.type !== 'Identifier') return null
  const { name } = left.property
  // React DOM still defines findDOMNode, but no longer exports it.
  return left.object.name === 'exports' || name === 'findDOMNode' ? name : null
}
type Statement = ReturnType<typeof import('vite').parseAst>['body'][number]

function findNeededNames(root: string): Set<string> {
  const reactDomSource = readFileSync(join(root, 'node_modules/react-dom/cjs/react-dom-client.production.js'), 'utf8')
  const neededNames = new Set(['jsx', 'jsxs', 'version'])
  for (const [, name] of reactDomSource.matchAll(internalUse)) neededNames.add(name!)
  for (const file of readdirSync(join(root, 'src'), { recursive: true, encoding: 'utf8' })) {
    // The office bundles its own React.
    if (!/\.tsx?$/.test(file) || isOfficePath(file)) continue
    for (const [importStatement, names] of readFileSync(join(root, 'src', file), 'utf8').matchAll(reactImport)) {
      if (!/^\{.*\}$/s.test(names!)) throw new Error(`Imports all of React: ${importStatement} (${file}).`)
      for (const [name] of names!.matchAll(/\w+/g)) neededNames.add(name)
    }
  }
  return neededNames
}
