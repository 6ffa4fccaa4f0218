/** Marks the floating button in the lower right corner as clear while no form and no button lies below it. */
export function keepClear(floating: HTMLElement | null): (() => void) | undefined {
  if (!floating) return
  const below = new Set<Element>()
  const seen = new IntersectionObserver(
    (entries) => {
      for (const { target, isIntersecting } of entries) {
        if (isIntersecting) below.add(target)
        else below.delete(target)
      }
      mark()
    },
    { rootMargin: '-85% 0px 0px -50%' },
  )
  const mark = () => floating.toggleAttribute('data-clear', below.size === 0)
  const look = () => {
    seen.disconnect()
    below.clear()
    const pressed = document.querySelectorAll('main :is(form, button)')
    for (const each of pressed) seen.observe(each)
    if (pressed.length === 0) mark()
  }
  const changes = new MutationObserver(look)
  changes.observe(document.body, { childList: true, subtree: true })
  look()
  return () => {
    seen.disconnect()
    changes.disconnect()
  }
}
