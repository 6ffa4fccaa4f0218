import assert from 'node:assert/strict'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, test } from 'node:test'
import { findPassages, findProseErrors } from './prose.mjs'

const listTexts = (path, text) =>
  findPassages(path, text).map(({ kind, line, text: found }) => `${kind} ${line}: ${found.trim()}`)

describe('the prose that is checked', () => {
  test('includes the comments of code, but not its strings', () =>
    assert.deepEqual(listTexts('src/a.ts', "// One.\nconst a = 'two'\n/** Three. */\n"), [
      'comment 1: One.',
      'comment 3: * Three.',
    ]))

  test('includes the names of tests', () =>
    assert.deepEqual(listTexts('src/a.test.ts', 'describe(`on ${engine}`, () => {\n  test("works", () => {})\n})'), [
      'name 1: on  …',
      'name 2: works',
    ]))

  test('includes the messages of the English dictionary', () =>
    assert.deepEqual(listTexts('src/locales/en/rooms.ts', "export const rooms = { 'rooms.title': 'Rooms' }"), [
      'message 1: Rooms',
    ]))

  test('includes the text of documents without code and links', () =>
    assert.deepEqual(listTexts('README.md', 'Read [this](a/b.md) and `that`.'), [
      'document 1: Read [this          and       .',
    ]))

  test('leaves out blocks of code and lists of links', () =>
    assert.deepEqual(
      listTexts('README.md', 'One:\n\n    npm start\n    npm test\n\n[a](b.md), [c](d.md) and\n[e](f.md)!'),
      ['document 1: One:', 'document 6: !'],
    ))

  test('includes the comments of CSS and SQL', () => {
    assert.deepEqual(listTexts('a.css', '/* One */ a {}'), ['comment 1: /* One */'])
    assert.deepEqual(listTexts('a.sql', '-- One\nselect 1'), ['comment 1: -- One'])
  })
})

describe('the prose check', () => {
  const words = Array.from({ length: 22 }, (_, i) => `a${i}`).join(' ')

  test('accepts 22 words per sentence, list item and table cell', (t) =>
    assert.deepEqual(
      findErrors(t, { 'README.md': `${words}. ${words}: ${words}\n- ${words}\n\n| ${words} | ${words} |` }),
      [],
    ))

  test('reports each longer sentence of a document with its line', (t) =>
    assert.deepEqual(findErrors(t, { 'README.md': `One.\nTwo. Three\n${words}!` }), [
      `README.md:2: more than 22 words in "Three ${words}!"`,
    ]))

  test('accepts longer sentences in the list of changes, but no banned word', (t) =>
    assert.deepEqual(findErrors(t, { 'CHANGELOG.md': `${words} and whoever` }), ['CHANGELOG.md:1: replace "whoever"']))
})

function findErrors(t, files) {
  const root = mkdtempSync(join(tmpdir(), 'prose-'))
  t.after(() => rmSync(root, { recursive: true }))
  t.mock.method(console, 'log', () => {})
  for (const [name, text] of Object.entries(files)) writeFileSync(join(root, name), text)
  return findProseErrors(root)
}
