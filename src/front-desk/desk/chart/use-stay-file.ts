import { useEffect, useState } from 'react'
import type { BillApi, BillTold } from '#stays/bills/bill/contract.ts'
import { ApiError, isNotFound } from '#platform/errors.ts'
import { useApi, useWords } from '#platform/pages/page.tsx'
import { useDesk } from '#ui/office/desk.ts'
import type { DeskStay, StayApi } from '../stay/contract.ts'
import type { Chart } from './model.ts'

/** A stay with its bill. */
export interface StayFile {
  stay: DeskStay
  /** Null: the user may not see money. */
  bill: BillTold | null
}

/**
 * Loads the stay of a booking, and again with each new chart, to show changes by other users. The previous data stays
 * until the new data arrives.
 */
export function useStayFile(booking: number, chart: Chart) {
  const { t } = useWords()
  const api = useApi<StayApi & BillApi>()
  const mayOwe = useDesk().may('see money')
  const [file, setFile] = useState<StayFile | null>(null)
  const [failed, setFailed] = useState<string | null>(null)
  const [times, setTimes] = useState(0)
  useEffect(() => {
    let isWanted = true
    async function ask() {
      const { code } = await api.getStayCode({ booking })
      const [stay, bill] = await Promise.all([api.getDeskStay({ code }), mayOwe ? api.getBill({ code }) : null])
      return { stay, bill }
    }
    ask().then(
      (told) => {
        if (!isWanted) return
        setFile(told)
        setFailed(null)
      },
      (error: unknown) => {
        if (!isWanted) return
        const said = (error instanceof ApiError && error.message) || t('office.failed')
        setFailed(isNotFound(error) ? t('desk.sheet_gone') : said)
      },
    )
    return () => void (isWanted = false)
  }, [api, booking, mayOwe, chart, times, t])
  return { file, failed, again: () => setTimes((now) => now + 1) }
}
