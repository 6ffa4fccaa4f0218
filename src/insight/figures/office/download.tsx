import { useState } from 'react'
import { useApi, useTranslator } from '#platform/pages/page.tsx'
import { Button } from '#ui/button.tsx'
import { saveFile } from '#ui/paper/save-file.ts'
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
  const [state, setState] = useState<'busy' | 'failed' | null>(null)
  async function download() {
    setState('busy')
    try {
      saveFile(`${name}.csv`, new Blob([(await fetchFile(api)) as BlobPart]))
      setState(null)
    } catch {
      setState('failed')
    }
  }
  return (
    <>
      {state === 'failed' && <p role="alert">{t('figures.download_failed')}</p>}
      <Button
        variant="secondary"
        isBusy={state === 'busy'}
        aria-label={`${t('figures.download')}: ${subject}`}
        onClick={() => void download()}
      >
        {t('figures.download')}
      </Button>
    </>
  )
}
