/** A piece of HTML. All other inserted values are escaped. */
class Html {
  readonly markup: string
  constructor(markup: string) {
    this.markup = markup
  }
}
export type { Html }

type HtmlValue = string | Html | null | readonly Html[]

export const html = (parts: TemplateStringsArray, ...values: HtmlValue[]): Html =>
  new Html(parts.reduce((page, part, index) => page + toMarkup(values[index - 1] ?? null) + part))

function toMarkup(value: HtmlValue): string {
  if (value === null) return ''
  if (value instanceof Html) return value.markup
  return typeof value === 'string' ? escape(value) : value.map(({ markup }) => markup).join('')
}

const escapes: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' }
const escape = (text: string) => text.replace(/[&<>"']/g, (character) => escapes[character]!)
