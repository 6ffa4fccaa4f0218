import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { watchHashes } from '#testing/watch-hashes.ts'
import { validatePasswordFields } from './password-validation.ts'
import { isGuessable } from './password-rule.ts'
import { hashPassword, isPassword } from './password.ts'

const anna = { name: 'Anna Maria Becker', email: 'anna.becker@buyer.example', username: 'anna.becker' }
const readErrors = (password: string) =>
  (validatePasswordFields('password', { password }, anna)['password'] ?? []).map(({ key }) => key)

describe('password (T26)', () => {
  test('must have at least ten characters, counted as code points', () => {
    for (const shortPassword of ['', 'short', 'ninechars', '👩‍👩', '🔑🔑🔒🔒🔑🔑🔒🔒🔑'])
      assert.equal(readErrors(shortPassword)[0], 'error.password_short', shortPassword)
    for (const validPassword of [
      'ten chars!',
      'hamburg-to-dhaka',
      'আমার গোপন কথা',
      '  spaces  count  ',
      'x'.repeat(100) + 'y',
    ])
      assert.deepEqual(readErrors(validPassword), [], validPassword)
  })

  test('must not be guessable', () => {
    const guessablePasswords = [
      'password123',
      'Password123',
      'PASSWORD1234',
      'ｐassword123',
      'qwertyuiop',
      '1q2w3e4r5t',
      'bangladesh71',
      'selvage1995',
      'administrator',
      '1234567890',
      '0987654321',
      'abcdefghij',
      'aaaaaaaaaaaa',
      'abababababab',
      'abcabcabcabc',
      'abcdabcdabcd',
      'Anna Maria Becker',
      'anna.becker@buyer.example',
      'ANNA.BECKER',
      'AnnaMariaBecker',
      'anna-becker-1995',
      'manchester',
      '1q2w3e4r5t6y',
      'football2027',
      'P@ssw0rd2027!',
      '!!Bangladesh1971',
      'Dhaka12345',
      'fktrcfylhf',
      'ＦＯＯＴＢＡＬＬ２０２７',
      'p455w0rd\n2027',
      '1l0v3y0u!!4',
      // From lists of breached passwords.
      'spongebob1',
      'qwertyqwerty',
      '1Q2w3e4r5t6y7u',
    ]
    for (const password of guessablePasswords)
      assert.deepEqual(readErrors(password), ['error.password_common'], password)
  })

  test('is reported as common on the page only if it is a pattern, personal data or in the short word list', () => {
    for (const password of [
      'password12345',
      'P@ssw0rd2027!',
      '1234567890',
      'abcabcabcabc',
      'anna-becker-1995',
      'anna.becker@buyer.example',
    ])
      assert.equal(isGuessable(password, anna), true, password)
    for (const password of ['manchester', 'dragon-85314-lamp', 'hamburg-to-dhaka', ''])
      assert.equal(isGuessable(password, anna), false, password)
    for (const password of [
      'password',
      'qwerty',
      'admin',
      'welcome',
      'football',
      'iloveyou',
      'letmein',
      'bangladesh',
      'dhaka',
      'selvage',
    ])
      assert.ok(readErrors(password).includes('error.password_common'), password)
  })

  test('is not checked further if it is too long', (t) => {
    // Every check of a password calls this method first.
    const normalize = t.mock.method(String.prototype, 'normalize')
    for (const overlongPassword of [
      'a\u0301\u0323'.repeat(20_000),
      '\ufdfa'.repeat(20_000),
      '4$'.repeat(30_000),
      ','.repeat(60_000),
    ]) {
      assert.deepEqual(readErrors(overlongPassword), [])
      assert.equal(isGuessable(overlongPassword, anna, assert.fail), false)
    }
    assert.equal(normalize.mock.callCount(), 0)
    readErrors('short')
    assert.ok(normalize.mock.callCount() > 0)
  })

  test('can be reported as both short and guessable', () => {
    assert.deepEqual(readErrors('short'), ['error.password_short', 'error.password_common'])
  })

  test('may contain common words as part of a longer text', () => {
    const goodPasswords = [
      'football in the rain',
      'dragon-85314-lamp',
      'qwerty is no password',
      'my bangladesh',
      'hamburg-to-dhaka',
      '8531947260 football',
      'আন্না বেকার আর আমি',
    ]
    for (const password of goodPasswords) assert.deepEqual(readErrors(password), [], password)
  })

  test('is equal in composed and decomposed letters', async () => {
    const hash = await hashPassword('caf\u00e9 in Dhaka')
    assert.equal(await isPassword('cafe\u0301 in Dhaka', hash), true)
    assert.equal(await isPassword('cafe in Dhaka', hash), false)
  })

  test('is compared exactly and in full length', async () => {
    const longPassword = 'x'.repeat(100) + 'end'
    const hash = await hashPassword(longPassword)
    assert.equal(await isPassword(longPassword, hash), true)
    const otherPasswords = [
      'x'.repeat(100) + 'enD',
      'x'.repeat(72),
      'x'.repeat(100),
      longPassword + ' ',
      longPassword + '\u0000',
      '',
    ]
    assert.deepEqual(
      await Promise.all(otherPasswords.map((other) => isPassword(other, hash))),
      otherPasswords.map(() => false),
    )
  })

  test('is hashed with argon2id at the minimum cost of OWASP and with a new salt each time', async () => {
    const [firstHash, secondHash] = await Promise.all([
      hashPassword('hamburg-to-dhaka'),
      hashPassword('hamburg-to-dhaka'),
    ])
    const [, memory, passes] = /^\$argon2id\$v=19\$m=(\d+),t=(\d+),p=1\$[\w+/]{22}\$[\w+/]{43}$/
      .exec(firstHash)!
      .map(Number)
    assert.ok(memory! >= 19_456 && passes! >= 2)
    assert.notEqual(firstHash, secondHash)
  })

  test('is verified against hashes of another cost or another program', async () => {
    // Made by the reference implementation: argon2id, m=256, t=2, p=1, password "password", salt "somesalt".
    const hash = '$argon2id$v=19$m=256,t=2,p=1$c29tZXNhbHQ$nf65EOgLrQMR/uIPnA4rEsF5h7TKyQwu9U1bMCHGi/4'
    assert.equal(await isPassword('password', hash), true)
    assert.equal(await isPassword('passwore', hash), false)
  })

  test('is hashed at the same cost for an unknown account, and is rejected', async (t) => {
    const storedHash = await hashPassword('hamburg-to-dhaka')
    const watchedHashes = watchHashes()
    t.after(watchedHashes.restore)
    for (const passwordHash of [null, storedHash]) assert.equal(await isPassword('wrong password', passwordHash), false)
    const [unknownAccountCall, knownAccountCall, ...otherCalls] = watchedHashes.calls
    assert.deepEqual([unknownAccountCall, otherCalls], [knownAccountCall, []])
    assert.equal(knownAccountCall!.memory, 19_456)
  })
})
