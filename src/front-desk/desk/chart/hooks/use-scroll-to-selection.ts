import { useEffect, type RefObject } from 'react'

/**
 * Scrolls to the open stay, the moved stay or the selected nights when a panel opens, because the panel takes a part of
 * the screen. The key names the open panels; it is empty if there is none.
 */
export function useScrollToSelection(body: RefObject<HTMLElement | null>, panels: string): void {
  useEffect(() => {
    if (panels === '') return
    const selectedElement = body.current!.querySelector('[data-ghost]') ?? body.current!.querySelector('[data-open]')
    selectedElement?.scrollIntoView({ block: 'nearest', inline: 'nearest' })
  }, [body, panels])
}
