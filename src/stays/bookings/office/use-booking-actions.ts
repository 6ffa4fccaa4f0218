import { useState } from 'react'
import { ApiError } from '#platform/errors.ts'
import { useApi, useTranslator } from '#platform/pages/page.tsx'
import { useDesk } from '#ui/office/desk.ts'
import type { BookingFile, BookingsOfficeApi } from './contract.ts'

interface Notice {
  text: string
  kind?: 'refused'
  undo?: () => Promise<void>
}

/** Answers a request, cancels a stay and undoes a cancellation. Each action shows the new state and a notice. */
export function useBookingActions(file: BookingFile) {
  const { t } = useTranslator()
  const api = useApi<BookingsOfficeApi>()
  const desk = useDesk()
  const [notice, setNotice] = useState<Notice | null>(null)
  const { code } = file

  function show(updated: BookingFile, newNotice: Notice) {
    setNotice(newNotice)
    desk.show(updated)
    desk.refresh()
  }
  function onConflict(text: string) {
    setNotice({ text, kind: 'refused' })
    desk.refresh()
  }
  async function answer(operation: 'confirm' | 'decline', sentence: string) {
    const updated = await (operation === 'confirm' ? api.confirmRequest : api.declineRequest)({ code, sentence })
    const { email } = updated
    show(updated, { text: t(operation === 'confirm' ? 'request.confirmed' : 'request.declined', { email }) })
  }
  async function cancel(fee: 'agreed' | 'none', sentence: string) {
    const shownFee = fee === 'none' ? 0 : file.cancel_fee
    const updated = await api.cancelForGuest({ code, fee, told: shownFee, sentence })
    const { email, act } = updated
    show(updated, {
      text: email === '' ? t('request.cancel_done_silent') : t('request.cancel_done', { email }),
      ...(act && { undo: () => undoCancellation(act) }),
    })
  }
  async function undoCancellation(act: number) {
    try {
      const updated = await api.takeBackCancelling({ code, act })
      const { email } = updated
      show(updated, { text: email === '' ? t('request.stands_silent') : t('request.stands', { email }) })
    } catch (error) {
      onConflict((error instanceof ApiError && error.message) || t('office.failed'))
    }
  }
  const showSent = (updated: BookingFile) => show(updated, { text: t('request.write_done', { email: updated.email }) })
  return { notice, answer, cancel, showSent, onConflict }
}
