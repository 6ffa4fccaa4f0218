import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { MAX_HTML_BYTES } from './email-html.ts'
import type { Email } from './email.ts'
import { renderEmail } from './render.ts'

const head = {
  name: 'Selvage House',
  signature: ['With kind regards', 'Selvage Accessories', 'Road 11, Banani', '+880 2 · hello@selvage.example'],
}
const makeEmail = (overrides: Partial<Email>): Email => ({
  kind: 'staff_test',
  subject: 'Hello',
  paragraphs: [],
  ...overrides,
})

describe('renderEmail', () => {
  test('renders the same content as plain text and HTML, with the site name at the top and the address at the bottom (LET-1)', () => {
    const email = makeEmail({
      subject: 'Your stay',
      paragraphs: ['Dear Anna,', 'we expect you.\nBring your swatches.'],
      facts: [
        ['Room', 'Twin Room'],
        ['Check In', '4 January 2027'],
      ],
      links: [
        { label: 'Show the booking', url: 'https://selvage.example/dashboard?a=1&b=2' },
        { label: 'Show the room', url: 'https://selvage.example/rooms' },
      ],
    })
    const { text, html } = renderEmail(email, head, 'en')
    assert.equal(
      text,
      [
        'Dear Anna,',
        'we expect you.\nBring your swatches.',
        'Room: Twin Room\nCheck In: 4 January 2027',
        'Show the booking:\nhttps://selvage.example/dashboard?a=1&b=2',
        'Show the room:\nhttps://selvage.example/rooms',
        head.signature.join('\n'),
      ].join('\n\n'),
    )
    const orderedTexts = [
      '<title>Your stay</title>',
      'Dear Anna, we expect you. Bring your swatches.', // the preview in inboxes
      'Selvage House',
      'Dear Anna,',
      'we expect you.<br>Bring your swatches.',
      'Twin Room',
      '4 January 2027',
      'href="https://selvage.example/dashboard?a=1&amp;b=2"',
      'href="https://selvage.example/rooms"',
      'With kind regards<br>Selvage Accessories',
      'Selvage Accessories<br>Road 11, Banani<br>',
    ]
    for (const [index, part] of orderedTexts.entries()) {
      const position = html.indexOf(part, index === 0 ? 0 : html.indexOf(orderedTexts[index - 1]!))
      assert.ok(position >= 0, `${part} after ${orderedTexts[index - 1]}`)
    }
    assert.match(html, /^<!doctype html>\n<html lang="en" dir="ltr">/)
  })

  test('fetches nothing and uses only markup that every mail program supports (LET-1)', () => {
    const { html } = renderEmail(
      makeEmail({ paragraphs: ['Dear Anna,'], links: [{ label: 'See', url: 'https://selvage.example/' }] }),
      head,
      'bn',
    )
    assert.doesNotMatch(html, /<(img|link|script|iframe|svg)\b|url\(|@import|@font-face|src=/i)
    assert.deepEqual(html.match(/https?:\/\/[^"' <]+/g), ['https://selvage.example/'])
    assert.doesNotMatch(html, /display:\s*(flex|grid)|position:|float:|<div(?! lang)/)
    assert.match(html, /<html lang="bn"/)
    assert.match(html, /<td class="button" bgcolor="#\w{6}"/, 'Outlook draws the cell')
    assert.match(html, /prefers-color-scheme:dark/)
  })

  test('omits facts, links and the footer if they are empty (LET-1)', () => {
    const companyHeader = { name: 'Selvage', signature: [] }
    const { text, html } = renderEmail(makeEmail({ paragraphs: ['Anna has booked.'] }), companyHeader, 'bn')
    assert.equal(text, 'Anna has booked.')
    assert.doesNotMatch(html, /<a |class="(?:soft )?fact|class="[^"]*foot"/)
  })

  test('escapes all user text', () => {
    const untrustedText = `<img src=x onerror="alert(1)"> & 'so' </body>`
    const { text, html } = renderEmail(
      makeEmail({
        subject: untrustedText,
        paragraphs: [untrustedText],
        facts: [[untrustedText, untrustedText]],
        links: [{ label: untrustedText, url: `https://selvage.example/"><script>` }],
      }),
      { name: untrustedText, signature: [untrustedText, untrustedText, untrustedText] },
      'en',
    )
    assert.ok(text.includes(untrustedText))
    assert.doesNotMatch(html, /<img|<script|onerror="/)
    assert.equal(html.match(/<\/body>/g)!.length, 1)
    assert.ok(
      html.match(/&lt;img src=x onerror=&quot;alert\(1\)&quot;&gt; &amp; &#39;so&#39; &lt;\/body&gt;/g)!.length >= 9,
    )
  })

  test('truncates the HTML of a long email with a note, and keeps the plain text complete (LET-2)', () => {
    const longEmails = {
      quotes: makeEmail({ paragraphs: [`"${"'".repeat(60_000)}`, 'The end.'] }),
      lines: makeEmail({ paragraphs: Array.from({ length: 20_000 }, () => 'ক') }),
      facts: makeEmail({ facts: Array.from({ length: 36 }, () => ['পণ্য', 'ক'.repeat(4_000)] as const) }),
      emoji: makeEmail({ paragraphs: ['🧵'.repeat(40_000)] }),
    }
    for (const [name, email] of Object.entries(longEmails)) {
      const { text, html } = renderEmail(email, head, 'en')
      assert.ok(Buffer.byteLength(html) <= MAX_HTML_BYTES, `${name}: ${Buffer.byteLength(html)} bytes`)
      assert.match(html, /the beginning of each part/, name)
      assert.ok(!html.includes('\ufffd') || name === 'emoji')
      for (const part of [...email.paragraphs, ...(email.facts ?? []).map(([, value]) => value)])
        assert.ok(text.includes(part), name)
    }
    const { html } = renderEmail(makeEmail({ paragraphs: ['ক'.repeat(20_000)] }), head, 'bn')
    assert.ok(html.includes('ক'.repeat(20_000)), 'text within the limit is complete')
  })
})
