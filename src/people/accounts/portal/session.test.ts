import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { readDeviceTokens, storeDeviceToken } from './device-tokens.ts'
import { replaceToken } from '../../staff/office/renewed-token.ts'
import { clearTabWhenDue } from '#ui/form/tab-owner.ts'
import { toSafeNextPath } from './safe-next-path.ts'
import {
  clearSession,
  expireSession,
  readSession,
  readToken,
  renameUser,
  buildSignInPath,
  startSession,
} from './session.ts'
import { MINUTE_MS } from '#platform/durations.ts'

const anna = { user: { id: 3, name: 'Anna Becker', role: 'member' as const }, access_token: 'abc' }

describe('session of a tab (APP-3, APP-4)', () => {
  test('is stored in session storage as token and user, and replaces the previous one', (context) => {
    const { tab: items, browser: browserItems } = installFakeStorage(context)
    startSession({ user: { id: 4, name: 'Rafiq Islam', role: 'guest' }, access_token: 'old' }, true)
    startSession(anna)
    assert.deepEqual(Object.fromEntries(items), { token: 'abc', user: JSON.stringify(anna.user) })
    assert.equal(browserItems.size, 0)
  })

  test('is also stored in local storage if remembered, for tabs without their own session (ACCT-6)', (context) => {
    const { tab: tabItems, browser: browserItems } = installFakeStorage(context)
    startSession(anna, true)
    assert.deepEqual(Object.fromEntries(browserItems), { token: 'abc', user: JSON.stringify(anna.user) })
    assert.deepEqual(browserItems, tabItems)
    tabItems.clear()
    assert.equal(readToken(), 'abc')
    tabItems.set('token', 'of the tab')
    assert.equal(readToken(), 'of the tab')
  })

  test('is removed from both storages when it ends, with all data of the tab if the user signs out', (context) => {
    for (const endSession of [clearSession, expireSession]) {
      const { tab: tabItems, browser: browserItems } = installFakeStorage(context)
      startSession(anna, true)
      tabItems.set('booking', '{}')
      browserItems.set('language', 'bn')
      endSession()
      assert.equal(readToken(), null)
      assert.deepEqual([...tabItems.keys()].includes('booking'), endSession === expireSession)
      assert.deepEqual([...browserItems.keys()], ['language'])
    }
  })

  test('gets a new user name only in the storage that contains the user (ACCT-11)', (context) => {
    const { tab: tabItems, browser: browserItems } = installFakeStorage(context)
    startSession(anna)
    renameUser('Anna Bauer')
    assert.equal(JSON.parse(tabItems.get('user')!).name, 'Anna Bauer')
    assert.equal(JSON.parse(tabItems.get('user')!).id, 3)
    assert.equal(browserItems.size, 0)
  })

  test('gets a new token only where its old token is stored (OPS-20)', (context) => {
    const { tab: tabItems, browser: browserItems } = installFakeStorage(context)
    startSession(anna, true)
    replaceToken('def')
    assert.deepEqual([tabItems.get('token'), browserItems.get('token')], ['def', 'def'])
    browserItems.set('token', 'of another user')
    replaceToken('ghi')
    assert.deepEqual([tabItems.get('token'), browserItems.get('token')], ['ghi', 'of another user'])
  })

  test('is read without quotes around the stored token', (context) => {
    const { tab: items } = installFakeStorage(context)
    items.set('token', '"abc"')
    assert.equal(readToken(), 'abc')
    items.set('token', '""')
    assert.equal(readToken(), null)
  })

  test('keeps the device tokens of the last three sign-ins when it ends', (context) => {
    const { browser: browserItems } = installFakeStorage(context)
    startSession(anna, true)
    for (const token of ['one', 'two', 'three', 'four', 'three']) storeDeviceToken(token)
    clearSession()
    assert.equal(readDeviceTokens(), 'three four two')
    assert.deepEqual([...browserItems.keys()], ['device'])
  })

  test('keeps the data of the tab after it was lost, but only for the same user (OPS-21)', (context) => {
    context.mock.timers.enable({ apis: ['setTimeout', 'Date'] })
    for (const [id, isShown] of [
      [3, true],
      [4, false],
      [31, false],
    ] as const) {
      const { tab: tabItems } = installFakeStorage(context)
      startSession(anna)
      readSession()
      tabItems.set('drafts', '{}').set('booking', '{}')
      expireSession()
      startSession({ user: { ...anna.user, id }, access_token: 'def' })
      assert.deepEqual([...tabItems.keys()].sort(), [...(isShown ? ['booking', 'drafts'] : []), 'token', 'user'])
    }
  })

  test('keeps the data of the tab for a quarter of an hour after it was lost (OPS-21)', (context) => {
    context.mock.timers.enable({ apis: ['setTimeout', 'Date'] })
    const { tab: tabItems } = installFakeStorage(context)
    startSession(anna)
    readSession()
    tabItems.set('drafts', '{}')
    expireSession()
    context.mock.timers.tick(15 * MINUTE_MS - 1)
    assert.ok(tabItems.has('drafts'))
    clearTabWhenDue() // the next page of the tab
    context.mock.timers.tick(1)
    assert.deepEqual([...tabItems.keys()], [])
  })

  test('keeps the data of the tab after the user signed in again in time, and also after a second loss (OPS-21)', (context) => {
    context.mock.timers.enable({ apis: ['setTimeout', 'Date'] })
    const { tab: tabItems } = installFakeStorage(context)
    for (let turn = 0; turn < 2; turn++) {
      startSession(anna)
      readSession()
      tabItems.set('drafts', '{}')
      expireSession()
      context.mock.timers.tick(14 * MINUTE_MS)
    }
    assert.ok(tabItems.has('drafts'))
    startSession(anna)
    context.mock.timers.tick(60 * MINUTE_MS)
    assert.deepEqual([...tabItems.keys()].sort(), ['drafts', 'token', 'user'])
  })

  test('leaves no mark in an empty tab when it is lost', (context) => {
    const { tab: tabItems } = installFakeStorage(context)
    startSession(anna)
    readSession()
    expireSession()
    assert.equal(tabItems.size, 0)
  })

  test('clears all data of the tab when the user signs out', (context) => {
    const { tab: items } = installFakeStorage(context)
    startSession(anna)
    items.set('booking', '{}')
    clearSession()
    assert.equal(items.size, 0)
    assert.equal(readToken(), null)
  })
})

describe('return path of the sign-in (APP-5)', () => {
  test('is part of the sign-in URL', () => {
    assert.equal(buildSignInPath('/dashboard'), '/login?next=%2Fdashboard')
    assert.equal(buildSignInPath('/dashboard', 'ended'), '/login?next=%2Fdashboard&ended=1')
  })

  const ownPaths = {
    '/dashboard': '/dashboard',
    '/bn/dashboard': '/dashboard',
    '/bn': '/',
    '/booking-details/twin?adult=2#booking': '/booking-details/twin?adult=2#booking',
    '/rooms?next=//evil.example': '/rooms?next=//evil.example',
  }
  for (const [target, path] of Object.entries(ownPaths)) {
    test(`accepts ${target}`, () => assert.equal(toSafeNextPath(target, '/otherwise'), path))
  }
  const rejectedPaths = [
    null,
    '',
    'dashboard',
    '//evil.example',
    '/\\evil.example',
    '\\\\evil.example',
    'https://evil.example',
    'javascript:alert(1)',
    '/\t/evil.example',
    '/bn//evil.example',
    '/bn/\\evil.example',
    '/bn/bn//evil.example',
    '/BN//evil.example',
    '/b\tn//evil.example',
    '/bn/\n/evil.example',
    '/\n/evil.example',
    '/.//evil.example',
    '/bn/.//evil.example',
    '/bn/..//evil.example',
    '/%5cevil.example',
    '/bn/%5Cevil.example',
    '//',
    '///evil.example',
    '//[',
    ' //evil.example',
    'http:evil.example',
    'data:text/html,x',
  ]
  for (const target of rejectedPaths) {
    test(`rejects ${JSON.stringify(target)}`, () => assert.equal(toSafeNextPath(target, '/otherwise'), '/otherwise'))
  }
})

function installFakeStorage(context: { after(undo: () => void): void }) {
  const [tabItems, browserItems] = [new Map<string, string>(), new Map<string, string>()]
  Object.assign(globalThis, {
    window: { sessionStorage: createFakeStorage(tabItems), localStorage: createFakeStorage(browserItems) },
  })
  context.after(() => Reflect.deleteProperty(globalThis, 'window'))
  return { tab: tabItems, browser: browserItems }
}

const createFakeStorage = (items: Map<string, string>) => ({
  get length() {
    return items.size
  },
  getItem: (name: string) => items.get(name) ?? null,
  setItem: (name: string, value: string) => items.set(name, value),
  removeItem: (name: string) => items.delete(name),
  clear: () => items.clear(),
})
