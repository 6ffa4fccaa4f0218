declare global {
  interface Window {
    shift: number
  }
}

/** Sums up the layout shifts of a page since its first frame. Runs in the page. */
export function watchLayoutShifts(): void {
  window.shift = 0
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries()) window.shift += (entry as PerformanceEntry & { value: number }).value
  }).observe({ type: 'layout-shift', buffered: true })
}
