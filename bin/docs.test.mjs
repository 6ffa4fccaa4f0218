import assert from 'node:assert/strict'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { test } from 'node:test'
import { z } from 'zod'
import { findBrokenDocs } from './docs.mjs'

const validProject = {
  'package.json': '{ "scripts": { "start": "", "test": "", "check": "" } }',
  'README.md': `
Run \`npm start\`, \`npm test -- src/stays/rooms\` or \`npm run check\`; \`PORT=4000 npm start\`; \`node bin/check.mjs\`.
See [the operations](docs/operations.md#settings), [our site](https://selvage.example) and \`NODE_ENV\`.`,
  'docs/operations.md': '| Setting | Default |\n|---|---|\n| `PORT` | `3000` |\n| `SMTP_URL` | |\n',
  'docs/requirements.md': '| BOOK-8 | [race](../src/race.test.ts) |\n',
  'bin/check.mjs': 'process.env.NODE_ENV',
  'src/race.test.ts': '// BOOK-8',
}
const settingsTable = { PORT: z.number().default(3000), SMTP_URL: z.string().optional() }

test('the documents check accepts correct documents', () => {
  assert.deepEqual(findBroken({}), [])
})

for (const [fault, files, ...violations] of [
  [
    'an unknown command',
    { 'STYLE.md': '`npm run lint` and `node bin/lint.mjs`, or `bin/style`' },
    'STYLE.md: there is no "npm run lint"',
    'STYLE.md: there is no "node bin/lint.mjs"',
    'STYLE.md: there is no "bin/style"',
  ],
  [
    'a file or a camelCase name that does not exist',
    {
      'STYLE.md': '`src/race.test.ts`, `race.test.ts`, `src/start.ts`, `brokenTest(db)` and `env`',
      'src/race.test.ts': '// BOOK-8',
    },
    'STYLE.md: there is no src/start.ts',
    'STYLE.md: there is no brokenTest',
  ],
  [
    'a broken link',
    { 'decisions/0001-node.md': '[before](0000-before.md)' },
    'decisions/0001-node.md: the link to 0000-before.md leads nowhere',
  ],
  [
    'a link label that is an older name of a file or of a test',
    {
      'docs/security.md': `
[race](../src/race.test.ts), [race.test](../src/race.test.ts), [sells the
last unit](../src/race.test.ts), [check.mjs](../bin/check.mjs), [the checks](../bin/check.mjs);
[races](../src/race.test.ts), [sells one unit](../src/race.test.ts), [lint.mjs](../bin/check.mjs)`,
      'src/race.test.ts': "test('sells the last unit once (BOOK-8)')",
    },
    'docs/security.md: the label "races" is not a name of ../src/race.test.ts or of a test in it',
    'docs/security.md: the label "sells one unit" is not a name of ../src/race.test.ts or of a test in it',
    'docs/security.md: the label "lint.mjs" is not a name of ../bin/check.mjs or of a test in it',
  ],
  [
    'a folder that the source tree does not name',
    {
      'ARCHITECTURE.md':
        '    src/\n      stays/  rooms,\n              bills\n      mail/   email\n\nThe slices. Desk.\n',
      'src/stays/rooms/store.ts': '',
      'src/stays/bills/store.ts': '',
      'src/stays/desk/store.ts': '',
      'src/mail/office/page.tsx': '',
    },
    'ARCHITECTURE.md: the source tree does not name src/stays/desk',
  ],
  [
    'an unknown setting',
    { 'docs/security.md': '`MAIL_URL`, `POST`, or:\n\n    PASSWORD=x npm start\n\n| `NODE` | |' },
    'docs/security.md: NODE is not a setting',
    'docs/security.md: MAIL_URL is not a setting',
    'docs/security.md: PASSWORD is not a setting',
  ],
  [
    'a setting without a row',
    { 'docs/operations.md': '| `PORT` | `3000` |' },
    'the setting SMTP_URL has no row in a table of the documents',
  ],
  [
    'an outdated default',
    { 'docs/operations.md': '| `PORT` | `80` |\n| `SMTP_URL` |' },
    'the row of the setting PORT does not state its default, `3000`',
  ],
  [
    'a tested requirement that is not listed',
    { 'src/stay.test.ts': '// SRCH-4' },
    'docs/requirements.md: SRCH-4, tested by src/stay.test.ts, is missing',
  ],
  [
    'a requirement that its linked test does not name',
    { 'src/race.test.ts': '' },
    'docs/requirements.md: src/race.test.ts does not name BOOK-8',
  ],
]) {
  test(`the documents check reports ${fault}`, () => assert.deepEqual(findBroken(files), violations))
}

function findBroken(files) {
  const root = mkdtempSync(join(tmpdir(), 'docs-'))
  try {
    for (const [name, text] of Object.entries({ ...validProject, ...files })) {
      mkdirSync(dirname(join(root, name)), { recursive: true })
      writeFileSync(join(root, name), text)
    }
    return findBrokenDocs(root, settingsTable)
  } finally {
    rmSync(root, { recursive: true })
  }
}
