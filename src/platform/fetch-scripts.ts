import { createHash } from 'node:crypto'

/**
 * Stands in the head of a page and fetches its scripts. A page that is there to be seen is painted first; where nothing
 * is painted, in a tab that nobody looks at, it wakes all the same.
 */
export const fetchScripts = `(${String(whenSeen)})()`

export const fetchScriptsHash = createHash('sha256').update(fetchScripts).digest('base64')

function whenSeen() {
  const { scripts, seenFirst } = document.currentScript!.dataset
  const fetchAll = () => {
    for (const script of scripts!.split(' ')) void import(script)
  }
  if (seenFirst === undefined) return fetchAll()
  setTimeout(fetchAll, 2_000)
  new PerformanceObserver(fetchAll).observe({ type: 'paint', buffered: true })
}
