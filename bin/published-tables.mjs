// Finds writes to published tables that bypass `publish` and that types cannot detect: raw SQL, casts, Kysely's own builder.
import { parseSync } from 'vite'
import { publishedTables } from '#schema/published.ts'

const publishFile = 'src/platform/database/publish.ts'
const databaseFolder = 'src/platform/database/'
const protectedTables = [...publishedTables, 'content_version']

const writePattern = String.raw`\b(?:insert\s+(?:or\s+\w+\s+)?into|replace\s+into|merge\s+into|update|delete\s+from|truncate(?:\s+table)?|alter\s+table|drop\s+table)`
const ANY_WRITE = new RegExp(`${writePattern}\\b`, 'i')
const PROTECTED_WRITE = new RegExp(String.raw`${writePattern}\s+(?:only\s+)?"?(${protectedTables.join('|')})\b`, 'i')
const UNNAMED_WRITE = new RegExp(String.raw`${writePattern}\s+\?`, 'i')
/** The types of the database folder that can write tables. Code elsewhere receives them and never casts to them. */
export const writerTypes = ['PublishTransaction', 'Publisher', 'WholeDatabase', 'WriteAccess']
const castToWriter = new RegExp(String.raw`\bas (?:unknown as )?(${writerTypes.join('|')})\b`)
const kyselyBuilders = /^(?:\*|Kysely|Transaction|ControlledTransaction|QueryCreator)$/

export function findPublishRuleViolations(path, text) {
  const getPlace = (index) => `${path}:${text.slice(0, index).split('\n').length}`
  const violations = []
  if (!path.startsWith(databaseFolder)) {
    const castMatch = castToWriter.exec(text)
    if (castMatch) violations.push(`${getPlace(castMatch.index)}: only ${databaseFolder} may cast to ${castMatch[1]}`)
    const builderImport = listKyselyImports(path, text).find(({ name }) => kyselyBuilders.test(name))
    if (builderImport)
      violations.push(
        `${getPlace(builderImport.start)}: use the types of database.ts, because Kysely's ${builderImport.name} can write any table`,
      )
  }
  if (path !== publishFile && ANY_WRITE.test(text)) {
    for (const { text: literal, start, isSql } of listLiterals(path, text)) {
      const table = PROTECTED_WRITE.exec(literal)?.[1]
      if (table)
        violations.push(`${getPlace(start)}: write the published table ${table} with \`publish\`, not with raw SQL`)
      else if (isSql && UNNAMED_WRITE.test(literal))
        violations.push(`${getPlace(start)}: name the table in SQL that writes`)
    }
  }
  return violations
}

function listKyselyImports(path, text) {
  if (!text.includes("'kysely'")) return []
  return parseSync(path, text)
    .module.staticImports.filter(({ moduleRequest }) => moduleRequest.value === 'kysely')
    .flatMap(({ start, entries }) => entries.map(({ importName }) => ({ name: importName.name ?? '*', start })))
}

/** Returns all string literals of the code, without comments. A `?` replaces each interpolation. */
function listLiterals(path, text) {
  const literals = []
  const visit = (node, isSql) => {
    if (Array.isArray(node)) for (const child of node) visit(child, isSql)
    if (typeof node?.type !== 'string') return
    if (node.type === 'TemplateLiteral')
      literals.push({ text: node.quasis.map(({ value }) => value.raw).join('?'), start: node.start, isSql })
    if (node.type === 'Literal' && typeof node.value === 'string')
      literals.push({ text: node.value, start: node.start, isSql: false })
    for (const [name, part] of Object.entries(node))
      visit(part, node.type === 'TaggedTemplateExpression' && name === 'quasi' && node.tag.name === 'sql')
  }
  visit(parseSync(path, text).program, false)
  return literals
}
