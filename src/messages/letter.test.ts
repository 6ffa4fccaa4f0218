import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { renderLetter } from './letter.ts'

const signature = ['With kind regards', 'Selvage Accessories']

describe('a letter', () => {
  test('says the same as plain text and as HTML', () => {
    const letter = {
      subject: 'Your stay',
      paragraphs: ['Dear Anna,', 'we expect you.\nBring your swatches.'],
      facts: [
        ['Room', 'Twin Room'],
        ['Check In', '4 January 2027'],
      ] as const,
      links: [
        { label: 'Show the booking', url: 'https://selvage.example/dashboard?a=1&b=2' },
        { label: 'Show the room', url: 'https://selvage.example/rooms' },
      ],
    }
    const { text, html } = renderLetter(letter, signature, 'en')
    assert.equal(
      text,
      [
        'Dear Anna,',
        'we expect you.\nBring your swatches.',
        'Room: Twin Room\nCheck In: 4 January 2027',
        'Show the booking:\nhttps://selvage.example/dashboard?a=1&b=2',
        'Show the room:\nhttps://selvage.example/rooms',
        'With kind regards\nSelvage Accessories',
      ].join('\n\n'),
    )
    for (const said of [
      'Dear Anna,',
      'we expect you.<br>Bring your swatches.',
      'Twin Room',
      '4 January 2027',
      'Selvage Accessories',
    ]) {
      assert.ok(html.includes(said), said)
    }
    for (const url of ['dashboard?a=1&amp;b=2', 'rooms'])
      assert.ok(html.includes(`href="https://selvage.example/${url}"`), url)
    assert.match(html, /^<!doctype html>\n<html lang="en">.*<meta charset="utf-8">/)
  })

  test('has no empty parts where it has no facts and no link', () => {
    const { text, html } = renderLetter({ subject: 'Hello', paragraphs: ['Dear Anna,'] }, signature, 'bn')
    assert.equal(text, 'Dear Anna,\n\nWith kind regards\nSelvage Accessories')
    assert.doesNotMatch(html, /<table|<a /)
    assert.match(html, /<html lang="bn">/)
  })

  test('shows what people wrote as they wrote it: nothing of it is markup', () => {
    const wild = `<img src=x onerror="alert(1)"> & 'so' </body>`
    const { text, html } = renderLetter(
      {
        subject: '',
        paragraphs: [wild],
        facts: [[wild, wild]],
        links: [{ label: wild, url: `https://selvage.example/"><script>` }],
      },
      [wild],
      'en',
    )
    assert.ok(text.includes(wild))
    assert.doesNotMatch(html, /<img|<script|onerror="/)
    assert.equal(html.match(/<\/body>/g)!.length, 1)
    assert.equal(
      html.match(/&lt;img src=x onerror=&quot;alert\(1\)&quot;&gt; &amp; &#39;so&#39; &lt;\/body&gt;/g)!.length,
      5,
    )
  })
})
