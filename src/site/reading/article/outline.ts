import { toPlainText } from '#content/excerpt.ts'

/** A heading of a post, and the id of its element. */
export interface OutlineEntry {
  id: string
  title: string
}

/** Gives each main heading of a post an id, and lists these headings. */
export function outlinePost(html: string): { html: string; outline: OutlineEntry[] } {
  const [opening = '', ...parts] = html.split('<h2>')
  const outline = parts.map((part, index) => ({
    id: `part-${index + 1}`,
    title: toPlainText(part.slice(0, part.indexOf('</h2>'))),
  }))
  return { html: [opening, ...parts.map((part, index) => `<h2 id="${outline[index]!.id}">${part}`)].join(''), outline }
}
