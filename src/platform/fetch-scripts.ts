import { createHash } from 'node:crypto'

/**
 * Stands in the head of a page and fetches its scripts. A page that is there to be seen is seen first: fonts and the
 * first picture come before what wakes it, unless somebody touches it or they are long in coming.
 */
export const fetchScripts = `(${String(whenSeen)})()`

export const fetchScriptsHash = createHash('sha256').update(fetchScripts).digest('base64')

function whenSeen() {
  const { scripts, seenFirst } = document.currentScript!.dataset
  const fetchAll = () => {
    for (const script of scripts!.split(' ')) void import(script)
  }
  if (seenFirst === undefined) return fetchAll()
  addEventListener('load', () => new PerformanceObserver(fetchAll).observe({ type: 'paint', buffered: true }))
  for (const event of ['pointerdown', 'keydown']) addEventListener(event, fetchAll, { once: true })
  setTimeout(fetchAll, 2_000)
}
