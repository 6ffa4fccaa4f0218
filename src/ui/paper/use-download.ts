import { useAction } from '../use-action.ts'
import { saveFile } from './save-file.ts'

/** Loads a file and downloads it. Returns whether it is loading, and the error. */
export function useDownload(defaultError: string) {
  const { run, isBusy, failure } = useAction(defaultError)
  const download = (name: string, fetchFile: () => Promise<BlobPart>): Promise<void> =>
    run(async () => saveFile(name, new Blob([await fetchFile()])))
  return { download, isBusy, failure }
}
