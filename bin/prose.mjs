// Checks the English of comments, test names, documents and messages: `npm run check -- prose`.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseSync } from 'vite'
import { listCode, listDocuments, listFiles } from './files.mjs'

/** These words are errors. Each has a plain replacement. */
const BANNED = /\b(whoever|whosoever|whomever|whither|whence|hither|thither|(?:is|are|was|were|be|been) told)\b/i
const MAX_WORDS = 25

/** Returns errors for banned words, and prints the number of long sentences as advice. */
export function findProseErrors(root) {
  const stylePaths = listFiles(root, ['src', 'testing', 'migrations']).filter((path) => /\.(css|sql)$/.test(path))
  const files = [...listCode(root), ...listDocuments(root), ...stylePaths]
  const passages = files.flatMap((path) => findPassages(path, readFileSync(join(root, path), 'utf8')))
  const longPassages = passages.filter(({ text, kind }) => kind !== 'message' && getLongestSentence(text) > MAX_WORDS)
  if (longPassages.length > 0)
    console.log(`  advice: ${longPassages.length} sentences have more than ${MAX_WORDS} words`)
  return passages.flatMap(({ path, line, text }) => {
    const word = BANNED.exec(text)?.[0]
    return word ? [`${path}:${line}: replace "${word}"`] : []
  })
}

/** Finds the prose of a file. `kind` is comment, name (of a test), message (of the dictionary) or document. */
export function findPassages(path, text) {
  const getPlace = (index) => ({ path, line: text.slice(0, index).split('\n').length })
  if (path.endsWith('.md')) {
    const prose = text.replace(/```[^]*?```|`[^`]*`|<[^>]+>|\]\([^)]*\)/g, (code) => code.replace(/[^\n]/g, ' '))
    return [...prose.matchAll(/(?:.+\n?)+/g)].map((paragraph) => ({
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

function getLongestSentence(text) {
  const sentences = text.replace(/^\s*\*+/gm, ' ').split(/(?<=[.!?:;])\s+|\n\s*(?:[-*|]|\d+\.)\s/)
  return Math.max(...sentences.map((sentence) => sentence.match(/[\p{L}\p{N}][\p{L}\p{N}'’-]*/gu)?.length ?? 0))
}
