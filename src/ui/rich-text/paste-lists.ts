import { readStyle } from './parse-inert.ts'

const isWordListItem = (element: Element | null): element is HTMLElement =>
  element !== null && /mso-list:\s*l\d+\s+level\d/i.test(readStyle(element))

/**
 * Converts Word lists. Word writes them as paragraphs with a leading list marker, and gives the level in their style.
 */
export function convertWordLists(root: Element): void {
  for (let firstItem = findFirstItem(root); firstItem; firstItem = findFirstItem(root)) {
    const items: HTMLElement[] = []
    for (let candidate: Element | null = firstItem; isWordListItem(candidate); candidate = candidate.nextElementSibling)
      items.push(candidate)
    firstItem.before(buildList(items))
    for (const paragraph of items) paragraph.remove()
  }
}

const findFirstItem = (root: Element) =>
  [...root.querySelectorAll('p, h1, h2, h3, h4, h5, h6, li, div')].find(isWordListItem) ?? null

function buildList(items: readonly HTMLElement[]): Element {
  const lists: { depth: number; list: Element }[] = []
  for (const paragraph of items) {
    const depth = Number(/level(\d+)/i.exec(readStyle(paragraph))![1])
    const marker = removeMarker(paragraph)
    const item = document.createElement('li')
    item.append(...paragraph.childNodes)
    while (lists.length > 1 && lists.at(-1)!.depth > depth) lists.pop()
    if (lists.length === 0 || lists.at(-1)!.depth < depth) {
      const list = document.createElement(/^\s*(\p{Nd}+|[a-z]{1,4})[.)]/iu.test(marker) ? 'ol' : 'ul')
      lists.at(-1)?.list.lastElementChild!.append(list)
      lists.push({ depth, list })
    }
    lists.at(-1)!.list.append(item)
  }
  return lists[0]!.list
}

/** Removes and returns the list marker before an item, with the space after it. */
function removeMarker(paragraph: Element): string {
  const markerElements = [...paragraph.querySelectorAll('[data-look]')].filter((candidate) =>
    /mso-list:\s*ignore/i.test(readStyle(candidate)),
  )
  const marker = markerElements.map(({ textContent }) => textContent).join('')
  for (const candidate of markerElements) candidate.remove()
  return marker
}

/** Moves a list directly within a list into the item before it. */
export function nestLists(root: Element): void {
  for (const list of root.querySelectorAll(':is(ul, ol) > :is(ul, ol)')) {
    const previousItem = list.previousElementSibling
    if (previousItem?.localName === 'li') previousItem.append(list)
    else list.replaceWith(...list.childNodes)
  }
}
