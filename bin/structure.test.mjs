import assert from 'node:assert/strict'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { test } from 'node:test'
import { brokenRules } from './structure.mjs'

test('a house built from the ground up breaks no rule', () => {
  assert.deepEqual(
    brokenIn({
      'urls.ts': 'export const urls = {}',
      'rooms/contract.ts': "import { z } from 'zod'\nimport '../platform/http.ts'",
      'rooms/room-page.tsx': "import type { Room } from './contract.ts'\nimport './room.module.css'",
      'rooms/tale.tsx': 'export const said = (t, a) => t(`rooms.${a}`)',
      'words/words.ts': "import { urls } from '../urls.ts'\nexport const count = (t, key) => t(`${key}_one`)",
      'rooms/story.tsx': "export const Story = () => <p>import it from '../site/pages.ts'</p>",
      'platform/http.ts': "import '../words/words.ts'",
      'platform/clock.ts': 'export const now = () => Date.now()',
      'bookings/booking.ts': "import '../rooms/contract.ts'\nimport '../accounts/account.ts'",
      'bookings/booking.test.ts': "import '../app.ts'\nimport '../../testing/house.ts'\nDate.now()",
      'accounts/account.ts': "import '../messages/mail.ts'\nexport const at = (ms) => new Date(ms)",
      'messages/mail.ts': '',
      'site/pages.ts': "export const page = () => import('../rooms/room-page.tsx')",
      'messages/store.ts':
        "import { sql } from 'kysely'\n// update room by hand\nexport const sent = sql`update mail set sent_at = ${1}`",
      'words/en.ts': "export const en = { 'room.update': 'we update roomy pages' }",
      'platform/database/publish.ts':
        'sql`update content_version set version = version + 1`\nexport const it = (t) => t as Press',
      'office/entry-client.tsx': "export const open = () => import('../content/office/text.tsx')",
      'content/office/text.tsx': "import '../../ui/rich-text/text.tsx'\nimport '@tiptap/extension-bold'",
      'ui/rich-text/text.tsx': "import '@tiptap/core'\nimport '@tiptap/pm/state'",
      'app.ts': "import './site/pages.ts'\nimport './bookings/booking.ts'",
      'main.ts': "import './app.ts'",
    }),
    [],
  )
})

for (const [what, files, broken] of [
  [
    'a slice imports one beside it',
    { 'rooms/a.ts': "import '../messages/b.ts'", 'messages/b.ts': '' },
    'src/rooms/a.ts: rooms may not import messages (src/messages/b.ts)',
  ],
  [
    'the platform knows the trade',
    { 'platform/a.ts': "import type { B } from '../rooms/b.ts'", 'rooms/b.ts': '' },
    'src/platform/a.ts: platform may not import rooms (src/rooms/b.ts)',
  ],
  [
    'messages reach up',
    { 'messages/a.ts': "export { b } from '../bookings/b.ts'", 'bookings/b.ts': '' },
    'src/messages/a.ts: messages may not import bookings (src/bookings/b.ts)',
  ],
  [
    'an import on demand reaches up',
    { 'ui/a.tsx': "export const a = () => import('../site/b.tsx')", 'site/b.tsx': '' },
    'src/ui/a.tsx: ui may not import site (src/site/b.tsx)',
  ],
  [
    'a root imports a room',
    { 'bookings/booking.ts': "import './search/bar.ts'", 'bookings/search/bar.ts': '' },
    'src/bookings/booking.ts: stands at a root and imports the room of src/bookings/search/bar.ts',
  ],
  [
    'a root imports the room of another slice',
    { 'bookings/booking.ts': "import '../accounts/portal/form.ts'", 'accounts/portal/form.ts': '' },
    'src/bookings/booking.ts: stands at a root and imports the room of src/accounts/portal/form.ts',
  ],
  [
    'a room leans on one above it',
    { 'accounts/portal/a.ts': "import '../member/b.ts'", 'accounts/member/b.ts': '' },
    'src/accounts/portal/a.ts: the room portal stands below that of src/accounts/member/b.ts',
  ],
  [
    'a room of the site imports what puts it in its place',
    { 'site/home/a.tsx': "import '../pages.tsx'", 'site/pages.tsx': '' },
    'src/site/home/a.tsx: imports src/site/pages.tsx, which puts it in its place',
  ],
  [
    'a room is new',
    { 'bookings/misc/a.ts': '' },
    'src/bookings/misc/a.ts: bin/structure.mjs does not know the room bookings/misc',
  ],
  [
    'a page brings the database to the browser',
    {
      'site/entry-client.tsx': "export const open = () => import('../rooms/room-page.tsx')",
      'rooms/room-page.tsx': "import './price.ts'",
      'rooms/price.ts': "import { sql } from 'kysely'",
    },
    'not for browsers: src/site/entry-client.tsx → src/rooms/room-page.tsx → src/rooms/price.ts → kysely',
  ],
  [
    'a page brings Node to the browser',
    {
      'site/entry-client.tsx': "import { type A } from './codes.ts'",
      'site/codes.ts': "import { randomBytes } from 'node:crypto'",
    },
    'not for browsers: src/site/entry-client.tsx → src/site/codes.ts → node:crypto',
  ],
  [
    'a part that all share brings the editor of the office',
    {
      'office/entry-client.tsx': "import '../ui/field.tsx'",
      'ui/field.tsx': "import { Editor } from '@tiptap/core'",
    },
    'not for browsers: src/office/entry-client.tsx → src/ui/field.tsx → @tiptap/core',
  ],
  [
    'the public loads the editor of the office',
    { 'site/entry-client.tsx': "import '../ui/rich-text/text.tsx'", 'ui/rich-text/text.tsx': '' },
    'not for the public: src/site/entry-client.tsx → src/ui/rich-text/text.tsx',
  ],
  [
    'the office brings a package that is not its own',
    {
      'office/entry-client.tsx': "export const open = () => import('../content/office/post-page.tsx')",
      'content/office/post-page.tsx': "import 'prosemirror-menu'",
    },
    'not for browsers: src/office/entry-client.tsx → src/content/office/post-page.tsx → prosemirror-menu',
  ],
  [
    'the public loads the office',
    { 'site/entry-client.tsx': "import '../bookings/office/chart.tsx'", 'bookings/office/chart.tsx': '' },
    'not for the public: src/site/entry-client.tsx → src/bookings/office/chart.tsx',
  ],
  [
    'the public learns the words of the office',
    {
      'site/entry-client.tsx': "import '../words/browser.ts'",
      'words/browser.ts': "export const learn = () => import('./en-office.ts')",
      'words/en-office.ts': '',
    },
    'not for the public: src/site/entry-client.tsx → src/words/browser.ts → src/words/en-office.ts',
  ],
  [
    'browsers learn the words of the server',
    {
      'office/entry-client.tsx': "import '../words/en-pages.ts'",
      'words/en-pages.ts': "import './en/rooms-server.ts'",
      'words/en/rooms-server.ts': '',
    },
    'not for browsers: src/office/entry-client.tsx → src/words/en-pages.ts → src/words/en/rooms-server.ts',
  ],
  [
    'words are put together where they stand',
    { 'words/en/rooms.ts': "import '../words.ts'", 'words/words.ts': '' },
    'src/words/en/rooms.ts: imports src/words/words.ts, which puts it in its place',
  ],
  [
    'two files import each other',
    { 'rooms/a.ts': "import './b.ts'", 'rooms/b.ts': "import type { A } from './a.ts'" },
    'cycle: src/rooms/a.ts → src/rooms/b.ts → src/rooms/a.ts',
  ],
  [
    'the product imports a test',
    { 'rooms/a.ts': "import './b.test.ts'", 'rooms/b.test.ts': '' },
    'src/rooms/a.ts: imports the test src/rooms/b.test.ts',
  ],
  [
    'the product imports its surroundings',
    { 'rooms/a.ts': "import '../../testing/house.ts'" },
    'src/rooms/a.ts: imports testing/house.ts, which is not part of the product',
  ],
  [
    'a file lies too deep',
    { 'ui/calendar/month/day.ts': '' },
    'src/ui/calendar/month/day.ts: lies deeper than two folders under src',
  ],
  ['a place is new', { 'utils/a.ts': '' }, 'src/utils/a.ts: bin/structure.mjs does not know the place utils'],
  [
    'a file is too long',
    {
      'rooms/a.ts': 'one()\n'.repeat(301),
      'rooms/b.ts': 'one()\n'.repeat(300),
      'rooms/names.txt': 'one\n'.repeat(301),
    },
    'src/rooms/a.ts: has 301 lines, at most 300 may be',
  ],
  [
    'a test is too long',
    { 'rooms/a.test.ts': 'one()\n'.repeat(301) },
    'src/rooms/a.test.ts: has 301 lines, at most 300 may be',
  ],
  [
    'a folder is too full',
    {
      ...Object.fromEntries(Array.from({ length: 41 }, (_, at) => [`rooms/${at}.ts`, ''])),
      ...Object.fromEntries(Array.from({ length: 40 }, (_, at) => [`content/${at}.ts`, ''])),
    },
    'src/rooms: holds 41 files, at most 40 may be',
  ],
  [
    'a time is read past the clock',
    { 'rooms/a.ts': '\nexport const now = new Date()' },
    'src/rooms/a.ts:2: no new Date(): take the time from src/platform/clock.ts, chance from node:crypto',
  ],
  [
    'the key of a word cannot be found in the script',
    { 'rooms/a.tsx': '\n\nexport const said = (t, a) => t(`${a}.title`)' },
    "src/rooms/a.tsx:3: a word's key must be written out, or its beginning at least",
  ],
  [
    'raw SQL writes what is published',
    { 'rooms/a.ts': "import { sql } from 'kysely'\n\nexport const a = sql`\n  update room set capacity = ${1}`" },
    'src/rooms/a.ts:3: room is published: it is written with a Press, and not as text',
  ],
  [
    'SQL in a plain text does so',
    { 'media/a.ts': "export const a = (db) => db.executeQuery({ sql: 'insert into picture (name) values (1)' })" },
    'src/media/a.ts:1: picture is published: it is written with a Press, and not as text',
  ],
  [
    'raw SQL does not say what it writes',
    { 'rooms/a.ts': 'export const a = sql`delete from ${table}`' },
    'src/rooms/a.ts:1: SQL that writes names its table',
  ],
  [
    'the version of the content is raised by hand',
    { 'content/a.ts': 'export const a = sql`update content_version set version = 7`' },
    'src/content/a.ts:1: content_version is published: it is written with a Press, and not as text',
  ],
  [
    'a Press is made by a cast',
    { 'rooms/a.ts': '\nexport const a = (db: unknown) => db as Press' },
    'src/rooms/a.ts:2: a Press is given by src/platform/database/ alone',
  ],
  [
    "kysely's own builder is taken",
    { 'rooms/a.ts': "import type { Insertable, Kysely } from 'kysely'" },
    "src/rooms/a.ts:1: kysely's Kysely writes everything: take the types of database.ts",
  ],
]) {
  test(`it is said when ${what}`, () => assert.deepEqual(brokenIn(files), [broken]))
}

function brokenIn(files) {
  const root = mkdtempSync(join(tmpdir(), 'structure-'))
  try {
    for (const [name, text] of Object.entries(files)) {
      const path = join(root, 'src', name)
      mkdirSync(dirname(path), { recursive: true })
      writeFileSync(path, text)
    }
    return brokenRules(root)
  } finally {
    rmSync(root, { recursive: true })
  }
}
