import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createSecret, createSignedHeaders } from './signing.ts'

test('a signature equals the example in the specification (HOOK-6)', () => {
  const headers = createSignedHeaders({
    id: 'msg_p5jXN8AQM9LWM0D4loKWxJek',
    body: '{"test": 2432232314}',
    at: 1_614_265_330_999,
    secrets: ['whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw'],
  })
  assert.deepEqual(headers, {
    'webhook-id': 'msg_p5jXN8AQM9LWM0D4loKWxJek',
    'webhook-timestamp': '1614265330',
    'webhook-signature': 'v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=',
  })
})

test('secrets are unique, have 256 bits and the specified format (HOOK-6)', () => {
  const secrets = new Set(Array.from({ length: 100 }, createSecret))
  assert.equal(secrets.size, 100)
  for (const secret of secrets) {
    assert.match(secret, /^whsec_[A-Za-z0-9+/]{43}=$/)
    assert.equal(Buffer.from(secret.slice(6), 'base64').length, 32)
  }
})
