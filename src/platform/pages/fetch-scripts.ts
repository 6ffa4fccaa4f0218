/**
 * Stands in the head of a page and fetches its scripts. A page that is there to be read is painted first; where nothing
 * is painted, in a tab that nobody looks at, it wakes all the same.
 */
export const fetchScripts = `(${String(whenPainted)})()`

function whenPainted() {
  const { scripts, paintedFirst } = document.currentScript!.dataset
  const fetchAll = () => {
    for (const script of scripts!.split(' ')) void import(script)
  }
  if (paintedFirst === undefined) return fetchAll()
  setTimeout(fetchAll, 2_000)
  new PerformanceObserver(fetchAll).observe({ type: 'paint', buffered: true })
}
