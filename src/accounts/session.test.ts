import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { endSession, ownPath, readToken, signInPath, startSession } from './session.ts'

const anna = { user: { id: 3, name: 'Anna Becker', role: 'member' as const }, access_token: 'abc' }

describe('APP-3, APP-4 the session of a tab', () => {
  test('stands in session storage under token and user, and replaces the one before', (context) => {
    const kept = withStorage(context)
    startSession({ user: { id: 4, name: 'Rafiq Islam', role: 'guest' }, access_token: 'old' })
    startSession(anna)
    assert.deepEqual(Object.fromEntries(kept), { token: 'abc', user: JSON.stringify(anna.user) })
  })

  test('quotes round a stored token are no part of it', (context) => {
    const kept = withStorage(context)
    kept.set('token', '"abc"')
    assert.equal(readToken(), 'abc')
    kept.set('token', '""')
    assert.equal(readToken(), null)
  })

  test('its end clears all that the tab has kept', (context) => {
    const kept = withStorage(context)
    startSession(anna)
    kept.set('booking', '{}')
    endSession()
    assert.equal(kept.size, 0)
    assert.equal(readToken(), null)
  })
})

describe('APP-5 back to where one was going', () => {
  test('the way to the sign-in names it', () => {
    assert.equal(signInPath('/dashboard'), '/login?next=%2Fdashboard')
    assert.equal(signInPath('/dashboard', 'ended'), '/login?next=%2Fdashboard&ended=1')
  })

  for (const next of ['/dashboard', '/bn/dashboard', '/booking-details/twin?adult=2#booking']) {
    test(`${next} is ours`, () => assert.equal(ownPath(next, '/otherwise'), next))
  }
  const foreign = [
    null,
    '',
    'dashboard',
    '//evil.example',
    '/\\evil.example',
    '\\\\evil.example',
    'https://evil.example',
    'javascript:alert(1)',
    '/\t/evil.example',
    '/a\\b',
  ]
  for (const next of foreign) {
    test(`${JSON.stringify(next)} is not`, () => assert.equal(ownPath(next, '/otherwise'), '/otherwise'))
  }
})

function withStorage(context: { after(undo: () => void): void }): Map<string, string> {
  const kept = new Map<string, string>()
  const sessionStorage = {
    getItem: (name: string) => kept.get(name) ?? null,
    setItem: (name: string, value: string) => kept.set(name, value),
    removeItem: (name: string) => kept.delete(name),
    clear: () => kept.clear(),
  }
  Object.assign(globalThis, { window: { sessionStorage } })
  context.after(() => Reflect.deleteProperty(globalThis, 'window'))
  return kept
}
