/**
 * HTML read in a document that nobody sees: nothing in it is loaded or run. The policy of the page has no style but its own
 * and would complain even there, so what says how something looks has another name (`lookOf`).
 */
export function readUnseen(html: string): HTMLElement {
  const quiet = html
    .replace(/<style\b[^]*?(?:<\/style\s*>|$)/gi, '<x-style></x-style>')
    .replace(/(<[a-z][^<>]*?[\s/"'])style(\s*=)/gi, '$1data-look$2')
  return new DOMParser().parseFromString(quiet, 'text/html').body
}

/** How something looked where it was copied, in the words of a style. */
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

/** By which name somebody knows it who has written it. */
export const asWritten = (name: string): string => (name === 'data-look' ? 'style' : name.replace(/^x-style$/, 'style'))
