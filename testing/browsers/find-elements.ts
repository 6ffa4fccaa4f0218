/** Selects elements by role and accessible name, optionally within another element. */
export interface ElementQuery {
  role?: Role
  /** The whole accessible name, or a pattern that matches a part of it. */
  name?: string | RegExp
  /** A part of the text content. */
  text?: string
  css?: string
  within?: ElementQuery
  /** Whether to include elements that are visually hidden but read out by screen readers. */
  isHidden?: boolean
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

/** Serializes a query for the page, including its patterns. */
export const serializeQuery = (query: ElementQuery): string =>
  JSON.stringify(query, (_key, value) => (value instanceof RegExp ? { pattern: value.source } : value))

/** Returns all matching elements in document order. Runs in the page, so it must use nothing outside its own body. */
export function findElements(query: ElementQuery): HTMLElement[] {
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
  const normalizeSpace = (text: string) => text.replace(/\s+/g, ' ').trim()
  const { role, name, text, css, within, isHidden } = query
  const containers = within ? findElements(within) : [document]
  const selector = css ?? (role ? selectors[role] : 'body *')
  const foundElements = [...document.querySelectorAll<HTMLElement>(selector)].filter(
    (candidate) =>
      containers.some((container) => container !== candidate && container.contains(candidate)) &&
      (isHidden || isVisible(candidate)) &&
      (name === undefined || hasName(candidate)) &&
      (text === undefined || normalizeSpace(candidate.textContent).includes(normalizeSpace(text))),
  )
  // With text alone, only the innermost elements match, not their ancestors.
  if (role || css) return foundElements
  return foundElements.filter(
    (candidate) => !foundElements.some((inner) => inner !== candidate && candidate.contains(inner)),
  )

  function isVisible(element: HTMLElement): boolean {
    const { width, height } = element.getBoundingClientRect()
    return width > 0 && height > 0 && element.checkVisibility({ visibilityProperty: true })
  }

  function hasName(element: HTMLElement): boolean {
    const actualName = normalizeSpace(getAccessibleName(element))
    const { pattern } = name as unknown as { pattern?: string }
    return pattern === undefined ? actualName === normalizeSpace(name as string) : new RegExp(pattern).test(actualName)
  }

  /** Computes the accessible name, with as many of the rules as these tests need. */
  function getAccessibleName(element: HTMLElement): string {
    const labelIds = element.getAttribute('aria-labelledby')
    if (labelIds)
      return labelIds
        .split(' ')
        .map((id) => readText(document.getElementById(id)))
        .join(' ')
    const label = element.getAttribute('aria-label')
    if (label) return label
    const { labels } = element as HTMLInputElement
    if (labels?.length) return [...labels].map(readText).join(' ')
    return readText(element)
  }

  function readText(node: Node | null): string {
    if (node?.nodeType === Node.TEXT_NODE) return node.textContent ?? ''
    if (node?.nodeType !== Node.ELEMENT_NODE) return ''
    const element = node as HTMLElement
    if (element.matches('[aria-hidden=true], [hidden], svg, input, select, textarea')) return ''
    if (element.matches('img')) return (element as HTMLImageElement).alt
    const gap = getComputedStyle(element).display.startsWith('inline') ? '' : ' '
    return gap + [...element.childNodes].map(readText).join('') + gap
  }
}
