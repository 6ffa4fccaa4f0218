import { useEffect, useRef, type KeyboardEvent } from 'react'
import type { Form } from '#ui/form/use-form.ts'

/**
 * The event handlers of a form that is sent as soon as the user chooses a value. While the keyboard moves through the
 * values, the form waits: Enter sends it, and so does leaving the field. A choice during a running save is saved next.
 */
export function useSaveOnChoice({ form: { ref: form }, isBusy }: Pick<Form, 'form' | 'isBusy'>) {
  const isByKeyboardRef = useRef(false)
  const isUnsavedRef = useRef(false)
  const isQueuedRef = useRef(false)
  useEffect(() => {
    if (isBusy || !isQueuedRef.current) return
    isQueuedRef.current = false
    form.current!.requestSubmit()
  }, [form, isBusy])
  function save() {
    isUnsavedRef.current = false
    if (isBusy) isQueuedRef.current = true
    else form.current!.requestSubmit()
  }
  return {
    onPointerDown() {
      isByKeyboardRef.current = false
    },
    onKeyDown(event: KeyboardEvent) {
      isByKeyboardRef.current = event.key !== 'Enter'
      if (event.key !== 'Enter' || !isUnsavedRef.current) return
      event.preventDefault()
      save()
    },
    onChange() {
      if (isByKeyboardRef.current) isUnsavedRef.current = true
      else save()
    },
    onBlur() {
      if (isUnsavedRef.current) save()
    },
  } as const
}
