import { readStyleProperty } from './parse-inert.ts'

/** Converts text styles to tags, and removes tags that the style cancels. */
export function convertStyles(root: Element): void {
  for (const element of root.querySelectorAll('[data-look], b, strong, i, em, font, span, u, s, strike')) {
    if (element.classList.contains('Apple-converted-space')) element.textContent = ' '
    const fontWeight = readStyleProperty(element, 'font-weight')
    const fontStyle = readStyleProperty(element, 'font-style')
    const verticalAlign = readStyleProperty(element, 'vertical-align')
    const isInside = (tags: string) => element.closest(tags) !== null
    const isInline = inlineTags.has(element.localName)
    const isUnmarked = (isInside('b, strong') && isNotBold(fontWeight)) || (isInside('i, em') && fontStyle === 'normal')
    if (isUnmarked && ['b', 'strong', 'i', 'em'].includes(element.localName)) {
      element.replaceWith(...element.childNodes)
      continue
    }
    if (!isInline) continue
    const missingTags = [
      isBold(fontWeight) && !isInside('b, strong, h1, h2, h3, h4, h5, h6, th') && 'strong',
      fontStyle === 'italic' && !isInside('i, em, cite') && 'em',
      (verticalAlign === 'sub' || verticalAlign === 'super') && !isInside('sub, sup') && verticalAlign.slice(0, 3),
    ]
    for (const tag of missingTags) if (tag) wrapInside(element, tag)
  }
  // Headings and header cells are bold without a mark.
  for (const mark of root.querySelectorAll(':is(h1, h2, h3, h4, h5, h6, th) :is(b, strong)'))
    mark.replaceWith(...mark.childNodes)
}

const inlineTags = new Set([
  'span',
  'font',
  'a',
  'u',
  'ins',
  's',
  'strike',
  'b',
  'strong',
  'i',
  'em',
  'sub',
  'sup',
  'code',
])
const isBold = (weight: string) => weight === 'bold' || weight === 'bolder' || Number(weight) >= 600
const isNotBold = (weight: string) =>
  weight === 'normal' || weight === 'lighter' || (weight !== '' && Number(weight) < 600)

function wrapInside(element: Element, tag: string): void {
  const mark = document.createElement(tag)
  mark.append(...element.childNodes)
  element.append(mark)
}
