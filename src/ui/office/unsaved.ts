import { useEffect } from 'react'

/** What on this page would be lost by leaving it. */
const open = new Map<symbol, () => void>()

export const hasUnsaved = (): boolean => open.size > 0
/** Whoever leaves all the same has been asked. */
export function letGo(): void {
  for (const purge of open.values()) purge()
  open.clear()
}

/** While something is not saved, whoever leaves is asked: within the office by a dialog, at its edges by the browser. */
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
