import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { findUnsafeSetting } from './exposure.ts'
import { readSettings } from '#app/settings.ts'

const findUnsafe = (environment: Record<string, string>) => findUnsafeSetting(readSettings(environment))

describe('findUnsafeSetting', () => {
  test('returns HOST if the server listens beyond the loopback interface', async () => {
    for (const HOST of [
      '0.0.0.0',
      '::',
      '0',
      '192.0.2.1',
      '10.0.0.1',
      '::ffff:10.0.0.1',
      '2001:db8::1',
      'no-such-name.invalid',
    ])
      assert.equal(await findUnsafe({ HOST }), `HOST=${HOST}`)
    for (const HOST of ['', '127.0.0.1', '127.255.0.1', '::1', '::ffff:127.0.0.1', 'localhost'])
      assert.equal(await findUnsafe({ HOST }), undefined, HOST)
  })

  test('returns PUBLIC_URL or TRUST_PROXY if the server has a public name or a proxy', async () => {
    for (const PUBLIC_URL of [
      'https://selvage.example',
      'http://192.0.2.1:3000',
      'http://localhost.example',
      'http://[2001:db8::1]',
    ])
      assert.equal(await findUnsafe({ PUBLIC_URL }), `PUBLIC_URL=${PUBLIC_URL}`)
    for (const PUBLIC_URL of [
      'http://localhost:3000',
      'http://127.0.0.1',
      'http://[::1]:3000',
      'http://selvage.localhost',
    ])
      assert.equal(await findUnsafe({ PUBLIC_URL }), undefined, PUBLIC_URL)
    assert.equal(await findUnsafe({ TRUST_PROXY: 'loopback' }), 'TRUST_PROXY=loopback')
  })
})
