import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { toEmailKey, isUsername, toUsernameKey } from './names.ts'

describe('account name key (ACCT-13, T25)', () => {
  test('ignores case and width of an email address', () => {
    const spellings = [
      'anna@buyer.example',
      'ANNA@Buyer.Example',
      'ａｎｎａ@buyer.example',
      'anna@ｂuyer.example',
      'anna＠buyer.example',
    ]
    for (const spelling of spellings) assert.equal(toEmailKey(spelling), 'anna@buyer.example', spelling)
    assert.equal(toEmailKey('\u212aate@buyer.example'), 'kate@buyer.example')
    assert.equal(toEmailKey('\u017fam@buyer.example'), 'sam@buyer.example')
    assert.equal(toEmailKey('o\ufb03ce@buyer.example'), 'office@buyer.example')
    assert.equal(toEmailKey('Ame\u0301lie@buyer.example'), toEmailKey('am\u00e9lie@buyer.example'))
  })

  test('differs for different email addresses', () => {
    const otherAddresses = [
      'anna.b@buyer.example',
      'anna+rooms@buyer.example',
      'anna@buyer.example.com',
      '\u0131nna@buyer.example',
      'аnna@buyer.example',
    ]
    for (const otherAddress of otherAddresses) assert.notEqual(toEmailKey(otherAddress), 'anna@buyer.example')
  })

  test('ignores case, dots, hyphens and underscores in usernames, and treats look-alikes as equal', () => {
    const equalUsernames = {
      ANNA: 'anna',
      'a.n-n_a': 'anna',
      '0WNER': 'owner',
      n1l: 'nil',
      '1i10': 'lilo',
      BIIL: 'Bill',
      rnina: 'mina',
      ovvner: 'owner',
    }
    for (const [firstName, secondName] of Object.entries(equalUsernames))
      assert.equal(toUsernameKey(firstName), toUsernameKey(secondName), firstName)
    const differentUsernames = { anna: 'anne', anna2: 'anna', staff: 'stuff' }
    for (const [firstName, secondName] of Object.entries(differentUsernames))
      assert.notEqual(toUsernameKey(firstName), toUsernameKey(secondName), firstName)
  })

  test('accepts only usernames of 3 to 30 plain letters and digits, with dots, hyphens and underscores inside', () => {
    for (const validUsername of ['abc', 'A1b', 'anna.becker', 'anna_becker-2', 'x'.repeat(30)])
      assert.ok(isUsername(validUsername), validUsername)
    const invalidNames = [
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
    for (const text of invalidNames) assert.ok(!isUsername(text), text)
  })
})
