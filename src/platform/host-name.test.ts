import assert from 'node:assert/strict'
import { test } from 'node:test'
import { isDomainName } from './host-name.ts'

test('isDomainName accepts domain names in the notation of browsers (SEC-7)', () => {
  for (const host of ['www.openstreetmap.org', 'a.example', 'xn--bcher-kva.example', 'a-b.c2.example'])
    assert.ok(isDomainName(host), host)
})

test('isDomainName rejects hosts with another meaning in a Content-Security-Policy (SEC-7)', () => {
  const hosts = [
    'localhost',
    'a.example;sandbox',
    'a.example,b.example',
    "a.example'",
    '*.example',
    'a..example',
    '-a.example',
    'a_b.example',
    '[::1]',
    'a.example ',
    `${'a'.repeat(64)}.example`,
    `${'a.'.repeat(130)}example`,
  ]
  for (const host of hosts) assert.ok(!isDomainName(host), host)
})
