/**
 * An inline script in the head that fetches the scripts of the page. A page with public content is painted before, and
 * then gets its heaviest font too. In a tab that is never painted, the scripts load anyway. A visitor who reads Bangla
 * and comes to the home page from outside is first sent to /bn. The page is the same for everybody, so only the browser
 * knows their language.
 * Clicks on buttons that need scripts are held back and marked with aria-busy. They are repeated once the page is
 * hydrated: each button once, in order. Links, menus and forms that work without scripts are left to the browser. If
 * the scripts fail to load, the waiting ends.
 */
export const fetchScripts = `(${String(toOwnLanguage)})()||(${String(whenPainted)})()`

function toOwnLanguage(): boolean {
  try {
    const { pathname, search, hash, origin } = location
    const [visit] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[]
    const isFromOutside = visit?.type === 'navigate' && !document.referrer.startsWith(origin + '/')
    if (pathname !== '/' || !isFromOutside || localStorage.getItem('language') !== 'bn') return false
    document.documentElement.hidden = true
    location.replace('/bn' + search + hash)
    return true
  } catch {
    return false
  }
}

function whenPainted() {
  const { scripts, paintedFirst } = document.currentScript!.dataset
  const waiting = new Set<HTMLButtonElement>()
  const note = (event: Event) => {
    const button = (event.target as Element).closest<HTMLButtonElement>('button')
    if (!button || button.popoverTargetElement) return
    if (button.type !== 'button' && button.form && button.form.method !== 'dialog') return
    event.preventDefault()
    event.stopImmediatePropagation()
    waiting.add(button)
    button.setAttribute('aria-busy', 'true')
  }
  const stopWaiting = (isAwake: boolean) => {
    removeEventListener('click', note, true)
    for (const button of waiting) {
      button.removeAttribute('aria-busy')
      if (isAwake) setTimeout(() => button.click())
    }
    waiting.clear()
  }
  addEventListener('click', note, true)
  addEventListener('hydrated', () => setTimeout(stopWaiting, 0, true), { once: true })
  const callFonts = () => void (document.documentElement.dataset['painted'] = '')
  const fetchAll = () => {
    callFonts()
    for (const script of scripts!.split(' ')) import(script).catch(() => stopWaiting(false))
  }
  if (paintedFirst === undefined) return fetchAll()
  // A visitor from another page of this site has the fonts already.
  if (document.referrer.startsWith(location.origin + '/')) callFonts()
  setTimeout(fetchAll, 2_000)
  new PerformanceObserver(fetchAll).observe({ type: 'paint', buffered: true })
}
