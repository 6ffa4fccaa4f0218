import { useEffect } from 'react'

/** The unsaved edits of this page, with functions that drop their drafts. */
const unsavedEdits = new Map<symbol, () => void>()

export const hasUnsavedEdits = (): boolean => unsavedEdits.size > 0
/** Drops all unsaved edits. The user has confirmed that. */
export function discardUnsavedEdits(): void {
  for (const dropDraft of unsavedEdits.values()) dropDraft()
  unsavedEdits.clear()
}

/**
 * Asks for confirmation before unsaved edits are lost. Within the office a dialog asks. When the user leaves the
 * office, the browser asks.
 */
export function useUnsavedEdit(isUnsaved: boolean, dropDraft: () => void): void {
  useEffect(() => {
    if (!isUnsaved) return
    const editKey = Symbol('unsaved')
    const onLeave = (event: BeforeUnloadEvent) => {
      if (unsavedEdits.has(editKey)) event.preventDefault()
    }
    unsavedEdits.set(editKey, dropDraft)
    addEventListener('beforeunload', onLeave)
    return () => {
      unsavedEdits.delete(editKey)
      removeEventListener('beforeunload', onLeave)
    }
  }, [isUnsaved, dropDraft])
}
