import { useAction } from '../use-action.ts'
import { saveFile } from './save-file.ts'

/** Returns a function that fetches a file and saves it, whether it is fetching, and the error. */
export function useDownload(defaultError: string) {
  const { run, isBusy, failure } = useAction(defaultError)
  const download = (name: string, fetchFile: () => Promise<BlobPart>): Promise<void> =>
    run(async () => saveFile(name, new Blob([await fetchFile()])))
  return { download, isBusy, failure }
}
