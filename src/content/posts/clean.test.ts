import assert from 'node:assert/strict'
import { readdirSync, readFileSync } from 'node:fs'
import { describe, test } from 'node:test'
import { fileURLToPath } from 'node:url'
import fc from 'fast-check'
import { valueForTier } from '#testing/tier.ts'
import { RejectedInputError } from '#platform/sandbox/rejected-input.ts'
import { MAX_CHARACTERS } from './limits.ts'
import { cleanHtml } from './clean.ts'

const seedPostsPath = fileURLToPath(new URL('../../../seed/posts/', import.meta.url))

describe('cleanHtml', () => {
  test('leaves the supplied articles unchanged', async () => {
    for (const name of readdirSync(seedPostsPath)) {
      const html = readFileSync(seedPostsPath + name, 'utf8').trim()
      assert.equal(await cleanHtml(html), html, name)
    }
  })

  const unchangedHtml = {
    'headings, lists and emphasis':
      '<h2>A</h2><h3>B</h3><h4>C</h4><ul><li><strong>a</strong> <em>b</em></li></ul><ol><li>c</li></ol>',
    'a quotation and inline marks':
      '<blockquote><p>Find its edges. <cite>We</cite></p></blockquote><p>m<sup>2</sup> H<sub>2</sub>O</p>',
    'a table':
      '<table><caption>Sizes</caption><thead><tr><th scope="col">Ligne</th><th colspan="2">mm</th></tr></thead><tbody><tr><td rowspan="2">18</td></tr></tbody></table>',
    links:
      '<p><a href="/details/zipper">a</a> <a href="/bn/rooms?adult=2&amp;child=1#top">b</a> <a href="mailto:hello@selvage.example?subject=Zips">c</a> <a href="tel:+8801700000004">d</a></p>',
    'special characters': '<p>5 &lt; 6 &amp; 7 &gt; 6, "said" ‘he’, ৳১০০, 👔</p>',
  }
  for (const [description, html] of Object.entries(unchangedHtml)) {
    test(`keeps ${description}`, async () => assert.equal(await cleanHtml(html), html))
  }

  const conversions: Record<string, [input: string, clean: string]> = {
    'top-level headings': ['<h1>A</h1><h6>B</h6>', '<h2>A</h2><h4>B</h4>'],
    'bold and italic': ['<b>a</b><i>b</i>', '<strong>a</strong><em>b</em>'],
    'the boxes of an editor': ['<div><div>One</div><div>Two</div></div>', '<p>One</p><p>Two</p>'],
    'unclosed tags': ['<p>One<p>Two<ul><li>a<li>b', '<p>One</p><p>Two</p><ul><li>a</li><li>b</li></ul>'],
    'a link to another site': [
      '<a href="https://example.com/a?b=1&c" target="_blank" rel="opener" ping="/x">a</a>',
      '<a href="https://example.com/a?b=1&amp;c" rel="external noopener">a</a>',
    ],
    'a link to another site without a scheme': [
      '<a href="//example.com">a</a>',
      '<a href="https://example.com/" rel="external noopener">a</a>',
    ],
    'a picture of this site': [
      '<figure><img src="/pictures/lace-480.1a.jpg" alt="Lace &quot;A&quot;" width="480" height="x" onload=x srcset="//evil.example"><figcaption>Lace</figcaption></figure>',
      '<figure><img src="/pictures/lace-480.1a.jpg" alt="Lace &quot;A&quot;" width="480" loading="lazy" decoding="async" /><figcaption>Lace</figcaption></figure>',
    ],
  }
  for (const [description, [input, cleanedHtml]] of Object.entries(conversions)) {
    test(`converts ${description} to article markup`, async () => assert.equal(await cleanHtml(input), cleanedHtml))
  }

  const hostileInputs: [input: string, clean: string][] = [
    ['<script>alert(1)</script>x', 'x'],
    ['<scr<script>ipt>alert(1)</scr</script>ipt>', 'ipt&gt;alert(1)ipt&gt;'],
    ['<SCRIPT SRC=//evil.example></SCRIPT >x', 'x'],
    ['<img src=x onerror=alert(1)>', ''],
    [
      '<img src="/pictures/a.jpg" onerror="alert(1)">',
      '<img src="/pictures/a.jpg" alt="" loading="lazy" decoding="async" />',
    ],
    ['<img src="https://evil.example/pixel.gif">', ''],
    ['<img src="//evil.example/pictures/a.jpg">', ''],
    ['<img src="/pictures/../api/auth/logout">', ''],
    ['<img src="/pictures/a.jpg?x=1">', ''],
    ['<img src="data:image/svg+xml;base64,PHN2Zz4=">', ''],
    ['<p onclick=alert(1) class=a id=b style="position:fixed" title=x data-x=1>a</p>', '<p>a</p>'],
    ['<p/onmouseover=alert(1)>a', '<p>a</p>'],
    ['<a href="javascript:alert(1)">a</a>', 'a'],
    ['<a href="JaVaScRiPt:alert(1)">a</a>', 'a'],
    ['<a href="java\tscript:alert(1)">a</a>', 'a'],
    ['<a href=" &#14; javascript:alert(1)">a</a>', 'a'],
    ['<a href="&#106;&#97;vascript&colon;alert(1)">a</a>', 'a'],
    ['<a href="&#x6A&#x61vascript:alert(1)">a</a>', 'a'],
    ['<a href="java&NewLine;script:alert(1)">a</a>', 'a'],
    ['<a href="data:text/html,<script>alert(1)</script>">a</a>', 'a'],
    ['<a href="vbscript:msgbox(1)">a</a>', 'a'],
    ['<a href="file:///etc/passwd">a</a>', 'a'],
    ['<a href="blob:https://selvage.example/1">a</a>', 'a'],
    ['<a href="/.//evil.example">a</a>', 'a'],
    ['<a href="/\\evil.example">a</a>', '<a href="https://evil.example/" rel="external noopener">a</a>'],
    ['<a href="rooms">a</a>', 'a'],
    ['<a href="#top">a</a>', 'a'],
    ['<a name=top>a</a>', 'a'],
    ['<svg onload=alert(1)><a xlink:href="javascript:alert(1)"><text>x</text></a></svg>y', 'y'],
    ['<svg><style><img src=x onerror=alert(1)></style></svg>y', 'y'],
    ['<math><mtext><table><mglyph><style><!--</style><img title="--&gt;&lt;img src=1 onerror=alert(1)&gt;">', ''],
    ['<noscript><p title="</noscript><img src=x onerror=alert(1)>">', ''],
    ['<textarea></textarea/><img src=x onerror=alert(1)></textarea>y', 'y'],
    ['<xmp><script>alert(1)</script></xmp>y', 'y'],
    ['<template><script>alert(1)</script></template>y', 'y'],
    ['<iframe src="https://evil.example"></iframe><object data=x></object><embed src=x>y', 'y'],
    ['<form action=//evil.example><input name=password><button formaction=javascript:alert(1)>a</button></form>', 'a'],
    ['<style>body{display:none}</style><link rel=stylesheet href=//evil.example>a', 'a'],
    ['<meta http-equiv="refresh" content="0;url=https://evil.example"><base href="//evil.example/">a', 'a'],
    ['<!--<img src="--><img src=x onerror=alert(1)//">a', 'a'],
    ['<![CDATA[<script>alert(1)</script>]]>a', 'a'],
    ['<?php echo 1 ?><!DOCTYPE html>a', 'a'],
    ['&lt;script&gt;alert(1)&lt;/script&gt;', '&lt;script&gt;alert(1)&lt;/script&gt;'],
    ['&amp;lt;script&amp;gt;', '&amp;lt;script&amp;gt;'],
    ['<p>a\u0000b\u0008c&#8;d\ud800e</p>', '<p>abcd\ufffde</p>'],
    ['</div></article></main><p>a</p>', '<p>a</p>'],
    ['<p><table><a href="/x">a</p></a><tr><h2>b', '<table><a href="/x">a</a><tr><h2>b</h2></tr></table>'],
  ]
  for (const [input, cleanedHtml] of hostileInputs) {
    test(`makes this input safe: ${input.replace(/[^ -~]/g, '·').slice(0, 90)}`, async () =>
      assert.equal(await cleanHtml(input), cleanedHtml))
  }

  test('is idempotent and returns only allowed markup for any input', async () => {
    await fc.assert(
      fc.asyncProperty(brokenHtml, async (html) => {
        const cleanedHtml = await cleanHtml(html)
        assert.deepEqual(findForbiddenParts(cleanedHtml), [])
        assert.equal(await cleanHtml(cleanedHtml), cleanedHtml)
      }),
      { numRuns: valueForTier({ gate: 300, all: 2_000, soak: 20_000 }) },
    )
  })

  test('keeps the text of tags nested up to 200 levels and rejects deeper nesting (SEC-9)', async () => {
    for (const fragment of ['<b>', '<div>', '<ul><li>', '<table><tr><td>', '<font>']) {
      const depth = fragment.split('<').length - 1
      const nestFragments = (count: number) => `${fragment.repeat(count)}deep`
      assert.match(await cleanHtml(nestFragments(Math.floor(200 / depth))), /deep/, fragment)
      for (const count of [Math.floor(200 / depth) + 1, MAX_CHARACTERS / 2 / fragment.length])
        await assert.rejects(cleanHtml(nestFragments(count)), new RejectedInputError('too_deep'), fragment)
    }
  })

  test('accepts any number of tags without nesting', async () => {
    for (const fragment of ['<p>one</p>', '<br>', '<p>one', '<li>one', '<b></b>', '<', '</b>']) {
      const html = fragment.repeat(Math.ceil(MAX_CHARACTERS / 2 / fragment.length))
      assert.deepEqual(findForbiddenParts(await cleanHtml(html)), [], fragment)
    }
  })
})

const tagNames = (
  'h1 h2 p ul li b strong a table tr td th caption figure img br hr div span script style svg math mtext textarea title ' +
  'noscript template select option blockquote form input iframe body html xmp plaintext annotation-xml colgroup image'
).split(' ')
const attributes = [
  'href="javascript:alert(1)"',
  'href="&#106;avascript:x"',
  'href="/rooms?a=1&amp;b#c"',
  'href=//evil.example',
  'href="/.//evil.example"',
  "href='\"><script>'",
  'src=/pictures/a-480.1f.jpg',
  'src=x onerror=alert(1)',
  'style="a"',
  'class=a id=b',
  'colspan=2',
  'scope=col',
  'alt="a&quot;<b>"',
  'title=">"',
  '/',
  '=',
  '"',
]
const fragments = [
  'text',
  '<',
  '>',
  '&',
  '&lt;',
  '&#60;',
  '&amp;lt;',
  '"',
  '<!--',
  '-->',
  '<![CDATA[',
  ']]>',
  '<?x',
  '\0',
  '\r\n',
  ' ',
  '&#0;',
  '&#x1;',
  '\u2028',
  '\ud800',
  '&nbsp',
  '<a',
  '</',
  '<p a="',
  '\ufeff',
]
/** Random tags, fragments and texts in any order, with tags that are not opened or not closed. */
const brokenHtml = fc
  .array(
    fc.oneof(
      fc
        .tuple(fc.constantFrom(...tagNames), fc.subarray(attributes, { maxLength: 3 }))
        .map(([name, chosenAttributes]) => `<${[name, ...chosenAttributes].join(' ')}>`),
      fc.constantFrom(...tagNames).map((name) => `</${name}>`),
      fc.constantFrom(...fragments),
      fc.string({ maxLength: 6 }),
    ),
    { maxLength: 40 },
  )
  .map((pieces) => pieces.join(''))

const attributeValuePattern = '"(?:[^"<>&]|&(?:amp|lt|gt|quot);)*"'
const allowedPattern = new RegExp(
  [
    '[^<>&]|&(?:amp|lt|gt);',
    '</?(?:h[234]|p|ul|ol|li|strong|em|sub|sup|blockquote|cite|figure|figcaption|table|caption|thead|tbody|tfoot|tr)>',
    '<[bh]r />',
    '<td(?: colspan="\\d+")?(?: rowspan="\\d+")?>',
    '<th(?: scope="(?:col|row)")?(?: colspan="\\d+")?(?: rowspan="\\d+")?>',
    '</(?:a|td|th)>',
    '<a href="/(?!/)(?:[^"<>&]|&amp;)*">',
    '<a href="(?:mailto|tel):(?:[^"<>&]|&amp;)*">',
    '<a href="https?://[^/"](?:[^"<>&]|&amp;)*" rel="external noopener">',
    `<img src="/pictures/[\\w.-]+" alt=${attributeValuePattern}(?: width="\\d+")?(?: height="\\d+")? loading="lazy" decoding="async" />`,
  ].join('|'),
  'uy',
)

/** Returns markup that is not allowed in an article or not closed in the right order. */
function findForbiddenParts(html: string): string[] {
  const openTags: string[] = []
  for (allowedPattern.lastIndex = 0; allowedPattern.lastIndex < html.length;) {
    const position = allowedPattern.lastIndex
    const [match] = allowedPattern.exec(html) ?? []
    if (match === undefined) return [html.slice(position, position + 80)]
    const [, closingSlash, name, selfClosingSlash] = /^<(\/?)(\w+)\b[^]*?(\/?)>$/.exec(match) ?? []
    if (name && !closingSlash && !selfClosingSlash) openTags.push(name)
    if (closingSlash && openTags.pop() !== name) return [html.slice(position, position + 80)]
  }
  return openTags
}
