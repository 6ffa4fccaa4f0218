import { useState } from 'react'
import { ApiError } from '#platform/errors.ts'
import { saveFile } from './save-file.ts'

/** Saves what is asked for as a file, and says while it comes that it does, and afterwards where it did not. */
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
