import { useEffect } from 'react'

/** The unsaved edits of this page, with functions that drop their drafts. */
const open = new Map<symbol, () => void>()

export const hasUnsaved = (): boolean => open.size > 0
/** Drops all unsaved edits. The user has confirmed that. */
export function letGo(): void {
  for (const purge of open.values()) purge()
  open.clear()
}

/** Asks for confirmation before unsaved edits are lost: within the office in a dialog, at its edges by the browser. */
export function useUnsaved(isUnsaved: boolean, purge: () => void): void {
  useEffect(() => {
    if (!isUnsaved) return
    const mark = Symbol('unsaved')
    const onLeave = (event: BeforeUnloadEvent) => {
      if (open.has(mark)) event.preventDefault()
    }
    open.set(mark, purge)
    addEventListener('beforeunload', onLeave)
    return () => {
      open.delete(mark)
      removeEventListener('beforeunload', onLeave)
    }
  }, [isUnsaved, purge])
}
