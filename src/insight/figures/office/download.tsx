import { useApi, useTranslator } from '#platform/pages/page.tsx'
import { DownloadButton } from '#ui/office/download-button.tsx'
import type { FiguresApi } from './contract.ts'
import type { VisitsApi } from './visits-contract.ts'

/** A button that downloads figures as CSV. */
export function Download({
  name,
  subject,
  fetchFile,
}: {
  name: string
  /** The name of the figures, because a page has several downloads. */
  subject: string
  fetchFile: (api: FiguresApi & VisitsApi) => Promise<unknown>
}) {
  const { t } = useTranslator()
  const api = useApi<FiguresApi & VisitsApi>()
  return (
    <DownloadButton
      name={name}
      label={t('figures.download')}
      subject={subject}
      failure={t('figures.download_failed')}
      fetchFile={() => fetchFile(api)}
    />
  )
}
