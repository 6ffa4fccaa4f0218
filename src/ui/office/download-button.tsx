import { useState } from 'react'
import { Button } from '../button.tsx'
import { saveFile } from '../paper/save-file.ts'
import { DownloadLabel } from './download-label.tsx'

/** A button that downloads a CSV file, and the error beside it. */
export function DownloadButton({
  name,
  label,
  subject,
  failure,
  fetchFile,
}: {
  /** The name of the file, without its extension. */
  name: string
  label: string
  /** The subject of the file, if the page has several downloads. Only screen readers need it. */
  subject?: string
  /** The error message. */
  failure: string
  fetchFile: () => Promise<unknown>
}) {
  const [state, setState] = useState<'busy' | 'failed' | null>(null)
  async function download() {
    setState('busy')
    try {
      saveFile(`${name}.csv`, new Blob([(await fetchFile()) as BlobPart]))
      setState(null)
    } catch {
      setState('failed')
    }
  }
  return (
    <>
      {state === 'failed' && <p role="alert">{failure}</p>}
      <Button
        variant="secondary"
        isBusy={state === 'busy'}
        aria-label={subject && `${label}: ${subject}`}
        onClick={() => void download()}
      >
        <DownloadLabel>{label}</DownloadLabel>
      </Button>
    </>
  )
}
