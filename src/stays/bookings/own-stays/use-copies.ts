import { useState, type RefObject } from 'react'
import { ApiError } from '#platform/errors.ts'
import { useApi, useTranslator } from '#platform/pages/page.tsx'
import { saveFile } from '#ui/paper/save-file.ts'
import { useToast } from '#ui/toast.tsx'
import type { BookingsApi } from '../contract.ts'
import { loadCalendarFile } from './stay-calendar.ts'

/** The less common copies, in addition to the PDF and the calendar file. */
export const otherCopies = ['text_pdf', 'image', 'print'] as const
type CopyKind = 'pdf' | 'calendar' | (typeof otherCopies)[number]

/** The time to wait until the summary shows the creation time. */
const PAUSE_MS = 300

/** The ways to copy a stay. The drawing code is loaded on demand. */
export function useCopies(id: string, pdf: RefObject<HTMLElement | null>, onCreate: () => void) {
  const { t } = useTranslator()
  const api = useApi<BookingsApi>()
  const showToast = useToast()
  const [savingKind, setSavingKind] = useState<CopyKind | null>(null)
  const [hasFailed, setHasFailed] = useState(false)

  const fileCreators: Record<CopyKind, () => Promise<[name: string, file: Blob] | null>> = {
    async pdf() {
      const { renderPdf } = await import('#ui/paper/render-page.ts')
      return ['booking-summary.pdf', await renderPdf(pdf.current!, `${t('summary.title')} ${id}`)]
    },
    async image() {
      const { renderPng } = await import('#ui/paper/render-page.ts')
      return ['booking-summary.png', await renderPng(pdf.current!)]
    },
    async text_pdf() {
      return [`booking-${id}.pdf`, new Blob([await api.getBookingSummary({ id })], { type: 'application/pdf' })]
    },
    async print() {
      window.print()
      return null
    },
    calendar: () => loadCalendarFile(api, id),
  }

  async function saveCopy(kind: CopyKind) {
    setSavingKind(kind)
    setHasFailed(false)
    onCreate()
    try {
      await new Promise((resolve) => setTimeout(resolve, PAUSE_MS))
      const copy = await fileCreators[kind]()
      if (!copy) return
      saveFile(...copy)
      showToast(t('summary.saved', { file: copy[0] }))
    } catch (error) {
      // The page itself leads to the sign-in after the session has expired.
      if (error instanceof ApiError && error.status === 401) return
      console.error('Could not make a copy', error)
      setHasFailed(true)
    } finally {
      setSavingKind(null)
    }
  }
  return { saveCopy, savingKind, hasFailed }
}
