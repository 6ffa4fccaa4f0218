import assert from 'node:assert/strict'
import { cp, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { enginesFor } from '#testing/engines.ts'
import { migrate } from '#platform/database/migrate.ts'
import { emailKey, isUsername, usernameKey } from './names.ts'

describe('account name key (ACCT-13, T25)', () => {
  test('ignores case and width of an email address', () => {
    const spellings = [
      'anna@buyer.example',
      'ANNA@Buyer.Example',
      'ａｎｎａ@buyer.example',
      'anna@ｂuyer.example',
      'anna＠buyer.example',
    ]
    for (const spelling of spellings) assert.equal(emailKey(spelling), 'anna@buyer.example', spelling)
    assert.equal(emailKey('\u212aate@buyer.example'), 'kate@buyer.example')
    assert.equal(emailKey('\u017fam@buyer.example'), 'sam@buyer.example')
    assert.equal(emailKey('o\ufb03ce@buyer.example'), 'office@buyer.example')
    assert.equal(emailKey('Ame\u0301lie@buyer.example'), emailKey('am\u00e9lie@buyer.example'))
  })

  test('differs for different email addresses', () => {
    const others = [
      'anna.b@buyer.example',
      'anna+rooms@buyer.example',
      'anna@buyer.example.com',
      '\u0131nna@buyer.example',
      'аnna@buyer.example',
    ]
    for (const other of others) assert.notEqual(emailKey(other), 'anna@buyer.example')
  })

  test('ignores case, dots, hyphens and underscores in usernames, and treats look-alikes as equal', () => {
    const same = {
      ANNA: 'anna',
      'a.n-n_a': 'anna',
      '0WNER': 'owner',
      n1l: 'nil',
      '1i10': 'lilo',
      BIIL: 'Bill',
      rnina: 'mina',
      ovvner: 'owner',
    }
    for (const [first, second] of Object.entries(same)) assert.equal(usernameKey(first), usernameKey(second), first)
    const different = { anna: 'anne', anna2: 'anna', staff: 'stuff' }
    for (const [first, second] of Object.entries(different))
      assert.notEqual(usernameKey(first), usernameKey(second), first)
  })

  test('is made only for usernames of 3 to 30 plain letters and digits, with dots, hyphens and underscores between', () => {
    for (const valid of ['abc', 'A1b', 'anna.becker', 'anna_becker-2', 'x'.repeat(30)])
      assert.ok(isUsername(valid), valid)
    const invalid = [
      '',
      'ab',
      'x'.repeat(31),
      '.abc',
      'abc-',
      '_abc',
      'an na',
      'аnna',
      'ann\u0131',
      'a\u200bnna',
      'রফিক',
      'anna@x',
      'anna\n',
      'a/b',
      'anna’s',
    ]
    for (const text of invalid) assert.ok(!isUsername(text), text)
  })
})

const migrations = fileURLToPath(new URL('../../../migrations/', import.meta.url))

for (const engine of enginesFor(import.meta.url)) {
  test(`migrates username keys of the old format, on ${engine.name} (ACCT-13)`, async (context) => {
    const { db, close } = await engine.bare()
    const older = await mkdtemp(join(tmpdir(), 'older-'))
    context.after(() => Promise.all([close(), rm(older, { recursive: true })]))
    await cp(migrations, older, { recursive: true, filter: (path) => !/\/(00[2-9]|0[1-9])\d+-/.test(path) })
    await migrate(db, engine.name, older)
    const oldKeys = { 'will.mammon': 'wlllmammon', anna: 'anna', 'Tim-Swan': 'tlmswan' }
    for (const [username, username_key] of Object.entries(oldKeys))
      await db
        .insertInto('account')
        .values({ role: 'member', name: username, email: '', username, username_key, created_at: 0 })
        .execute()
    await migrate(db, engine.name, migrations)
    const rows = await db.selectFrom('account').select(['username', 'username_key']).execute()
    assert.equal(rows.length, 3)
    for (const { username, username_key } of rows) assert.equal(username_key, usernameKey(username!))
  })
}
