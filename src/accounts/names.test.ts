import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { emailKey, isUsername, usernameKey } from './names.ts'

describe('names that are one and the same (ACCT-13, T25)', () => {
  test('an e-mail address in any case and any width', () => {
    const spellings = [
      'anna@buyer.example', 'ANNA@Buyer.Example', 'ａｎｎａ@buyer.example', 'anna@ｂuyer.example', 'anna＠buyer.example',
    ]
    for (const spelling of spellings) assert.equal(emailKey(spelling), 'anna@buyer.example', spelling)
    assert.equal(emailKey('\u212aate@buyer.example'), 'kate@buyer.example')
    assert.equal(emailKey('\u017fam@buyer.example'), 'sam@buyer.example')
    assert.equal(emailKey('o\ufb03ce@buyer.example'), 'office@buyer.example')
    assert.equal(emailKey('Ame\u0301lie@buyer.example'), emailKey('am\u00e9lie@buyer.example'))
  })

  test('an e-mail address that is another one stays another one', () => {
    const others = [
      'anna.b@buyer.example', 'anna+rooms@buyer.example', 'anna@buyer.example.com', '\u0131nna@buyer.example',
      'аnna@buyer.example',
    ]
    for (const other of others) assert.notEqual(emailKey(other), 'anna@buyer.example')
  })

  test('a username in any case, with or without dots and lines, with 0 for o and 1 or i for l', () => {
    const same = { ANNA: 'anna', 'a.n-n_a': 'anna', '0WNER': 'owner', n1l: 'nil', '1i10': 'lilo', BIIL: 'Bill' }
    for (const [one, other] of Object.entries(same)) assert.equal(usernameKey(one), usernameKey(other), one)
    const different = { anna: 'anne', anna2: 'anna', staff: 'stuff' }
    for (const [one, other] of Object.entries(different)) assert.notEqual(usernameKey(one), usernameKey(other), one)
  })

  test('a username has 3 to 30 plain letters and digits, with dots, hyphens and underscores between', () => {
    for (const fine of ['abc', 'A1b', 'anna.becker', 'anna_becker-2', 'x'.repeat(30)]) assert.ok(isUsername(fine), fine)
    const wrong = [
      '', 'ab', 'x'.repeat(31), '.abc', 'abc-', '_abc', 'an na', 'аnna', 'ann\u0131', 'a\u200bnna', 'রফিক', 'anna@x',
      'anna\n', 'a/b', 'anna’s',
    ]
    for (const text of wrong) assert.ok(!isUsername(text), text)
  })
})
