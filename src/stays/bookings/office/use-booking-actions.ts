import { useState } from 'react'
import { ApiError } from '#platform/errors.ts'
import { useApi, useTranslator } from '#platform/pages/page.tsx'
import { useOffice } from '#ui/office/office-context.ts'
import type { BookingRecord, BookingsOfficeApi } from './contract.ts'

interface Notice {
  text: string
  kind?: 'refused'
  undo?: () => Promise<void>
}

/** Answers a request, cancels a stay and undoes a cancellation. Each action shows the new state and a notice. */
export function useBookingActions(record: BookingRecord) {
  const { t } = useTranslator()
  const api = useApi<BookingsOfficeApi>()
  const office = useOffice()
  const [notice, setNotice] = useState<Notice | null>(null)
  const { code } = record

  function show(newNotice: Notice) {
    setNotice(newNotice)
    void office.refresh()
  }
  function onConflict(text: string) {
    setNotice({ text, kind: 'refused' })
    office.refresh()
  }
  async function sendAnswer(operation: 'confirm' | 'decline', message: string) {
    const updatedBooking = await (operation === 'confirm' ? api.confirmRequest : api.declineRequest)({ code, message })
    const { email } = updatedBooking
    show({ text: t(operation === 'confirm' ? 'request.confirmed' : 'request.declined', { email }) })
  }
  async function cancel(fee: 'agreed' | 'none', message: string) {
    const shownFee = fee === 'none' ? 0 : record.cancel_fee
    const updatedBooking = await api.cancelStayByStaff({ code, fee, shown_fee: shownFee, message })
    const { email, operation_id: operationId } = updatedBooking
    show({
      text: email === '' ? t('request.cancel_done_silent') : t('request.cancel_done', { email }),
      ...(operationId && { undo: () => undoCancellation(operationId) }),
    })
  }
  async function undoCancellation(operationId: number) {
    try {
      const updatedBooking = await api.undoCancellation({ code, operation_id: operationId })
      const { email } = updatedBooking
      show({ text: email === '' ? t('request.restored_silent') : t('request.restored', { email }) })
    } catch (error) {
      onConflict((error instanceof ApiError && error.message) || t('office.failed'))
    }
  }
  const showSent = (updatedRecord: BookingRecord) =>
    show({ text: t('request.write_done', { email: updatedRecord.email }) })
  return { notice, answer: sendAnswer, cancel, showSent, onConflict }
}
