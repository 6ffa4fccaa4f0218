import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { describe, test } from 'node:test'
import { writerTypes } from './published-tables.mjs'
import { findMissingClasses, findViolations } from './source-rules.mjs'

describe('source rules', () => {
  for (const [path, text] of [
    ['src/stays/rooms/tale.tsx', 'export const text = (t, a) => t(`rooms.${a}`)'],
    ['src/locales/translator.ts', 'export const count = (t, key) => t(`${key}_one`)'],
    ['src/people/accounts/account.ts', 'export const at = (ms) => new Date(ms)'],
    [
      'src/mail/store.ts',
      "import { sql } from 'kysely'\n// update room by hand\nexport const sent = sql`update mail set sent_at = ${1}`",
    ],
    ['src/content/media/office/send-picture.ts', 'export const a = Math.floor((loaded / total) * 100)'],
    [
      'src/stays/rooms/tale.module.css',
      '@media not (--tablet) {\n  .a {\n    font: 600 var(--size-2) / 2rem serif;\n  }\n}',
    ],
    ['src/ui/print.css', '@container (max-width: 30rem) {\n  a {\n    font-size: 0.9em;\n  }\n}'],
    ['src/locales/en.ts', "export const en = { 'room.update': 'we update roomy pages' }"],
    [
      'src/platform/database/publish.ts',
      'sql`update content_version set version = version + 1`\nexport const it = (t) => t as PublishTransaction',
    ],
  ])
    test(`accept ${path}`, () => assert.deepEqual(findViolations(path, text), []))

  for (const [description, text, violation] of [
    ['the current date', '\nexport const now = new Date()', '2: take the time from a Clock (src/platform/clock.ts)'],
    [
      'a message key without a literal prefix',
      '\n\nexport const text = (t, a) => t(`${a}.title`)',
      '3: begin the message key with literal text',
    ],
    ...[
      'row.total_poisha / 100',
      '(row?.amount_minor ?? row.amount_poisha) / 100',
      'Math.round(price(night) * 100)',
    ].map((value) => [
      `the conversion ${value}`,
      `export const a = ${value}`,
      '1: convert amounts with src/platform/money.ts',
    ]),
    [
      'raw SQL that writes a published table',
      "import { sql } from 'kysely'\n\nexport const a = sql`\n  update room set capacity = ${1}`",
      '3: write the published table room with `publish`, not with raw SQL',
    ],
    [
      'plain text that writes a published table',
      "export const a = (db) => db.executeQuery({ sql: 'insert into picture (name) values (1)' })",
      '1: write the published table picture with `publish`, not with raw SQL',
    ],
    [
      'raw SQL that does not name the table it writes',
      'export const a = sql`delete from ${table}`',
      '1: name the table in SQL that writes',
    ],
    [
      'a content version that is raised by hand',
      'export const a = sql`update content_version set version = 7`',
      '1: write the published table content_version with `publish`, not with raw SQL',
    ],
    ...writerTypes.map((type) => [
      `a cast to ${type}`,
      `\nexport const a = (db: unknown) => db as unknown as ${type}<'room'>`,
      `2: only src/platform/database/ may cast to ${type}`,
    ]),
    [
      "Kysely's own builder",
      "import type { Insertable, Kysely } from 'kysely'",
      "1: use the types of database.ts, because Kysely's Kysely can write any table",
    ],
    ['a width in a script', "\nuseMedia('(width < 48rem)')", '2: use a breakpoint of src/ui/breakpoints.ts'],
  ])
    test(`reject ${description}`, () =>
      assert.deepEqual(findViolations('src/stays/rooms/a.ts', text), [`src/stays/rooms/a.ts:${violation}`]))

  for (const [text, violation] of [
    ['@media print, (max-width: 47.99rem) {}', '1: use a breakpoint of src/ui/breakpoints.ts'],
    ['a {\n  font-size: 1rem;\n}', '2: use a font size of src/ui/tokens.css'],
    ['a {\n  font: 600 clamp(1rem, 2vw, 2rem) / 1 serif;\n}', '2: use a font size of src/ui/tokens.css'],
  ])
    test(`reject the style ${text}`, () =>
      assert.deepEqual(findViolations('src/a.css', text), [`src/a.css:${violation}`]))
})

test('the types that a cast must not name exist in the database folder', () => {
  assert.ok(writerTypes.length > 3)
  const sources = ['database', 'publish'].map((name) =>
    readFileSync(new URL(`../src/platform/database/${name}.ts`, import.meta.url), 'utf8'),
  )
  for (const type of writerTypes)
    assert.match(sources.join('\n'), new RegExp(String.raw`^export (?:interface|type) ${type}\b`, 'm'))
})

test('a class that the imported style module lacks is a violation', () => {
  const sources = {
    'src/ui/row.tsx':
      "import styles from './row.module.css'\nexport const a = [styles.line, styles.missing, './styles.tsx']",
    'src/ui/row.module.css': '.line {\n  color: red;\n}',
  }
  assert.deepEqual(
    findMissingClasses('src/ui/row.tsx', (path) => sources[path]),
    ['src/ui/row.tsx: ./row.module.css has no class missing'],
  )
})
