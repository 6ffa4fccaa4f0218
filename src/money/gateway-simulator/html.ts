/** A piece of HTML. All other inserted values are escaped. */
class Html {
  readonly markup: string
  constructor(markup: string) {
    this.markup = markup
  }
}
export type { Html }

type Piece = string | Html | null | readonly Html[]

export const html = (parts: TemplateStringsArray, ...pieces: Piece[]): Html =>
  new Html(parts.reduce((page, part, index) => page + toMarkup(pieces[index - 1] ?? null) + part))

function toMarkup(piece: Piece): string {
  if (piece === null) return ''
  if (piece instanceof Html) return piece.markup
  return typeof piece === 'string' ? escape(piece) : piece.map(({ markup }) => markup).join('')
}

const escapes: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' }
const escape = (text: string) => text.replace(/[&<>"']/g, (character) => escapes[character]!)
