import { ApiError } from '#platform/errors.ts'
import { useApi, useTranslator } from '#platform/pages/page.tsx'
import { Button } from '#ui/button.tsx'
import { saveFile } from '#ui/paper/save-file.ts'
import { OfficeIcon } from '#ui/office/icons.tsx'
import { useToast } from '#ui/toast.tsx'
import type { TodayApi } from './contract.ts'

/** Downloads the emergency sheet for a power cut: guests in house, arrivals and departures on one page. */
export function EmergencySheet() {
  const { t } = useTranslator()
  const api = useApi<TodayApi>()
  const toast = useToast()
  async function download() {
    try {
      saveFile('emergency-sheet.pdf', new Blob([await api.getEmergencySheet({})]))
    } catch (error) {
      toast((error instanceof ApiError && error.message) || t('guests.sheet_failed'))
    }
  }
  return (
    <Button variant="quiet" onClick={() => void download()}>
      <OfficeIcon name="download" />
      {t('guests.sheet')}
    </Button>
  )
}
