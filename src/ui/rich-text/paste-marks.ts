import { lookSays } from './unseen.ts'

/** Converts text styles to tags, and removes tags that the style cancels. */
export function liftMarks(root: Element): void {
  for (const element of root.querySelectorAll('[data-look], b, strong, i, em, font, span, u, s, strike')) {
    if (element.classList.contains('Apple-converted-space')) element.textContent = ' '
    const fontWeight = lookSays(element, 'font-weight')
    const fontStyle = lookSays(element, 'font-style')
    const verticalAlign = lookSays(element, 'vertical-align')
    const isIn = (tags: string) => element.closest(tags) !== null
    const isLine = inLine.has(element.localName)
    const isPlain = (isIn('b, strong') && isLight(fontWeight)) || (isIn('i, em') && fontStyle === 'normal')
    if (isPlain && ['b', 'strong', 'i', 'em'].includes(element.localName)) {
      element.replaceWith(...element.childNodes)
      continue
    }
    if (!isLine) continue
    const wanted = [
      isHeavy(fontWeight) && !isIn('b, strong, h1, h2, h3, h4, h5, h6, th') && 'strong',
      fontStyle === 'italic' && !isIn('i, em, cite') && 'em',
      (verticalAlign === 'sub' || verticalAlign === 'super') && !isIn('sub, sup') && verticalAlign.slice(0, 3),
    ]
    for (const tag of wanted) if (tag) wrapInside(element, tag)
  }
  // Headings are bold without a mark.
  for (const mark of root.querySelectorAll(':is(h1, h2, h3, h4, h5, h6, th) :is(b, strong)'))
    mark.replaceWith(...mark.childNodes)
}

const inLine = new Set(['span', 'font', 'a', 'u', 'ins', 's', 'strike', 'b', 'strong', 'i', 'em', 'sub', 'sup', 'code'])
const isHeavy = (weight: string) => weight === 'bold' || weight === 'bolder' || Number(weight) >= 600
const isLight = (weight: string) =>
  weight === 'normal' || weight === 'lighter' || (weight !== '' && Number(weight) < 600)

function wrapInside(element: Element, tag: string): void {
  const mark = document.createElement(tag)
  mark.append(...element.childNodes)
  element.append(mark)
}
