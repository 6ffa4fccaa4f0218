import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { Post } from '../../content/contract.ts'
import { firstParagraph, lacking, listOf, opening, titleOf } from './teasers.ts'

describe('a list a page asks for (APP-12)', () => {
  test('is what was answered', async () => {
    const posts = await listOf(Promise.resolve({ data: [1, 2] }))
    assert.deepEqual(posts, [1, 2])
    assert.deepEqual(lacking(posts), {})
  })

  test('is empty when it cannot be had: that is logged, and the page is known to lack it', async ({ mock }) => {
    const error = mock.method(console, 'error', () => {})
    const slides = await listOf(Promise.reject(new Error('no way')), 'Failed to fetch slider data')
    assert.deepEqual(slides, [])
    assert.equal(error.mock.calls[0]?.arguments[0], 'Failed to fetch slider data')
    assert.deepEqual(lacking([1], slides), { incomplete: true })
  })

  test('is empty when the answer is no list, with a warning', async ({ mock }) => {
    const warn = mock.method(console, 'warn', () => {})
    assert.deepEqual(await listOf(Promise.resolve({ data: 'a page of a proxy' } as never)), [])
    assert.equal(warn.mock.callCount(), 1)
  })

  test('that is empty by itself is not lacking', async () => {
    assert.deepEqual(lacking(await listOf(Promise.resolve({ data: [] }))), {})
  })
})

describe('a post in a list', () => {
  const post = { slug: 'zipper', title: 'Zipper', summary: 'In short', picture: null } as unknown as Post

  test('of the blog says its first 300 characters (CONT-7)', () => {
    const long = { ...post, description: `<p>${'word '.repeat(100)}</p>` }
    assert.equal(opening(long).text, 'word '.repeat(60).trim() + '…')
    assert.equal(opening({ ...post, description: '<h2>Sizes</h2><p>Three &amp; five</p>' }).text, 'Three & five')
  })

  test('that is shown closely says no more than its first paragraph', () => {
    assert.equal(
      firstParagraph({ ...post, description: '<p>One <em>thing</em>.</p><p>Another.</p>' }).text,
      'One thing.',
    )
  })

  test('is titled by its slug: hyphens to spaces, words capitalised (CONT-8)', () => {
    assert.equal(titleOf('how-to-choose-a-zipper'), 'How To Choose A Zipper')
    assert.equal(titleOf('button-sizes--in-ligne'), 'Button Sizes In Ligne')
    assert.equal(titleOf('élastique-3mm'), 'Élastique 3mm')
  })
})
