/** What a person looks for: by what it is and what it is called, within something else. */
export interface Sought {
  role?: Role
  /** The whole of it, or a pattern that is to be found in it. */
  name?: string | RegExp
  /** What is written there, as a part of it. */
  text?: string
  css?: string
  within?: Sought
  /** Also where it is not seen, but read out. */
  unseen?: boolean
}

type Role =
  | 'alert'
  | 'article'
  | 'banner'
  | 'button'
  | 'contentinfo'
  | 'dialog'
  | 'field'
  | 'grid'
  | 'h1'
  | 'heading'
  | 'link'
  | 'main'
  | 'navigation'
  | 'search'
  | 'status'
  | 'tab'

/** As text for a page: a pattern does not travel of itself. */
export const written = (sought: Sought): string =>
  JSON.stringify(sought, (_key, value) => (value instanceof RegExp ? { pattern: value.source } : value))

/** All that is there, in the order of the document. It is carried out in the page, and knows nothing but what is in it. */
export function seek(sought: Sought): HTMLElement[] {
  const selectors: Record<Role, string> = {
    alert: '[role=alert]',
    article: 'article',
    banner: 'body header:not(main header, article header)',
    button: 'button:not([role]), [role=button], summary',
    contentinfo: 'body footer:not(main footer, article footer)',
    dialog: 'dialog[open], [role=dialog]',
    field: 'input:not([type=hidden]), select, textarea',
    grid: '[role=grid]',
    h1: 'h1',
    heading: 'h1, h2, h3, h4, h5, h6',
    link: 'a[href]:not([role]), [role=link]',
    main: 'main',
    navigation: 'nav',
    search: '[role=search], search',
    status: '[role=status], output',
    tab: '[role=tab]',
  }
  const plain = (text: string) => text.replace(/\s+/g, ' ').trim()
  const { role, name, text, css, within, unseen } = sought
  const places = within ? seek(within) : [document]
  const selector = css ?? (role ? selectors[role] : 'body *')
  const found = [...document.querySelectorAll<HTMLElement>(selector)].filter(
    (each) =>
      places.some((place) => place !== each && place.contains(each)) &&
      (unseen || isSeen(each)) &&
      (name === undefined || isCalled(each)) &&
      (text === undefined || plain(each.textContent).includes(plain(text))),
  )
  // Of what only has that text, what holds it itself: not everything round it.
  if (role || css) return found
  return found.filter((each) => !found.some((other) => other !== each && each.contains(other)))

  function isSeen(element: HTMLElement): boolean {
    const { width, height } = element.getBoundingClientRect()
    return width > 0 && height > 0 && element.checkVisibility({ visibilityProperty: true })
  }

  function isCalled(element: HTMLElement): boolean {
    const called = plain(nameOf(element))
    const { pattern } = name as unknown as { pattern?: string }
    return pattern === undefined ? called === plain(name as string) : new RegExp(pattern).test(called)
  }

  /** As those who listen are told it; enough of the rules for what is written here. */
  function nameOf(element: HTMLElement): string {
    const by = element.getAttribute('aria-labelledby')
    if (by)
      return by
        .split(' ')
        .map((id) => read(document.getElementById(id)))
        .join(' ')
    const label = element.getAttribute('aria-label')
    if (label) return label
    const { labels } = element as HTMLInputElement
    if (labels?.length) return [...labels].map(read).join(' ')
    return read(element)
  }

  function read(node: Node | null): string {
    if (node?.nodeType === Node.TEXT_NODE) return node.textContent ?? ''
    if (node?.nodeType !== Node.ELEMENT_NODE) return ''
    const element = node as HTMLElement
    if (element.matches('[aria-hidden=true], [hidden], svg, input, select, textarea')) return ''
    if (element.matches('img')) return (element as HTMLImageElement).alt
    const gap = getComputedStyle(element).display.startsWith('inline') ? '' : ' '
    return gap + [...element.childNodes].map(read).join('') + gap
  }
}
