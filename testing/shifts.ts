declare global {
  interface Window {
    shift: number
  }
}

/** Run within a page: how much of it has moved of itself, from its first picture on. */
export function watchShifts(): void {
  window.shift = 0
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries()) window.shift += (entry as PerformanceEntry & { value: number }).value
  }).observe({ type: 'layout-shift', buffered: true })
}
