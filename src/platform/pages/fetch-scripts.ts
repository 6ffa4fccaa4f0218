/**
 * Stands in the head of a page and fetches its scripts. A page that is there to be read is painted first; where nothing
 * is painted, in a tab that nobody looks at, it wakes all the same. Who reads in Bangla, and has come to the front door
 * from outside, is first shown to theirs: the page is the same for everybody, so only the browser knows.
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
  const fetchAll = () => {
    for (const script of scripts!.split(' ')) void import(script)
  }
  if (paintedFirst === undefined) return fetchAll()
  setTimeout(fetchAll, 2_000)
  new PerformanceObserver(fetchAll).observe({ type: 'paint', buffered: true })
}
