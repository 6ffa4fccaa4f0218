import { useEffect, useState, type ReactNode } from 'react'
import { ApiError } from '#platform/errors.ts'
import { useTranslator } from '#platform/pages/page.tsx'
import { Button } from '#ui/button.tsx'
import { Dialog } from '#ui/dialog.tsx'
import { saveFile } from '#ui/paper/save-file.ts'
import type { StoredFile } from '../contract.ts'
import { describeFile } from '../describe-file.ts'
import styles from './stored-file-list.module.css'

interface Preview {
  file: StoredFile
  content: Blob
  url: string
}

/** Stored files. Pictures and PDFs open in a preview, from which they can be downloaded. */
export function StoredFileList({
  files,
  fetchFile,
  children,
}: {
  files: readonly StoredFile[]
  fetchFile: (number: number) => Promise<unknown>
  /** More actions on a file. */
  children?: (file: StoredFile) => ReactNode
}) {
  const translator = useTranslator()
  const { t } = translator
  const [loadingNumber, setLoading] = useState<number | null>(null)
  const [failure, setFailure] = useState('')
  const [preview, setPreview] = useState<Preview | null>(null)
  const previewUrl = preview?.url
  useEffect(() => () => void (previewUrl && URL.revokeObjectURL(previewUrl)), [previewUrl])

  async function open(file: StoredFile) {
    setLoading(file.number)
    setFailure('')
    try {
      const receivedFile = (await fetchFile(file.number)) as Blob
      // The server detected the type from the content. It alone decides how the browser shows the file.
      const content = new Blob([receivedFile], { type: file.type })
      setPreview({ file, content, url: URL.createObjectURL(content) })
    } catch (error) {
      setFailure((error instanceof ApiError && error.message) || t('failure.offline'))
    }
    setLoading(null)
  }
  return (
    <>
      <ul role="list" className={styles.files}>
        {files.map((file) => (
          <li key={file.number}>
            <Button variant="quiet" isBusy={loadingNumber === file.number} onClick={() => void open(file)}>
              {describeFile(translator, file)}
            </Button>
            {children?.(file)}
          </li>
        ))}
      </ul>
      {failure && <p role="alert">{failure}</p>}
      <Dialog open={preview !== null} size="wide" title={preview?.file.name ?? ''} onClose={() => setPreview(null)}>
        {preview && (
          <div className="stack-4">
            {preview.file.type.startsWith('image/') ? (
              <img className={styles.preview} src={preview.url} alt={preview.file.name} />
            ) : (
              // oxlint-disable-next-line react/iframe-missing-sandbox -- A sandbox blocks the PDF viewer of browsers.
              <iframe className={styles.preview} src={preview.url} title={preview.file.name} />
            )}
            <div>
              <Button onClick={() => saveFile(preview.file.name, preview.content)}>{t('inbox.download_file')}</Button>
            </div>
          </div>
        )}
      </Dialog>
    </>
  )
}
