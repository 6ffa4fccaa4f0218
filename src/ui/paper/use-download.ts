import { useState } from 'react'
import { ApiError } from '#platform/errors.ts'
import { saveFile } from './save-file.ts'

/** Loads a file and downloads it. Returns whether it is loading, and the error. */
export function useDownload(failed: string) {
  const [failure, setFailure] = useState('')
  const [busy, setBusy] = useState(false)
  async function download(name: string, ask: () => Promise<BlobPart>): Promise<void> {
    setFailure('')
    setBusy(true)
    try {
      saveFile(name, new Blob([await ask()]))
    } catch (error) {
      setFailure((error instanceof ApiError && error.message) || failed)
    }
    setBusy(false)
  }
  return { download, busy, failure }
}
