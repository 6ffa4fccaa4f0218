import { startItemsWithLine } from './from-html.ts'
import { readStyle, parseInertHtml } from './parse-inert.ts'
import { convertStyles } from './paste-marks.ts'
import { convertWordLists, nestLists } from './paste-lists.ts'

export interface CleanPaste {
  html: string
  /** The number of dropped pictures, which are not in the library. */
  pictures: number
}

/**
 * Converts HTML copied from Word, Google Docs or a web page to the format of the editor. It keeps the content and drops
 * the styling.
 */
export function tidyPaste(html: string): CleanPaste {
  // HTML copied from this editor is already clean.
  if (html.includes('data-pm-slice')) return { html, pictures: 0 }
  const body = parseInertHtml(html)
  dropComments(body)
  for (const element of body.querySelectorAll('*'))
    if (removedTags.has(element.localName) || isHidden(element)) element.remove()
  const pictures = dropPictures(body)
  convertWordLists(body)
  nestLists(body)
  for (const table of [...body.querySelectorAll('table')].toReversed()) flattenTable(table)
  convertStyles(body)
  for (const link of body.querySelectorAll('a[href]'))
    link.setAttribute('href', unwrapTrackingLink(link.getAttribute('href')!))
  dropEmptyElements(body)
  startItemsWithLine(body)
  return { html: body.innerHTML, pictures }
}

const removedTags = new Set(
  'script x-style meta link title base xml svg math iframe object embed noscript template input select textarea button del video audio canvas head o:smarttagtype v:shapetype v:shape v:imagedata'.split(
    ' ',
  ),
)

const isHidden = (element: Element) => /display:\s*none|mso-hide:\s*all/i.test(readStyle(element))

function dropComments(root: Element): void {
  const comments = document.createNodeIterator(root, NodeFilter.SHOW_COMMENT)
  for (let comment = comments.nextNode(); comment; comment = comments.nextNode()) (comment as Comment).remove()
}

/** Replaces emoji pictures with characters. Keeps pictures of the library. Drops and counts all others. */
function dropPictures(root: Element): number {
  let droppedCount = 0
  for (const image of root.querySelectorAll('img')) {
    const src = image.getAttribute('src') ?? ''
    const alt = image.getAttribute('alt') ?? ''
    if (src.startsWith(`${location.origin}/pictures/`)) image.setAttribute('src', src.slice(location.origin.length))
    else if (/^\p{Extended_Pictographic}/u.test(alt) && alt.length < 12) image.replaceWith(alt)
    else if (!src.startsWith('/pictures/')) {
      image.remove()
      droppedCount++
    }
  }
  return droppedCount
}

/** Converts a nested table to lines of its outer cell, and a layout table to blocks. */
function flattenTable(table: HTMLTableElement): void {
  const rows = [...table.rows]
  const isLayoutTable = table.getAttribute('role') === 'presentation' || rows.every(({ cells }) => cells.length < 2)
  const outerTable = table.parentElement?.closest('table')
  if (!isLayoutTable && !outerTable) return
  const lines = rows.flatMap(({ cells }) => {
    const boxes = [...cells].map((cell) => {
      const box = document.createElement('div')
      box.append(...cell.childNodes)
      return box
    })
    return isLayoutTable ? boxes : [joinCells(boxes)]
  })
  table.replaceWith(...lines)
}

function joinCells(boxes: readonly Element[]): Element {
  const line = document.createElement('p')
  line.textContent = boxes.map(({ textContent }) => textContent.trim()).join(', ')
  return line
}

/**
 * Returns the real target of a link. Some sites, such as Google and Facebook, wrap links in a page that counts clicks.
 */
function unwrapTrackingLink(href: string): string {
  if (!URL.canParse(href)) return href
  const { hostname, pathname, origin, searchParams } = new URL(href)
  if (origin === location.origin) return href.slice(origin.length) || '/'
  const isTrackingLink =
    (/^www\.google\.[a-z.]+$/.test(hostname) && pathname === '/url') || hostname === 'l.facebook.com'
  return (isTrackingLink && (searchParams.get('q') ?? searchParams.get('u') ?? searchParams.get('url'))) || href
}

const removableTags = 'p, div, h1, h2, h3, h4, h5, h6, li, ul, ol, blockquote, figure'
/** Removes empty lines that only add space between paragraphs. */
function dropEmptyElements(root: Element): void {
  for (const element of [...root.querySelectorAll(removableTags)].toReversed())
    if (!element.textContent.trim() && !element.querySelector('img, hr, table')) element.remove()
}
