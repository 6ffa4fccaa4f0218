/**
 * Parses HTML in an inert document, so that nothing in it loads or runs. The page's Content-Security-Policy would
 * report inline styles even there, so style attributes get another name (`readStyle`).
 */
export function readUnseen(html: string): HTMLElement {
  const quiet = html
    .replace(/<style\b[^]*?(?:<\/style\s*>|$)/gi, '<x-style></x-style>')
    .replace(/(<[a-z][^<>]*?[\s/"'])style(\s*=)/gi, '$1data-look$2')
  return new DOMParser().parseFromString(quiet, 'text/html').body
}

/** Returns the style attribute of the source document. */
export const lookOf = (element: Element): string => element.getAttribute('data-look') ?? ''

export function lookSays(element: Element, property: string): string {
  const saying = lookOf(element)
    .split(';')
    .find((each) => each.slice(0, each.indexOf(':')).trim().toLowerCase() === property)
  return (
    saying
      ?.slice(saying.indexOf(':') + 1)
      .trim()
      .toLowerCase() ?? ''
  )
}

/** Returns the name of a tag or attribute as its author wrote it. */
export const asWritten = (name: string): string => (name === 'data-look' ? 'style' : name.replace(/^x-style$/, 'style'))
