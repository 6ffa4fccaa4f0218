import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { findPassages } from './prose.mjs'

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

  test('includes the comments of CSS and SQL', () => {
    assert.deepEqual(listTexts('a.css', '/* One */ a {}'), ['comment 1: /* One */'])
    assert.deepEqual(listTexts('a.sql', '-- One\nselect 1'), ['comment 1: -- One'])
  })
})
