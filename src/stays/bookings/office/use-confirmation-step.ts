import { useEffect, useRef, useState, type KeyboardEvent } from 'react'

/**
 * A step that asks the user to confirm. When it opens, its heading gets the focus, and when it closes, the button that
 * opened it. Escape closes it.
 */
export function useConfirmationStep() {
  const [isOpen, setOpen] = useState(false)
  const heading = useRef<HTMLHeadingElement>(null)
  /** The element around the button that opens the step. */
  const opener = useRef<HTMLSpanElement>(null)
  const wasOpen = useRef(false)
  useEffect(() => {
    if (isOpen) {
      heading.current!.focus({ preventScroll: true })
      heading.current!.closest('form')!.scrollIntoView({ block: 'nearest' })
    } else if (wasOpen.current) opener.current?.querySelector('button')?.focus()
    wasOpen.current = isOpen
  }, [isOpen])
  return {
    isOpen,
    heading,
    opener,
    open: () => setOpen(true),
    close: () => setOpen(false),
    closeOnEscape: ({ key }: KeyboardEvent, isBusy: boolean) => {
      if (key === 'Escape' && !isBusy) setOpen(false)
    },
  }
}
