/*
 * An inline script in the head that fetches the scripts of the page. For a visitor from outside, the page is painted
 * before its heaviest font is fetched. A page for search engines is also painted before its scripts are fetched. In a
 * tab that is never painted, both load after two seconds. A visitor who reads Bangla and comes to the home page from
 * outside is first sent to /bn. The page is the same for everybody, so only the browser knows their language. Clicks on
 * buttons that need scripts are held back and marked with aria-busy. They are repeated once the page is hydrated: each
 * button once, in order. Links, menus, buttons with data-ready and forms that work without scripts are left to the
 * browser, except in a part with data-island: its script loads when the part is first used. If the scripts fail to
 * load, the waiting ends.
 */

const fetchNow = `(${printFunction(fetchWhenPainted)})()`
const redirectOrFetch = `(${printFunction(redirectToOwnLanguage)})()||${fetchNow}`

/** Returns the script for a page. Only the home page redirects to another language. */
export const fetchScriptsFor = (pathname: string): string => (pathname === '/' ? redirectOrFetch : fetchNow)

/** Prints a function without its indentation, which would be a part of every page. */
function printFunction(run: () => void): string {
  return String(run).replace(/\n\s+/g, '\n')
}

function redirectToOwnLanguage(): boolean {
  try {
    const { search, hash, origin } = location
    const [navigation] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[]
    const isFromOutside = navigation?.type === 'navigate' && !document.referrer.startsWith(origin + '/')
    if (!isFromOutside || localStorage.getItem('language') !== 'bn') return false
    document.documentElement.hidden = true
    location.replace('/bn' + search + hash)
    return true
  } catch {
    return false
  }
}

function fetchWhenPainted() {
  const { scripts, paintedFirst } = document.currentScript!.dataset
  const waitingButtons = new Set<HTMLButtonElement>()
  const holdClick = (event: Event) => {
    const button = (event.target as Element).closest<HTMLButtonElement>('button')
    if (!button || button.popoverTargetElement || button.dataset['ready'] === '') return
    const isInIsland = button.closest('[data-island]') !== null
    if (button.type !== 'button' && button.form && button.form.method !== 'dialog' && !isInIsland) return
    event.preventDefault()
    event.stopImmediatePropagation()
    waitingButtons.add(button)
    button.setAttribute('aria-busy', 'true')
    button.dispatchEvent(new Event('waiting', { bubbles: true }))
  }
  const releaseClicks = (isHydrated: boolean) => {
    removeEventListener('click', holdClick, true)
    for (const button of waitingButtons) {
      button.removeAttribute('aria-busy')
      if (isHydrated) setTimeout(() => button.click())
    }
    waitingButtons.clear()
  }
  addEventListener('click', holdClick, true)
  addEventListener('hydrated', () => setTimeout(releaseClicks, 0, true), { once: true })
  const loadFonts = () => void (document.documentElement.dataset['painted'] = '')
  const fetchAll = () => {
    for (const script of scripts!.split(' ')) import(script).catch(() => releaseClicks(false))
  }
  const onPaint = () => {
    loadFonts()
    fetchAll()
  }
  if (paintedFirst === undefined) fetchAll()
  // A visitor from another page of this site usually has the fonts.
  if (document.referrer.startsWith(location.origin + '/')) loadFonts()
  setTimeout(onPaint, 2_000)
  new PerformanceObserver(onPaint).observe({ type: 'paint', buffered: true })
}
