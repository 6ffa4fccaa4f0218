import { useEffect, useRef, type RefObject } from 'react'

const fieldSelector = 'form :is(input, select, textarea, button)'

/**
 * Keeps the focus inside an element. When a form replaces the pressed button, its first field gets the focus, or else
 * the heading. So keyboard users do not start again at the top of the page. Escape closes the element, even after the
 * focus was lost.
 */
export function useRetainedFocus(container: RefObject<HTMLElement | null>, onClose: () => void): void {
  const latestOnClose = useRef(onClose)
  useEffect(() => {
    latestOnClose.current = onClose
  })
  useEffect(() => {
    const element = container.current!
    let hasFocus = element.contains(document.activeElement)
    const onFocus = ({ target }: FocusEvent) => (hasFocus = element.contains(target as Node))
    const onKey = (event: KeyboardEvent) => {
      const { activeElement } = document
      const isInside = activeElement === document.body || element.contains(activeElement)
      if (event.key === 'Escape' && !event.defaultPrevented && isInside) latestOnClose.current()
    }
    const observer = new MutationObserver((changes) => {
      if (!hasFocus || document.activeElement !== document.body) return
      const addedElements = changes
        .flatMap(({ addedNodes }) => [...addedNodes])
        .filter((node) => node instanceof HTMLElement)
      const addedForm = addedElements.find((node) => node.matches('form') || node.querySelector('form'))
      const firstField = addedForm?.parentElement?.querySelector<HTMLElement>(fieldSelector)
      ;(firstField ?? element.querySelector<HTMLElement>('h2'))!.focus()
    })
    observer.observe(element, { childList: true, subtree: true })
    document.addEventListener('focusin', onFocus)
    document.addEventListener('keydown', onKey)
    return () => {
      observer.disconnect()
      document.removeEventListener('focusin', onFocus)
      document.removeEventListener('keydown', onKey)
    }
  }, [container])
}
