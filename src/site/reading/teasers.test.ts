import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { Post } from '#content/contract.ts'
import { createOptional } from '#platform/pages/optional.ts'
import { loadList } from './teasers.ts'
import { countMinutes, toCourse, toOpening, toTitle, separateSharedFacts } from './enriched-teasers.ts'

/** Returns an optional loader, and the log messages of its failures. */
function createFailureCollector() {
  const failures: string[] = []
  return { optional: createOptional((_, message) => failures.push(message)), failures }
}

describe('an optional list of a page (APP-12)', () => {
  test('contains the items of the API response', async () => {
    const { optional, failures } = createFailureCollector()
    assert.deepEqual(await loadList(optional, Promise.resolve({ data: [1, 2] })), [1, 2])
    assert.deepEqual(failures, [])
  })

  test('is empty after a failure, which is reported with the message for the log', async () => {
    const { optional, failures } = createFailureCollector()
    const slides = await loadList(optional, Promise.reject(new Error('no way')), 'Failed to fetch slider data')
    assert.deepEqual(slides, [])
    assert.deepEqual(failures, ['Failed to fetch slider data'])
  })

  test('is empty with a warning if the answer is not a list', async ({ mock }) => {
    const warnMock = mock.method(console, 'warn', () => {})
    assert.deepEqual(
      await loadList(createFailureCollector().optional, Promise.resolve({ data: 'a page of a proxy' } as never)),
      [],
    )
    assert.equal(warnMock.mock.callCount(), 1)
  })

  test('does not count as a failure if the answer is empty', async () => {
    const { optional, failures } = createFailureCollector()
    assert.deepEqual(await loadList(optional, Promise.resolve({ data: [] })), [])
    assert.deepEqual(failures, [])
  })
})

describe('a post in a list', () => {
  const post = { slug: 'zipper', title: 'Zipper', summary: 'In short', picture: null } as unknown as Post

  test('shows its first 300 characters on the blog (CONT-7)', () => {
    const longPost = { ...post, description: `<p>${'word '.repeat(100)}</p>` }
    assert.equal(toOpening(longPost).text, 'word '.repeat(60).trim() + '…')
    assert.equal(toOpening({ ...post, description: '<h2>Sizes</h2><p>Three &amp; five</p>' }).text, 'Three & five')
  })

  test('has the facts of its first table if it is a course (DES-101)', () => {
    const row = '<tr><th scope="row">Price</th><td>Free &amp; open</td></tr>'
    const table = `<table>\n<tbody>\n${row}\n</tbody>\n</table>`
    const description = `<p>First</p>\n${table}\n${table.replace('Price', 'Other')}`
    assert.deepEqual(toCourse({ ...post, description }).facts, [{ label: 'Price', text: 'Free & open' }])
    assert.deepEqual(toCourse({ ...post, description: '<p>No table</p>' }).facts, [])
  })

  test('shares the facts that all courses have, if there are two or more (DES-125)', () => {
    const [price, day] = [
      { label: 'Price', text: 'Free' },
      { label: 'Length', text: 'One day' },
    ]
    const course = { ...toCourse({ ...post, description: '' }), facts: [day!, price!] }
    const longCourse = { ...course, facts: [{ ...day!, text: 'Two days' }, price!] }
    const { shared, courses } = separateSharedFacts([course, longCourse])
    assert.deepEqual(shared, [price])
    assert.deepEqual(
      courses.map(({ facts }) => facts.map(({ text }) => text)),
      [['One day'], ['Two days']],
    )
    assert.deepEqual(separateSharedFacts([course]), { shared: [], courses: [course] })
    assert.deepEqual(separateSharedFacts([]), { shared: [], courses: [] })
  })

  test('has a reading time of a minute for every 200 words, without their tags (DES-30)', () => {
    assert.equal(countMinutes('<p>One word</p>'), 1)
    assert.equal(countMinutes(`<p class="a b c">${'word '.repeat(200)}</p>`), 1)
    assert.equal(countMinutes(`<p>${'word '.repeat(201)}</p>`), 2)
  })

  test('has a title made from its slug, with spaces for hyphens and capitalised words (CONT-8)', () => {
    assert.equal(toTitle('how-to-choose-a-zipper'), 'How To Choose A Zipper')
    assert.equal(toTitle('button-sizes--in-ligne'), 'Button Sizes In Ligne')
    assert.equal(toTitle('élastique-3mm'), 'Élastique 3mm')
  })
})
