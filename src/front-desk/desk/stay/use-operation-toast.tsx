import { useApi, useTranslator } from '#platform/pages/page.tsx'
import { ApiError } from '#platform/errors.ts'
import { Button } from '#ui/button.tsx'
import { useOffice } from '#ui/office/office-context.ts'
import { useToast } from '#ui/toast.tsx'
import type { DeskApi } from '../contract.ts'
import type { ArrangementPreview } from './use-preview.ts'

/** Returns the occupied units that these rooms request, without duplicates. */
export const listOccupiedUnits = (
  { taken: occupancies }: ArrangementPreview,
  rooms: readonly { parts: readonly { unit: number | null }[] }[],
): ArrangementPreview['taken'] =>
  occupancies.filter(
    ({ unit }, index) =>
      occupancies.findIndex((occupancy) => occupancy.unit === unit) === index &&
      rooms.some(({ parts }) => parts.some((part) => part.unit === unit)),
  )

interface FinishedOperation {
  message: string
  /** The server undoes the operation by this ID, unless `undo` is given. */
  operation_id?: number
  undo?: () => Promise<{ message: string }>
  /** Whether the message stays after a change of page. */
  isSticky?: boolean
}

/** Reports a desk operation with a toast that can undo it, and loads the page again. */
export function useOperationToast() {
  const { t } = useTranslator()
  const api = useApi<DeskApi>()
  const office = useOffice()
  const toast = useToast()
  return ({
    message,
    operation_id,
    undo = () => api.undoOperation({ operation_id: operation_id! }),
    isSticky = false,
  }: FinishedOperation) => {
    office.refresh()
    const undoAndReport = async () => {
      const undoMessage = await undo().then(
        (undone) => undone.message,
        (error: unknown) => (error instanceof ApiError && error.message) || t('office.failed'),
      )
      toast(undoMessage)
      office.refresh()
    }
    toast(
      message,
      <Button variant="quiet" onClick={() => void undoAndReport()}>
        {t('desk.undo')}
      </Button>,
      isSticky,
    )
  }
}
