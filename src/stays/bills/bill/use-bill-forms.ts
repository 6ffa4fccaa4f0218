import { useState } from 'react'
import { useOffice } from '#ui/office/office-context.ts'
import { useToast } from '#ui/toast.tsx'

export type BillForms = ReturnType<typeof useBillForms>

/** The form that is open on the bill page. Once it has succeeded, it closes and the page shows the new bill. */
export function useBillForms() {
  const office = useOffice()
  const showToast = useToast()
  const [openForm, setOpenForm] = useState<'charge' | 'back' | 'link' | 'online' | null>(null)
  return {
    openForm,
    open: setOpenForm,
    close: () => setOpenForm(null),
    /** Closes the form, shows a message and loads the stay again. */
    finish(message: string) {
      setOpenForm(null)
      showToast(message)
      void office.refresh()
    },
  }
}
