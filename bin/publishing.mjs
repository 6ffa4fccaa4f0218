// Who goes round the one door of publishing where types cannot see it: SQL in plain text, casts, the query builder itself.
import { parseSync } from 'vite'
import { publishedTables } from '../src/tables/published.ts'

const door = 'src/platform/database/publish.ts'
const databaseRoom = 'src/platform/database/'
const shut = [...publishedTables, 'content_version']

const writes = String.raw`\b(?:insert\s+(?:or\s+\w+\s+)?into|replace\s+into|merge\s+into|update|delete\s+from|truncate(?:\s+table)?|alter\s+table|drop\s+table)`
const mayWrite = new RegExp(`${writes}\\b`, 'i')
const writesShut = new RegExp(String.raw`${writes}\s+(?:only\s+)?"?(${shut.join('|')})\b`, 'i')
const writesUnnamed = new RegExp(String.raw`${writes}\s+\?`, 'i')
const castsToWriter = /\bas (?:unknown as )?(Press|Publisher|WholeDatabase|Writing)\b/
const buildersOfKysely = /^(?:\*|Kysely|Transaction|ControlledTransaction|QueryCreator)$/

export function goingRoundPublish(path, text) {
  const at = (index) => `${path}:${text.slice(0, index).split('\n').length}`
  const broken = []
  if (!path.startsWith(databaseRoom)) {
    const cast = castsToWriter.exec(text)
    if (cast) broken.push(`${at(cast.index)}: a ${cast[1]} is given by ${databaseRoom} alone`)
    const builder = importedFromKysely(path, text).find(({ name }) => buildersOfKysely.test(name))
    if (builder)
      broken.push(`${at(builder.start)}: kysely's ${builder.name} writes everything: take the types of database.ts`)
  }
  if (path !== door && mayWrite.test(text)) {
    for (const { words, start, isSql } of textsIn(path, text)) {
      const table = writesShut.exec(words)?.[1]
      if (table) broken.push(`${at(start)}: ${table} is published: it is written with a Press, and not as text`)
      else if (isSql && writesUnnamed.test(words)) broken.push(`${at(start)}: SQL that writes names its table`)
    }
  }
  return broken
}

function importedFromKysely(path, text) {
  if (!text.includes("'kysely'")) return []
  return parseSync(path, text)
    .module.staticImports.filter(({ moduleRequest }) => moduleRequest.value === 'kysely')
    .flatMap(({ start, entries }) => entries.map(({ importName }) => ({ name: importName.name ?? '*', start })))
}

/** Every text that the code holds, comments not among them; what is filled into one stands as a question mark. */
function textsIn(path, text) {
  const found = []
  const visit = (node, isSql) => {
    if (Array.isArray(node)) for (const each of node) visit(each, isSql)
    if (typeof node?.type !== 'string') return
    if (node.type === 'TemplateLiteral')
      found.push({ words: node.quasis.map(({ value }) => value.raw).join('?'), start: node.start, isSql })
    if (node.type === 'Literal' && typeof node.value === 'string')
      found.push({ words: node.value, start: node.start, isSql: false })
    for (const [name, part] of Object.entries(node))
      visit(part, node.type === 'TaggedTemplateExpression' && name === 'quasi' && node.tag.name === 'sql')
  }
  visit(parseSync(path, text).program, false)
  return found
}
