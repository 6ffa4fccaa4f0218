/**
 * Parses HTML in an inert document, so that nothing in it loads or runs. The page's Content-Security-Policy would
 * report inline styles even there, so style attributes get another name (`readStyle`).
 */
export function parseInertHtml(html: string): HTMLElement {
  const inertHtml = html
    .replace(/<style\b[^]*?(?:<\/style\s*>|$)/gi, '<x-style></x-style>')
    .replace(/(<[a-z][^<>]*?[\s/"'])style(\s*=)/gi, '$1data-look$2')
  return new DOMParser().parseFromString(inertHtml, 'text/html').body
}

/** Returns the original style attribute of an element. */
export const readStyle = (element: Element): string => element.getAttribute('data-look') ?? ''

export function readStyleProperty(element: Element, property: string): string {
  const declaration = readStyle(element)
    .split(';')
    .find((part) => part.slice(0, part.indexOf(':')).trim().toLowerCase() === property)
  return (
    declaration
      ?.slice(declaration.indexOf(':') + 1)
      .trim()
      .toLowerCase() ?? ''
  )
}

/** Returns the name of a tag or attribute as its author wrote it. */
export const getOriginalName = (name: string): string =>
  name === 'data-look' ? 'style' : name.replace(/^x-style$/, 'style')
