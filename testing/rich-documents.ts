import fc from 'fast-check'

/*
 * Random texts of the editor: its own documents, and arbitrary HTML.
 */

interface Piece {
  type: string
  attrs?: object
  marks?: { type: string; attrs?: object }[]
  text?: string
  content?: Piece[]
}

const word = fc.constantFrom('a', 'Zip', '5 < 6 & 7', '"b"', 'ক্ষমা', 'ক্\u200cষ', 'য়', '\u00a0', '👔', '&amp;', 'x')
const link = fc
  .constantFrom('/rooms?a=1&b#c', 'https://example.com/a?b="c', 'mailto:a@example.com', 'tel:+880')
  .map((href) => ({
    type: 'link',
    attrs: { href: new URL(href, 'https://selvage.invalid').href.replace('https://selvage.invalid', '') },
  }))
const mark = fc.oneof(
  fc.constantFrom('strong', 'em', 'cite', 'sub', 'sup').map((type) => ({ type })),
  link,
)
const run = fc
  .tuple(word, fc.uniqueArray(mark, { selector: ({ type }) => type, maxLength: 3 }))
  .map(([text, marks]): Piece => ({ type: 'text', text, ...(marks.length > 0 && { marks }) }))

/** The inline content of a line, with line breaks inside but not at its end. */
const line = fc
  .array(fc.tuple(run, fc.nat(5)), { minLength: 1, maxLength: 5 })
  .map((runs): Piece[] =>
    runs.flatMap(([piece, dice], index) => (index > 0 && dice === 0 ? [{ type: 'lineBreak' }, piece] : [piece])),
  )

const paragraph = line.map((content): Piece => ({ type: 'paragraph', content }))
const emptyParagraph: Piece = { type: 'paragraph' }
const heading = fc
  .tuple(fc.constantFrom(2, 3, 4), line)
  .map(([level, content]): Piece => ({ type: 'heading', attrs: { level }, content }))
const size = fc.option(fc.integer({ min: 1, max: 9999 }), { nil: null })
const figure = fc
  .tuple(word, size, size, fc.boolean(), fc.option(line, { nil: undefined }))
  .map(([alt, width, height, framed, content]): Piece => {
    const attrs = {
      src: '/pictures/lace-480.1a.jpg',
      alt: alt.trim(),
      width,
      height,
      framed: framed || content !== undefined,
    }
    return { type: 'figure', attrs, ...(content && { content }) }
  })
const rule = fc.constant<Piece>({ type: 'rule' })

const { plain: plainBlock } = fc.letrec<{ plain: Piece; item: Piece; list: Piece; quote: Piece }>((tie) => ({
  plain: fc.oneof(
    { maxDepth: 3, depthIdentifier: 'plain' },
    paragraph,
    heading,
    figure,
    rule,
    tie('list'),
    tie('quote'),
  ),
  item: fc
    .tuple(
      fc.oneof(paragraph, fc.constant(emptyParagraph)),
      fc.array(tie('plain'), { maxLength: 2, depthIdentifier: 'plain' }),
    )
    .filter(([first, rest]) => first !== emptyParagraph || (rest.length > 0 && rest[0]!.type !== 'paragraph'))
    .map(([first, rest]): Piece => ({ type: 'listItem', content: [first, ...rest] })),
  list: fc
    .tuple(
      fc.constantFrom('bulletList', 'orderedList'),
      fc.array(tie('item'), { minLength: 1, maxLength: 3, depthIdentifier: 'plain' }),
    )
    .map(([type, content]): Piece => ({ type, content })),
  quote: fc
    .array(tie('plain'), { minLength: 1, maxLength: 2, depthIdentifier: 'plain' })
    .map((content): Piece => ({ type: 'blockquote', content })),
}))

const cell = fc
  .tuple(
    fc.boolean(),
    fc.constantFrom(null, 'col', 'row'),
    fc.oneof(fc.constant<Piece[]>([emptyParagraph]), fc.array(plainBlock, { minLength: 1, maxLength: 2 })),
  )
  .map(([isHead, scope, content]): Piece => ({
    type: isHead ? 'tableHeader' : 'tableCell',
    attrs: { colspan: 1, rowspan: 1, ...(isHead && { scope }) },
    content,
  }))

/** A table with rows of equal width. One cell of the first row may span two columns. */
const table = fc
  .tuple(
    fc.integer({ min: 1, max: 3 }),
    fc.nat(1),
    fc.integer({ min: 1, max: 2 }),
    fc.nat(1),
    fc.constantFrom('', 'Sizes & mm'),
  )
  .chain(([width, head, body, foot, caption]) =>
    fc
      .array(fc.array(cell, { minLength: width, maxLength: width }), {
        minLength: head + body + foot,
        maxLength: head + body + foot,
      })
      .map((rows): Piece => ({
        type: 'table',
        attrs: { caption },
        content: rows.map((content, row) => ({
          type: 'tableRow',
          attrs: { part: row < head ? 'head' : row < head + body ? 'body' : 'foot' },
          content: row === 0 && width > 1 ? widenFirstCell(content) : content,
        })),
      })),
  )

const widenFirstCell = ([first, , ...otherCells]: Piece[]): Piece[] => [
  { ...first!, attrs: { ...first!.attrs, colspan: 2 } },
  ...otherCells,
]

export const anyDocument = fc
  .array(fc.oneof(plainBlock, plainBlock, table), { minLength: 1, maxLength: 5 })
  .map((content): Piece => ({
    type: 'doc',
    content: content.at(-1)!.type === 'paragraph' ? content : [...content, emptyParagraph],
  }))

const tags =
  'h2 h3 h4 p p p br hr blockquote ul ol li li strong em sub sup cite figure figcaption table caption thead tbody tfoot tr th td td a img div'.split(
    ' ',
  )
const attributes = [
  'href="/rooms"',
  'href="https://example.com"',
  'src="/pictures/a.1.jpg"',
  'colspan="2"',
  'rowspan="2"',
  'scope="col"',
]

/** Nested tags of an article, most of them closed correctly. */
const { nested: nestedHtml } = fc.letrec<{ nested: string }>((tie) => ({
  nested: fc.oneof(
    { maxDepth: 4 },
    word.map((text) => `${text} `),
    fc
      .tuple(
        fc.constantFrom(...tags),
        fc.subarray(attributes, { maxLength: 2 }),
        fc.array(tie('nested'), { maxLength: 3 }),
        fc.nat(9),
      )
      .map(
        ([tag, attributeTexts, inner, dice]) =>
          `<${[tag, ...attributeTexts].join(' ')}>${inner.join('')}${dice ? `</${tag}>` : ''}`,
      ),
  ),
}))
const validHtml = fc
  .array(
    fc.tuple(
      fc.constantFrom('p', 'h2', 'li', 'td'),
      fc.array(fc.tuple(fc.constantFrom('strong', 'em', 'a href="/x"', 'sub'), word), { maxLength: 3 }),
    ),
    { minLength: 1, maxLength: 4 },
  )
  .map((parts) =>
    parts
      .map(([tag, runs]) => {
        const innerHtml = runs.map(([name, text]) => `<${name}>${text}</${name.split(' ')[0]}> b`).join('')
        if (tag === 'li') return `<ul><li>${innerHtml}</li></ul>`
        return tag === 'td'
          ? `<table><tr><th>${innerHtml}</th><td>1</td></tr></table>`
          : `<${tag}>${innerHtml}</${tag}>`
      })
      .join('\n'),
  )

export const anyHtml = fc.oneof(
  fc.array(nestedHtml, { minLength: 1, maxLength: 5 }).map((parts) => parts.join('')),
  validHtml,
)
