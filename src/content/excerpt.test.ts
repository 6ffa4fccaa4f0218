import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import fc from 'fast-check'
import { createExcerpt, excerptSentences, toPlainText } from './excerpt.ts'

describe('excerpt (CONT-7, CONT-9)', () => {
  test('returns a short text unchanged', () => {
    assert.equal(createExcerpt('Zipper', 20), 'Zipper')
    assert.equal(createExcerpt('Twenty characters ok', 20), 'Twenty characters ok')
  })

  test('cuts the text to the requested number of characters and adds an ellipsis', () => {
    assert.equal(createExcerpt('Trims for New Merchandisers', 20), 'Trims for New Mercha…')
    assert.equal(createExcerpt('a'.repeat(301), 300), 'a'.repeat(300) + '…')
  })

  test('removes spaces before the ellipsis', () => {
    assert.equal(createExcerpt('Zippers and Buttons in Depth', 20), 'Zippers and Buttons…')
  })

  test('removes punctuation before the ellipsis', () => {
    assert.equal(createExcerpt('One. Two.', 4), 'One…')
    assert.equal(createExcerpt('One, two', 4), 'One…')
    assert.equal(createExcerpt('Trims – all of them', 8), 'Trims…')
    assert.equal(createExcerpt('শুরু এটি দিয়েই। তারপর', 11), 'শুরু এটি দিয়েই…')
    assert.equal(createExcerpt('One (or two) of them', 12), 'One (or two)…')
    assert.equal(createExcerpt('One. Two.', 9), 'One. Two.')
  })

  test('counts text without tags and never cuts inside a tag', () => {
    assert.equal(createExcerpt('<p class="a > b">One <strong>two</strong> three</p>', 7), 'One two…')
    assert.equal(createExcerpt('<p>One</p><p>two</p>', 20), 'One two')
    assert.equal(createExcerpt('<h2>Sizes</h2><ul><li>#3</li><li>#5</li></ul>', 20), 'Sizes #3 #5')
    assert.equal(createExcerpt('un<em>believ</em>able', 20), 'unbelievable')
    assert.equal(createExcerpt('a<script>alert("<p>")</script>b<!-- <p>c -->', 20), 'a b')
  })

  test('keeps text that only looks like a tag', () => {
    assert.equal(createExcerpt('2 < 3 and 5 > 4', 20), '2 < 3 and 5 > 4')
    assert.equal(createExcerpt('less <3 than', 20), 'less <3 than')
  })

  test('counts an entity as one character', () => {
    assert.equal(createExcerpt('&lt;&amp;&gt;&#2453;&#x995;', 5), '<&>কক')
    assert.equal(createExcerpt('Thread &amp; tape', 8), 'Thread &…')
    assert.equal(createExcerpt('Thread&nbsp;tape', 20), 'Thread tape')
    assert.equal(toPlainText('&unknown; stays'), '&unknown; stays')
    assert.equal(toPlainText('&#0;&#x110000;'), '\ufffd\ufffd')
  })

  test('does not decode entities twice', () => {
    assert.equal(toPlainText('&amp;lt;b&amp;gt;'), '&lt;b&gt;')
  })

  test('never separates a Bengali letter from its signs', () => {
    assert.equal(createExcerpt('কি কি কি', 1), 'কি…')
    assert.equal(createExcerpt('গোপালগঞ্জ', 2), 'গোপা…')
    const title = 'জিপার ও বোতামের খুঁটিনাটি, ক্ষুদ্র যন্ত্র'
    for (let length = 1; length < title.length; length++) {
      const remainingText = title.slice(createExcerpt(title, length).replace('…', '').length)
      assert.doesNotMatch(remainingText, /^[\p{M}\u200c\u200d]/u, `after ${length}`)
    }
  })

  test('never splits an emoji sequence', () => {
    assert.equal(createExcerpt('👩‍👩‍👧‍👦👩‍👩‍👧‍👦', 1), '👩‍👩‍👧‍👦…')
  })

  test('returns a prefix of at most the requested length for any text', () => {
    const countGraphemes = (text: string) => [...new Intl.Segmenter('bn').segment(text)].length
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme', maxLength: 60 }), fc.integer({ min: 1, max: 40 }), (text, max) => {
        const shortenedText = createExcerpt(text, max)
        const textWithoutEllipsis =
          shortenedText.endsWith('…') && shortenedText !== toPlainText(text)
            ? shortenedText.slice(0, -1)
            : shortenedText
        assert.ok(toPlainText(text).startsWith(textWithoutEllipsis))
        assert.ok(countGraphemes(textWithoutEllipsis) <= max)
      }),
    )
  })
})

describe('the first sentences of an article (CONT-7, DES-30)', () => {
  test('end with a whole word and an ellipsis', () => {
    assert.equal(excerptSentences('<p>One inch is 25.4 millimetres.</p>', 20), 'One inch is 25.4…')
    assert.equal(excerptSentences('<p>One inch is 25.4 millimetres.</p>', 16), 'One inch is 25.4…')
    assert.equal(excerptSentences('<p>One inch. It is long.</p>', 11), 'One inch…')
    assert.equal(excerptSentences('<p>শুরু এটি দিয়েই। তারপর</p>', 7), 'শুরু এটি…')
  })

  test('contain the complete text if it is short enough', () => {
    assert.equal(excerptSentences('<p>One inch is 25.4 millimetres.</p>', 29), 'One inch is 25.4 millimetres.')
  })

  test('cut a single word that is too long', () => {
    assert.equal(excerptSentences('a'.repeat(301), 300), 'a'.repeat(300) + '…')
  })

  test('leave out headings, tables and figures', () => {
    const table = '<table><caption>Sizes</caption><tr><td>18L</td><td>11.5 mm</td></tr></table>'
    const html = `<h2>Buttons</h2><p>Before.</p>${table}<figure><figcaption>A rim</figcaption></figure><p>After.</p>`
    assert.equal(excerptSentences(html, 300), 'Before. After.')
    assert.equal(excerptSentences('Before. <table><tr><td>18L', 300), 'Before.')
  })
})

test('toPlainText removes an unclosed comment or script up to the end of the text', () => {
  assert.equal(createExcerpt('Buttons <table><tr><td>12L', 300), 'Buttons 12L')
  assert.equal(toPlainText('Zippers <!-- and'), 'Zippers')
  assert.equal(toPlainText('Zippers <script>and'), 'Zippers')
})

test('excerpts of texts with many unclosed tags stay within the requested length', () => {
  // An algorithm with quadratic time would need minutes for these texts. untrusted-text.soak.ts measures the time.
  for (const unclosedText of [
    '<table',
    '<tr',
    '<table><tr><td>',
    '<table><td',
    '<!--',
    '<script>',
    '<style>',
    '</script ',
    '<a "',
    '&#1',
    '. ',
  ])
    for (const shortenText of [createExcerpt, excerptSentences])
      assert.ok(shortenText(unclosedText.repeat(40_000), 300).length <= 301, unclosedText)
})
