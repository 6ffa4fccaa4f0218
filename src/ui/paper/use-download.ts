import { useState } from 'react'
import { ApiError } from '#platform/errors.ts'
import { saveFile } from './save-file.ts'

/** Loads a file and downloads it. Returns whether it is loading, and the error. */
export function useDownload(defaultError: string) {
  const [failure, setFailure] = useState('')
  const [busy, setBusy] = useState(false)
  async function download(name: string, fetchFile: () => Promise<BlobPart>): Promise<void> {
    setFailure('')
    setBusy(true)
    try {
      saveFile(name, new Blob([await fetchFile()]))
    } catch (error) {
      setFailure((error instanceof ApiError && error.message) || defaultError)
    }
    setBusy(false)
  }
  return { download, busy, failure }
}
