// Checks the English of comments, test names, documents and messages: `npm run check -- prose`.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseSync } from 'vite'
import { listCode, listDocuments, listFiles } from './files.mjs'

/** These words are errors. Each has a plain replacement. */
const BANNED = /\b(whoever|whosoever|whomever|whither|whence|hither|thither|(?:is|are|was|were|be|been) told)\b/i
const MAX_WORDS = 22
/** Entries of earlier versions stay as they are. */
const CHANGES_FILE = 'CHANGELOG.md'

/**
 * Returns errors for banned words everywhere and for long sentences in documents. Prints the number of other long
 * sentences as advice.
 */
export function findProseErrors(root) {
  const stylePaths = listFiles(root, ['src', 'testing', 'migrations']).filter((path) => /\.(css|sql)$/.test(path))
  const files = [...listCode(root), ...listDocuments(root), ...stylePaths]
  const passages = files.flatMap((path) => findPassages(path, readFileSync(join(root, path), 'utf8')))
  const longSentences = passages.filter(({ kind }) => kind !== 'message').flatMap(findLongSentences)
  const [errors, advice] = [[], []]
  for (const each of longSentences)
    (each.kind === 'document' && each.path !== CHANGES_FILE ? errors : advice).push(each)
  if (advice.length > 0) console.log(`  advice: ${advice.length} other sentences have more than ${MAX_WORDS} words`)
  return [
    ...passages.flatMap(({ path, line, text }) => {
      const word = BANNED.exec(text)?.[0]
      return word ? [`${path}:${line}: replace "${word}"`] : []
    }),
    ...errors.map(({ path, line, sentence }) => `${path}:${line}: more than ${MAX_WORDS} words in "${sentence}"`),
  ]
}

const LIST_OF_LINKS = /\[[^\]]*\]\([^)]*\)(?:[,;]?\s(?:and\s)?\[[^\]]*\]\([^)]*\))+/g
const INDENTED_CODE = /^(?: {4}.*(?:\n|$))+$/

/** Finds the prose of a file. `kind` is comment, name (of a test), message (of the dictionary) or document. */
export function findPassages(path, text) {
  const getPlace = (index) => ({ path, line: text.slice(0, index).split('\n').length })
  if (path.endsWith('.md')) {
    const clear = (code) => code.replace(/[^\n]/g, ' ')
    const prose = text
      .replace(/```[^]*?```|`[^`]*`|<[^>]+>/g, clear)
      .replace(LIST_OF_LINKS, clear)
      .replace(/\]\([^)]*\)/g, clear)
    const paragraphs = [...prose.matchAll(/(?:.+\n?)+/g)].filter(
      ({ 0: paragraph, index }) => !INDENTED_CODE.test(text.slice(index, index + paragraph.length)),
    )
    return paragraphs.map((paragraph) => ({
      ...getPlace(paragraph.index),
      kind: 'document',
      text: paragraph[0],
    }))
  }
  const commentPattern = { css: /\/\*[^]*?\*\//g, sql: /--.*/g }[path.split('.').at(-1)]
  if (commentPattern)
    return [...text.matchAll(commentPattern)].map((comment) => ({
      ...getPlace(comment.index),
      kind: 'comment',
      text: comment[0],
    }))
  const { comments, program } = parseSync(path, text)
  const foundPassages = comments.map(({ start, value }) => ({ ...getPlace(start), kind: 'comment', text: value }))
  const isTest = /\.(test|soak)\./.test(path)
  const isDictionary = path.startsWith('src/locales/en/')
  if (isTest || isDictionary) visit(program)
  return foundPassages

  function visit(node) {
    if (Array.isArray(node)) return node.forEach(visit)
    if (typeof node?.type !== 'string') return
    if (isTest && node.type === 'CallExpression' && /^(test|it|describe)$/.test(node.callee.name ?? ''))
      add(node.arguments[0], 'name')
    if (isDictionary && node.type === 'Property') add(node.value, 'message')
    for (const part of Object.values(node)) if (part && typeof part === 'object') visit(part)
  }

  function add(node, kind) {
    const passageText = node?.type === 'Literal' ? node.value : node?.quasis?.map(({ value }) => value.raw).join(' … ')
    if (typeof passageText === 'string') foundPassages.push({ ...getPlace(node.start), kind, text: passageText })
  }
}

/** Matches the end of a sentence, of a list item or of a table cell. */
const SENTENCE_END = /(?<=[.!?:;][_*]{0,2})\s+|\n\s*(?:[-*|]|\d+\.)\s|\s\|\s/
const WORD = /[\p{L}\p{N}](?:[\p{L}\p{N}'’-]|[.,](?=\p{N}))*/gu

function findLongSentences({ path, line, kind, text }) {
  return text
    .replace(/^\s*\*+/gm, ' ')
    .split(SENTENCE_END)
    .filter((sentence) => (sentence.match(WORD) ?? []).length > MAX_WORDS)
    .map((sentence) => ({
      path,
      kind,
      line: line + text.slice(0, Math.max(0, text.indexOf(sentence))).split('\n').length - 1,
      sentence: sentence.trim().replace(/\s+/g, ' '),
    }))
}
