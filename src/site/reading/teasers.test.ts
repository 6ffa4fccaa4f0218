import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { Post } from '#content/contract.ts'
import { makeOptional } from '#platform/pages/optional.ts'
import { listOf, opening, titleOf } from './teasers.ts'

/** Returns an optional loader that counts its failures. */
function counted() {
  let lacks = 0
  return { optional: makeOptional(() => lacks++), lacks: () => lacks }
}

describe('an optional list of a page (APP-12)', () => {
  test('is the answer', async () => {
    const { optional, lacks } = counted()
    assert.deepEqual(await listOf(optional, Promise.resolve({ data: [1, 2] })), [1, 2])
    assert.equal(lacks(), 0)
  })

  test('is empty after a failure, which is logged and counted', async ({ mock }) => {
    const error = mock.method(console, 'error', () => {})
    const { optional, lacks } = counted()
    const slides = await listOf(optional, Promise.reject(new Error('no way')), 'Failed to fetch slider data')
    assert.deepEqual(slides, [])
    assert.equal(error.mock.calls[0]?.arguments[0], 'Failed to fetch slider data')
    assert.equal(lacks(), 1)
  })

  test('is empty with a warning if the answer is not a list', async ({ mock }) => {
    const warn = mock.method(console, 'warn', () => {})
    assert.deepEqual(await listOf(counted().optional, Promise.resolve({ data: 'a page of a proxy' } as never)), [])
    assert.equal(warn.mock.callCount(), 1)
  })

  test('does not count as a failure if the answer is empty', async () => {
    const { optional, lacks } = counted()
    assert.deepEqual(await listOf(optional, Promise.resolve({ data: [] })), [])
    assert.equal(lacks(), 0)
  })
})

describe('a post in a list', () => {
  const post = { slug: 'zipper', title: 'Zipper', summary: 'In short', picture: null } as unknown as Post

  test('shows its first 300 characters on the blog (CONT-7)', () => {
    const long = { ...post, description: `<p>${'word '.repeat(100)}</p>` }
    assert.equal(opening(long).text, 'word '.repeat(60).trim() + '…')
    assert.equal(opening({ ...post, description: '<h2>Sizes</h2><p>Three &amp; five</p>' }).text, 'Three & five')
  })

  test('is titled by its slug: hyphens become spaces, words are capitalised (CONT-8)', () => {
    assert.equal(titleOf('how-to-choose-a-zipper'), 'How To Choose A Zipper')
    assert.equal(titleOf('button-sizes--in-ligne'), 'Button Sizes In Ligne')
    assert.equal(titleOf('élastique-3mm'), 'Élastique 3mm')
  })
})
