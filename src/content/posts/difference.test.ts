import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { compareTexts, splitParagraphs, type ComparedParagraph } from './difference.ts'
import { listDetailsWarnings, findTextWarnings } from './warnings.ts'

const signs = { same: '', added: '+', removed: '-' } as const
const formatPassages = (passages: ComparedParagraph[]) =>
  passages.map(({ pieces }) =>
    pieces.map(({ kind, text }) => (kind === 'same' ? text : `[${signs[kind]}${text}]`)).join(''),
  )

describe('compareTexts (OFF-77)', () => {
  test('compares paragraphs, and words within a paragraph', () => {
    const htmlBefore = '<h2>Light</h2><p>Look under three lights.</p><ul><li>Daylight</li><li>Store light</li></ul>'
    const htmlAfter =
      '<h2>Light</h2><p>Look under at least <strong>two</strong> lights.</p><ul><li>Daylight</li></ul><p>Then choose.</p>'
    assert.deepEqual(formatPassages(compareTexts(htmlBefore, htmlAfter)), [
      'Light',
      'Look under [-three][+at least two] lights.',
      'Daylight',
      '[-Store light]',
      '[+Then choose.]',
    ])
  })

  test('ignores differences in tags', () => {
    assert.ok(compareTexts('<p>One <em>two</em></p>', '<h2>One two</h2>').every(({ isSame }) => isSame))
  })

  test('compares table rows and pictures by their text', () => {
    const html =
      '<table><tr><th>Size</th><td>18L</td></tr></table><figure><img src="/pictures/a-1.b.avif" alt="A zip"></figure>'
    assert.deepEqual(splitParagraphs(html), ['Size · 18L', '[A zip]'])
  })

  test('compares Bangla text', () => {
    assert.deepEqual(formatPassages(compareTexts('<p>তিনটি আলোয় দেখুন।</p>', '<p>দুটি আলোয় দেখুন।</p>')), [
      '[-তিনটি][+দুটি] আলোয় দেখুন।',
    ])
  })

  test('compares only the beginning and the end of very long texts', () => {
    // Returns the paragraphs of a long text. Comparing each of them with each paragraph of another text takes too long.
    const createParagraphs = (seed: number) => [
      'The same beginning.',
      ...Array.from({ length: 3_000 }, (_, index) => `word${((index + 1) * seed) % 977} and more of it`),
      'The same end.',
    ]
    const toHtml = (paragraphs: string[]) => paragraphs.map((paragraph) => `<p>${paragraph}</p>`).join('')
    const passages = compareTexts(toHtml(createParagraphs(7)), toHtml(createParagraphs(11)))
    const unchangedTexts = passages.filter((passage) => passage.isSame).map(({ pieces }) => pieces[0]!.text)
    assert.deepEqual(unchangedTexts, ['The same beginning.', 'The same end.'])
    assert.ok(passages.length >= 5_999)
  })
})

describe('the search engine warnings of a post (OFF-77)', () => {
  test('include warnings about a text and about the details shared by both languages', () => {
    const body = `<p>${'word '.repeat(200)}</p>`
    assert.deepEqual(findTextWarnings({ title: 'How buttons are measured', summary: 'In ligne', body }), [])
    assert.deepEqual(findTextWarnings({ title: 'Zips', summary: ' ', body: '<p>Few.</p><img src="x" alt="">' }), [
      'short_title',
      'summary',
      'words',
      'alt',
    ])
    assert.deepEqual(findTextWarnings({ title: 'x'.repeat(61), summary: 'x'.repeat(161), body }), [
      'title',
      'long_summary',
    ])
    assert.deepEqual(listDetailsWarnings({ slug: 'x'.repeat(61), picture: '', alt: undefined, isTranslated: false }), [
      'picture',
      'slug',
      'translation',
    ])
    assert.deepEqual(listDetailsWarnings({ slug: 'x', picture: 'a', alt: '', isTranslated: true }), ['picture_alt'])
  })
})
