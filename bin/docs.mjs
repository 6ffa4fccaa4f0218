// Checks the documents: the commands, settings, links and requirements they name must exist, and the reverse.
import { existsSync, readFileSync, readdirSync } from 'node:fs'
import { dirname, join } from 'node:path'

const requirementId = /\b(?:APP|HOME|SRCH|ROOM|BOOK|CONT|ACCT|API|OFF|PAY|POL|REB|LET|CAL|HOOK|INV)-\d+\b(?!-)/g
const requirements = 'docs/requirements.md'
const outsideCommands = ['ci', 'install']

export function brokenDocs(root, settingsTable) {
  const read = (path) => ({ path, text: readFileSync(join(root, path), 'utf8') })
  const documents = filesIn(root, ['docs', 'decisions', '.'])
    .filter((path) => path.endsWith('.md'))
    .map(read)
  const code = filesIn(root, ['src', 'testing', 'e2e', 'bench', 'bin', 'seed'])
    .filter((path) => /\.(ts|tsx|mjs)$/.test(path))
    .map(read)
  const { scripts } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'))
  return [
    ...documents.flatMap((document) => [
      ...brokenLinks(root, document),
      ...unknownCommands(root, document, scripts),
      ...unknownSettings(document, code, [...Object.keys(settingsTable), ...variablesReadBy(code)]),
    ]),
    ...undescribedSettings(documents, settingsTable),
    ...unprovenRequirements(root, documents, code),
  ]
}

function brokenLinks(root, { path, text }) {
  return linksIn(text)
    .filter((target) => !existsSync(join(root, dirname(path), target)))
    .map((target) => `${path}: the link to ${target} leads nowhere`)
}

function linksIn(text) {
  return [...text.matchAll(/\]\(([^)\s]+)\)/g)]
    .map(([, target]) => target.split('#')[0])
    .filter((target) => target && !/^[a-z]+:/.test(target))
}

function unknownCommands(root, { path, text }, scripts) {
  const npm = [...codeIn(text).matchAll(/\bnpm (?:run )?([a-z][\w:-]*)/g)]
  const files = [...codeIn(text).matchAll(/(?:node )?(?<![\w/.-])((?:bin|bench|tools|\.ci)\/[\w./-]+)/g)]
  return [
    ...npm.filter(([, name]) => !(name in scripts) && !outsideCommands.includes(name)),
    ...files.filter(([, file]) => !existsSync(join(root, file))),
  ].map(([command]) => `${path}: there is no "${command}"`)
}

/** Each row of a settings table must name a setting. A name elsewhere must at least occur in the code. */
function unknownSettings({ path, text }, code, settings) {
  const rows = [...text.matchAll(/^\| `([A-Z][A-Z0-9_]+)`/gm)].map(([, name]) => name)
  const words = codeIn(text).match(/\b[A-Z][A-Z0-9]*_[A-Z0-9_]+\b|\b[A-Z][A-Z0-9_]+(?==)/g) ?? []
  const isMentioned = (name) => code.some((file) => file.text.includes(name))
  const unknown = [...rows, ...words.filter((name) => !isMentioned(name))].filter((name) => !settings.includes(name))
  return [...new Set(unknown)].map((name) => `${path}: ${name} is not a setting`)
}

function codeIn(text) {
  return [...text.matchAll(/```[^]*?```|`[^`\n]+`|^ {4}.*$/gm)].map(([code]) => code).join('\n')
}

function variablesReadBy(code) {
  return code.flatMap(({ text }) => [...text.matchAll(/\bprocess\.env\.([A-Z]\w+)/g)]).map(([, name]) => name)
}

function undescribedSettings(documents, settingsTable) {
  const lines = documents.flatMap(({ text }) => text.split('\n'))
  return Object.entries(settingsTable).flatMap(([name, schema]) => {
    const row = lines.find((line) => line.startsWith(`| \`${name}\``))
    if (!row) return [`the setting ${name} has no row in a table of the documents`]
    const { success, data } = schema.safeParse(undefined)
    if (!success || data === undefined || row.includes(`\`${data}\``)) return []
    return [`the row of the setting ${name} does not state its default, \`${data}\``]
  })
}

/** Tests name the requirements that they verify. The row of a requirement links to each such test file. */
function unprovenRequirements(root, documents, code) {
  const text = documents.find(({ path }) => path === requirements)?.text ?? ''
  const listed = new Set(text.match(requirementId))
  const unlisted = code
    .filter(({ path }) => /^(?!bin\/).*\.test\.\w+$/.test(path))
    .flatMap(({ path, text: test }) => [...new Set(test.match(requirementId))].map((id) => ({ path, id })))
    .filter(({ id }) => !listed.has(id))
    .map(({ path, id }) => `${requirements}: ${id}, tested by ${path}, is missing`)
  const unproven = text.split('\n').flatMap((line) => {
    const [id] = line.match(requirementId) ?? []
    return linksIn(line)
      .map((target) => join(dirname(requirements), target))
      .filter((path) => id && existsSync(join(root, path)) && !readFileSync(join(root, path), 'utf8').includes(id))
      .map((path) => `${requirements}: ${path} does not name ${id}`)
  })
  return [...unlisted, ...unproven]
}

function filesIn(root, folders) {
  const inside = (folder) => readdirSync(join(root, folder), { recursive: folder !== '.' })
  return folders
    .filter((folder) => existsSync(join(root, folder)))
    .flatMap((folder) => inside(folder).map((name) => join(folder, name).replaceAll('\\', '/')))
}
