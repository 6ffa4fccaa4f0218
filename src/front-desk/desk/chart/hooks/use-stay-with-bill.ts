import { useEffect, useState } from 'react'
import type { BillApi, BillDetails } from '#stays/bills/bill/contract.ts'
import { ApiError, isNotFound } from '#platform/errors.ts'
import { useApi, useTranslator } from '#platform/pages/page.tsx'
import { useOffice } from '#ui/office/office-context.ts'
import type { DeskStay, StayApi } from '../../stay/contract.ts'
import type { Chart } from '../model.ts'

export interface StayWithBill {
  stay: DeskStay
  /** Null: the user may not see money. */
  bill: BillDetails | null
}

/**
 * Loads the stay of a booking, and again with each new chart, to show changes by other users. The previous data stays
 * until the new data arrives.
 */
export function useStayWithBill(booking: number, chart: Chart) {
  const { t } = useTranslator()
  const api = useApi<StayApi & BillApi>()
  const maySeeMoney = useOffice().can('see money')
  const [stayWithBill, setFile] = useState<StayWithBill | null>(null)
  const [failureMessage, setFailureMessage] = useState<string | null>(null)
  const [attemptCount, setAttemptCount] = useState(0)
  useEffect(() => {
    let isCurrent = true
    async function load() {
      const { code } = await api.getStayCode({ booking })
      const [stay, bill] = await Promise.all([api.getDeskStay({ code }), maySeeMoney ? api.getBill({ code }) : null])
      return { stay, bill }
    }
    load().then(
      (loadedStay) => {
        if (!isCurrent) return
        setFile(loadedStay)
        setFailureMessage(null)
      },
      (error: unknown) => {
        if (!isCurrent) return
        const message = (error instanceof ApiError && error.message) || t('office.failed')
        setFailureMessage(isNotFound(error) ? t('desk.sheet_gone') : message)
      },
    )
    return () => void (isCurrent = false)
  }, [api, booking, maySeeMoney, chart, attemptCount, t])
  return { file: stayWithBill, failed: failureMessage, retry: () => setAttemptCount((now) => now + 1) }
}
