import type { Attributes, IOptions } from 'sanitize-html'
import { toSafeLink } from '#platform/link-address.ts'
import { RejectedInputError } from '#platform/sandbox/rejected-input.ts'

/**
 * Reduces HTML to the markup of an article, in linear time. Cleaning clean HTML changes nothing. Runs in a parser
 * process (src/app/parsers.ts), because some texts of 100,000 characters take a tenth of a second.
 */
export async function cleanHtml(html: string): Promise<string> {
  const { default: sanitize } = await import('sanitize-html')
  let input = html.toWellFormed()
  for (let round = 0; round < MAX_ROUNDS; round++) {
    const sanitizedHtml = sanitize(input, { ...options, ...limitDepth() })
      .replace(controlPattern, '')
      .replaceAll('<p></p>', '')
      .trim()
    if (sanitizedHtml === input) return sanitizedHtml
    input = sanitizedHtml
  }
  throw new Error('the cleaned HTML does not become stable')
}

/**
 * The maximum number of cleaning rounds. Badly nested tags may need several, because the cleaned text is parsed again
 * in each round.
 */
const MAX_ROUNDS = 10

/**
 * The maximum depth of nesting, because parsing takes quadratic time in the depth. Texts from editors and word
 * processors stay below 50.
 */
const MAX_DEPTH = 200

function limitDepth(): Pick<IOptions, 'onOpenTag' | 'onCloseTag'> {
  let depth = 0
  return {
    onOpenTag() {
      if (++depth > MAX_DEPTH) throw new RejectedInputError('too_deep')
    },
    onCloseTag() {
      depth--
    },
  }
}

const controlPattern = /[\u0000-\u0008\u000b-\u001f\u007f-\u009f]/g

/** A function that returns the allowed attributes of a tag, or null to keep only its text. */
type AttributeFilter = (input: Attributes) => Attributes | null
const dropAttributes: AttributeFilter = () => ({})
const attributeFiltersByTag = new Map<string, AttributeFilter>([
  ...['h2', 'h3', 'h4', 'p', 'br', 'hr', 'blockquote', 'ul', 'ol', 'li'].map((tag) => [tag, dropAttributes] as const),
  ...['strong', 'em', 'sub', 'sup', 'cite', 'figure', 'figcaption'].map((tag) => [tag, dropAttributes] as const),
  ...['table', 'caption', 'thead', 'tbody', 'tfoot', 'tr'].map((tag) => [tag, dropAttributes] as const),
  ['th', (input) => keepMatching(input, { scope: /^(col|row)$/, colspan: spanPattern, rowspan: spanPattern })],
  ['td', (input) => keepMatching(input, { colspan: spanPattern, rowspan: spanPattern })],
  ['img', filterPicture],
  ['a', filterLink],
])
const spanPattern = /^[1-9]\d?$/

/** Tags from editors and word processors, with their replacements. */
const tagReplacements = new Map([
  ['h1', 'h2'],
  ['h5', 'h4'],
  ['h6', 'h4'],
  ['div', 'p'],
  ['b', 'strong'],
  ['i', 'em'],
])

const options: IOptions = {
  allowedTags: [...attributeFiltersByTag.keys()],
  allowedAttributes: {
    a: ['href', 'rel'],
    img: ['src', 'alt', 'width', 'height', 'loading', 'decoding'],
    th: ['scope', 'colspan', 'rowspan'],
    td: ['colspan', 'rowspan'],
  },
  allowedSchemes: ['http', 'https', 'mailto', 'tel'],
  allowProtocolRelative: false,
  /** Tags that are removed together with their text. */
  nonTextTags: [
    'script',
    'style',
    'textarea',
    'option',
    'xmp',
    'noscript',
    'template',
    'title',
    'svg',
    'math',
    'iframe',
    'object',
  ],
  nestingLimit: 30,
  transformTags: {
    '*'(tag, attributes) {
      const name = tagReplacements.get(tag) ?? tag
      const attribs = attributeFiltersByTag.get(name)?.(attributes)
      return attribs === null ? { tagName: 'unwrapped', attribs: {} } : { tagName: name, attribs: attribs ?? {} }
    },
  },
}

function keepMatching(input: Attributes, patterns: Record<string, RegExp>): Attributes {
  const matchingPatterns = Object.entries(patterns).filter(([name, pattern]) => pattern.test(input[name] ?? ''))
  return Object.fromEntries(matchingPatterns.map(([name]) => [name, input[name]!]))
}

/** Accepts only pictures of this site, because other servers would learn who reads an article. */
function filterPicture({ src = '', alt = '', ...input }: Attributes): Attributes | null {
  if (!/^\/pictures\/[\w-]+(\.[\w-]+)+$/.test(src)) return null
  return {
    src,
    alt,
    ...keepMatching(input, { width: sizePattern, height: sizePattern }),
    loading: 'lazy',
    decoding: 'async',
  }
}
const sizePattern = /^[1-9]\d{0,3}$/

function filterLink({ href = '' }: Attributes): Attributes | null {
  const address = toSafeLink(href)
  return address && { href: address.href, ...(address.rel && { rel: address.rel }) }
}
