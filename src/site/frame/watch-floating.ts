/** Marks the floating button in the lower right corner as clear while it covers no form, no button and no link. */
export function watchFloating(floatingElement: HTMLElement | null): (() => void) | undefined {
  if (!floatingElement) return
  const covered = new Set<Element>()
  const intersections = new IntersectionObserver(
    (entries) => {
      for (const { target, isIntersecting } of entries) {
        if (isIntersecting) covered.add(target)
        else covered.delete(target)
      }
      mark()
    },
    { rootMargin: '-90% 0px 0px -75%' },
  )
  const mark = () => floatingElement.toggleAttribute('data-clear', covered.size === 0)
  const observeControls = () => {
    intersections.disconnect()
    covered.clear()
    const controls = document.querySelectorAll(':is(main, footer) :is(form, button, a, summary)')
    for (const control of controls) intersections.observe(control)
    if (controls.length === 0) mark()
  }
  const mutations = new MutationObserver(observeControls)
  mutations.observe(document.body, { childList: true, subtree: true })
  observeControls()
  return () => {
    intersections.disconnect()
    mutations.disconnect()
  }
}
