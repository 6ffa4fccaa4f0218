import { useEffect, useRef, type RefObject } from 'react'

const fields = 'form :is(input, select, textarea, button)'

/**
 * Keeps the focus inside an element. When a form replaces the pressed button, its first field gets the focus, or else
 * the heading: keyboard users do not start again at the top of the page. Escape closes the element, even after the
 * focus was lost.
 */
export function useKeptFocus(place: RefObject<HTMLElement | null>, onClose: () => void): void {
  const latest = useRef(onClose)
  useEffect(() => {
    latest.current = onClose
  })
  useEffect(() => {
    const element = place.current!
    let isWithin = element.contains(document.activeElement)
    const onFocus = ({ target }: FocusEvent) => (isWithin = element.contains(target as Node))
    const onKey = (event: KeyboardEvent) => {
      const { activeElement } = document
      const isHere = activeElement === document.body || element.contains(activeElement)
      if (event.key === 'Escape' && !event.defaultPrevented && isHere) latest.current()
    }
    const observer = new MutationObserver((changes) => {
      if (!isWithin || document.activeElement !== document.body) return
      const added = changes.flatMap(({ addedNodes }) => [...addedNodes]).filter((node) => node instanceof HTMLElement)
      const asks = added.find((node) => node.matches('form') || node.querySelector('form'))
      const first = asks?.parentElement?.querySelector<HTMLElement>(fields)
      ;(first ?? element.querySelector<HTMLElement>('h2'))!.focus()
    })
    observer.observe(element, { childList: true, subtree: true })
    document.addEventListener('focusin', onFocus)
    document.addEventListener('keydown', onKey)
    return () => {
      observer.disconnect()
      document.removeEventListener('focusin', onFocus)
      document.removeEventListener('keydown', onKey)
    }
  }, [place])
}
