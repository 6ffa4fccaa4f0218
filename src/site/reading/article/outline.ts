import { toPlainText } from '#content/excerpt.ts'

/** A heading of a post, and the id of its element. */
export interface OutlineEntry {
  id: string
  title: string
}

/** Gives each main heading of a post an id, and lists these headings. */
export function outlinePost(html: string): { html: string; outline: OutlineEntry[] } {
  const outline: OutlineEntry[] = []
  const htmlWithIds = html.replace(/<h2>(.*?)<\/h2>/gs, (_, heading: string) => {
    const id = `part-${outline.length + 1}`
    outline.push({ id, title: toPlainText(heading) })
    return `<h2 id="${id}">${heading}</h2>`
  })
  return { html: htmlWithIds, outline }
}
