/**
 * Stands in the head of a page and fetches its scripts. A page that is there to be read is painted first, and has its
 * heaviest font then as well; where nothing is painted, in a tab that nobody looks at, it wakes all the same. Who reads in
 * Bangla, and has come to the front door from outside, is first shown to theirs: the page is the same for everybody, so
 * only the browser knows.
 *
 * What is pressed meanwhile, and would do nothing yet, is seen to wait (aria-busy), and is pressed again once the page is
 * awake: each button once, in order, each after what the one before has done. What the browser can do by itself (a link, a
 * menu, a form that works without scripts) is left to it. Where the scripts do not come, nothing waits for them any longer.
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
  addEventListener('awake', () => setTimeout(stopWaiting, 0, true), { once: true })
  const callFonts = () => void (document.documentElement.dataset['painted'] = '')
  const fetchAll = () => {
    callFonts()
    for (const script of scripts!.split(' ')) import(script).catch(() => stopWaiting(false))
  }
  if (paintedFirst === undefined) return fetchAll()
  // Who comes from another page of ours has them.
  if (document.referrer.startsWith(location.origin + '/')) callFonts()
  setTimeout(fetchAll, 2_000)
  new PerformanceObserver(fetchAll).observe({ type: 'paint', buffered: true })
}
