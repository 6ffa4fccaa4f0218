// Checks the documents: the commands, files, tests, settings, links and requirements they name must exist. Each
// folder of a group, each setting and each tested requirement must be documented.
import { existsSync, readFileSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { listCode, listDocuments, listFiles } from './files.mjs'

const REQUIREMENT_ID =
  /\b(?:APP|HOME|SRCH|ROOM|BOOK|CONT|ACCT|API|OFF|PAY|POL|REB|LET|CAL|HOOK|INV|OPS|PERF|DES)-\d+\b(?!-)/g
const REQUIREMENTS_FILE = 'docs/requirements.md'
const npmCommands = ['ci', 'install']

export function findBrokenDocs(root, settingsTable) {
  const read = (path) => ({ path, text: readFileSync(join(root, path), 'utf8') })
  const documents = listDocuments(root).map(read)
  const code = listCode(root).map(read)
  const files = listFiles(root, ['src', 'testing', 'e2e', 'bench', 'bin', 'seed', 'migrations', 'docs', '.'])
  const codeNames = new Set(code.flatMap(({ text }) => text.match(/\w+/g) ?? []))
  const { scripts } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'))
  return [
    ...documents.flatMap((document) => [
      ...findBrokenLinks(root, document),
      ...findWrongLabels(root, document),
      ...findUnknownCommands(root, document, scripts),
      ...findUnknownNames(document, files, codeNames),
      ...findUnknownSettings(document, code, [...Object.keys(settingsTable), ...listEnvironmentVariables(code)]),
    ]),
    ...findUndescribedFolders(documents, files),
    ...findUndescribedSettings(documents, settingsTable),
    ...findUntestedRequirements(root, documents, code),
  ]
}

function findBrokenLinks(root, { path, text }) {
  return listLinks(text)
    .filter((target) => !existsSync(join(root, dirname(path), target)))
    .map((target) => `${path}: the link to ${target} leads nowhere`)
}

/**
 * Returns the links whose label is a name that the file does not have. A label is a name if it is a file name, or if
 * the link leads to a test: then it is one word for the file, or quotes the name of a test in the file.
 */
function findWrongLabels(root, { path, text }) {
  return listLabelledLinks(text)
    .filter(({ label, target }) => {
      const file = join(root, dirname(path), target)
      if (!existsSync(file)) return false
      if (/^[\w./-]+\.(?:tsx?|mjs|css|sql|md)$/.test(label)) return !`/${target}`.endsWith(`/${basename(label)}`)
      if (!/\.(?:test|soak)\.\w+$/.test(target)) return false
      if (label.includes(' ')) return !readFileSync(file, 'utf8').includes(label)
      return !basename(target).startsWith(`${label}.`)
    })
    .map(({ label, target }) => `${path}: the label "${label}" is not a name of ${target} or of a test in it`)
}

const listLinks = (text) => listLabelledLinks(text).map(({ target }) => target)

function listLabelledLinks(text) {
  return [...text.matchAll(/(?:\[([^\]]*))?\]\(([^)\s]+)\)/g)]
    .map(([, label = '', link]) => ({
      label: label.replaceAll('`', '').replaceAll(/\s+/g, ' '),
      target: link.split('#')[0],
    }))
    .filter(({ target }) => target && !/^[a-z]+:/.test(target))
}

function findUnknownCommands(root, { path, text }, scripts) {
  const npmMatches = [...extractCode(text).matchAll(/\bnpm (?:run )?([a-z][\w:-]*)/g)]
  const scriptMatches = [...extractCode(text).matchAll(/(?:node )?(?<![\w/.-])((?:bin|bench|tools|\.ci)\/[\w./-]+)/g)]
  return [
    ...npmMatches.filter(([, name]) => !(name in scripts) && !npmCommands.includes(name)),
    ...scriptMatches.filter(([, file]) => !existsSync(join(root, file))),
  ].map(([command]) => `${path}: there is no "${command}"`)
}

/**
 * Returns the files and camelCase names in code spans that do not exist. A file may be given by the end of its path.
 */
function findUnknownNames({ path, text }, files, names) {
  const spans = [...text.replace(/```[^]*?```/g, '').matchAll(/`#?([^`\n]+)`/g)].map(([, span]) => span)
  const isFile = (span) => /^[\w-][\w./-]*\.(ts|tsx|mjs|css|sql)$/.test(span)
  const exists = (span) => files.some((file) => file === span || file.endsWith(`/${span}`))
  const camelCaseNames = spans
    .filter((span) => !isFile(span))
    .flatMap((span) => span.match(/(?<![\w./-])[a-z]+[A-Z]\w*/g) ?? [])
  const unknownNames = [
    ...spans.filter((span) => isFile(span) && !exists(span)),
    ...camelCaseNames.filter((word) => !names.has(word)),
  ]
  return [...new Set(unknownNames)].map((name) => `${path}: there is no ${name}`)
}

/** Returns the rows of settings tables that name no setting, and other setting names that do not occur in the code. */
function findUnknownSettings({ path, text }, code, settings) {
  const rows = [...text.matchAll(/^\| `([A-Z][A-Z0-9_]+)`/gm)].map(([, name]) => name)
  const settingNames = extractCode(text).match(/\b[A-Z][A-Z0-9]*_[A-Z0-9_]+\b|\b[A-Z][A-Z0-9_]+(?==)/g) ?? []
  const isMentioned = (name) => code.some((file) => file.text.includes(name))
  const unknownNames = [...rows, ...settingNames.filter((name) => !isMentioned(name))].filter(
    (name) => !settings.includes(name),
  )
  return [...new Set(unknownNames)].map((name) => `${path}: ${name} is not a setting`)
}

function extractCode(text) {
  return [...text.matchAll(/```[^]*?```|`[^`\n]+`|^ {4}.*$/gm)].map(([code]) => code).join('\n')
}

function listEnvironmentVariables(code) {
  return code.flatMap(({ text }) => [...text.matchAll(/\bprocess\.env\.([A-Z]\w+)/g)]).map(([, name]) => name)
}

/** Returns the folders that the source tree in the architecture does not name beside their group. */
function findUndescribedFolders(documents, files) {
  const tree = documents.find(({ path }) => path === 'ARCHITECTURE.md')?.text ?? ''
  const groups = [...tree.matchAll(/^ {6}([\w-]+)\/(.*\n(?: {7}.*\n)*)/gm)]
  return groups
    .filter(([, group]) => !groupsWithoutSlices.includes(group))
    .flatMap(([, group, description]) => {
      const names = description.match(/[\w-]+/g)
      const folders = files.map((file) => file.match(new RegExp(`^src/${group}/([\\w-]+)/`))?.[1])
      return [...new Set(folders)]
        .filter((folder) => folder && folder !== 'office' && !names.includes(folder))
        .map((folder) => `ARCHITECTURE.md: the source tree does not name src/${group}/${folder}`)
    })
}
const groupsWithoutSlices = ['ui', 'locales']

function findUndescribedSettings(documents, settingsTable) {
  const lines = documents.flatMap(({ text }) => text.split('\n'))
  return Object.entries(settingsTable).flatMap(([name, schema]) => {
    const row = lines.find((line) => line.startsWith(`| \`${name}\``))
    if (!row) return [`the setting ${name} has no row in a table of the documents`]
    const { success, data } = schema.safeParse(undefined)
    if (!success || data === undefined || row.includes(`\`${data}\``)) return []
    return [`the row of the setting ${name} does not state its default, \`${data}\``]
  })
}

/**
 * Returns the requirements that tests name but the list does not. Also returns the links in a row to files that do not
 * name its requirement.
 */
function findUntestedRequirements(root, documents, code) {
  const text = documents.find(({ path }) => path === REQUIREMENTS_FILE)?.text ?? ''
  const listedIds = new Set(text.match(REQUIREMENT_ID))
  const unlistedIdErrors = code
    .filter(({ path }) => /^(?!bin\/).*\.test\.\w+$/.test(path))
    .flatMap(({ path, text: test }) => [...new Set(test.match(REQUIREMENT_ID))].map((id) => ({ path, id })))
    .filter(({ id }) => !listedIds.has(id))
    .map(({ path, id }) => `${REQUIREMENTS_FILE}: ${id}, tested by ${path}, is missing`)
  const untestedRowErrors = text.split('\n').flatMap((line) => {
    const [id] = line.match(REQUIREMENT_ID) ?? []
    return listLinks(line)
      .map((target) => join(dirname(REQUIREMENTS_FILE), target))
      .filter((path) => id && existsSync(join(root, path)) && !readFileSync(join(root, path), 'utf8').includes(id))
      .map((path) => `${REQUIREMENTS_FILE}: ${path} does not name ${id}`)
  })
  return [...unlistedIdErrors, ...untestedRowErrors]
}
