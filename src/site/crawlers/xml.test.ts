import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import fc from 'fast-check'
import { parseXml } from '#testing/xml.ts'
import { xml, renderXmlDocument } from './xml.ts'

describe('writing XML', () => {
  test('escapes inserted values, but not its own output', () => {
    const { markup } = xml`<a b="${'"<&>'}">${'<c>'}${xml`<d>${'&'}</d>`}${[xml`<e/>`, xml`<e/>`]}</a>`
    assert.equal(markup, '<a b="&quot;&lt;&amp;&gt;">&lt;c&gt;<d>&amp;</d><e/><e/></a>')
  })

  test('removes characters that XML does not allow', () => {
    assert.equal(xml`<a>${'x\u0000\u0008\u000b\u001f\ud800y\t\nz\ufffe\uffff'}</a>`.markup, '<a>xy\t\nz</a>')
    assert.equal(xml`<a>${'👩‍👩‍👧‍👦 কি'}</a>`.markup, '<a>👩‍👩‍👧‍👦 কি</a>')
  })

  test('preserves any text when the XML is parsed again', () => {
    const validText = /^[\t\n\u0020-\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]*$/u
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (text) => {
        const { attributes, text: content } = parseXml(renderXmlDocument(xml`<a b="${text}">${text}</a>`))
        if (validText.test(text)) assert.deepEqual([attributes['b'], content], [text, text])
      }),
    )
  })
})
