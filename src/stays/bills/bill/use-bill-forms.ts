import { useState } from 'react'
import { useOffice } from '#ui/office/office-context.ts'
import { useToast } from '#ui/toast.tsx'
import type { BillDetails } from './contract.ts'

export type BillForms = ReturnType<typeof useBillForms>

/** The form that is open on the bill page. Once it has succeeded, it closes and the page shows the new bill. */
export function useBillForms() {
  const office = useOffice()
  const toast = useToast()
  const [openForm, open] = useState<'charge' | 'payment' | 'back' | 'link' | 'online' | null>(null)
  function finish(message: string) {
    open(null)
    toast(message)
  }
  return {
    openForm,
    open,
    close: () => open(null),
    showBill(changed: BillDetails, message: string) {
      office.show(changed)
      finish(message)
    },
    /** Reloads the bill. For requests that do not return it. */
    reloadBill(message: string) {
      office.refresh()
      finish(message)
    },
  }
}
