import { useCallback, useMemo, useState } from 'react'
import { toLatinDigits } from '#locales/digits.ts'
import { useUnsavedEdit } from '#ui/office/edit/unsaved.ts'
import { toPreviewEdit, emptyDraft, hasInput, type Draft } from './rates-draft.ts'
import type { Selection } from './rates-sheet.ts'

/** The selected nights, the change that is drafted for them, and the panel with the form of the change. */
export function useRatesSelection(isWide: boolean) {
  const [selection, setSelection] = useState<Selection | null>(null)
  const [draft, setDraft] = useState<Draft>(emptyDraft)
  const [isOpen, setOpen] = useState(false)
  const [focusRequest, setFocus] = useState<object | null>(null)
  const resetDraft = useCallback(() => setDraft(emptyDraft), [])
  useUnsavedEdit(selection !== null && hasInput(draft), resetDraft)

  const select = useCallback((next: Selection | null) => {
    setSelection(next)
    if (!next) setOpen(false)
  }, [])
  // On a wide screen the panel is beside the calendar. On a narrow screen it would cover the calendar.
  const onChosen = useCallback(() => setOpen(isWide), [isWide])
  const openPanel = useCallback((typed?: string) => {
    if (typed) setDraft((before) => ({ ...before, price: 'set', amount: Number(toLatinDigits(typed)) }))
    setOpen(true)
    setFocus({})
  }, [])
  function clear() {
    setSelection(null)
    setDraft(emptyDraft)
    setOpen(false)
    setFocus(null)
  }
  return {
    selection,
    draft,
    edit: useMemo(() => toPreviewEdit(draft), [draft]),
    isOpen: selection !== null && isOpen,
    /** A new object each time the panel takes the focus. */
    focus: focusRequest,
    select,
    changeSelection: setSelection,
    patchDraft: (patch: Partial<Draft>) => setDraft((before) => ({ ...before, ...patch })),
    onChosen,
    openPanel,
    closePanel: () => setOpen(false),
    clear,
    /** The form fields disappear, so the focus returns to the active cell. */
    clearAndRefocus() {
      clear()
      requestAnimationFrame(() =>
        document.querySelector<HTMLElement>('[role=grid] td[tabindex="0"]')?.focus({ preventScroll: true }),
      )
    },
  }
}
