import { useEffect, useState } from 'react'
import { ApiError } from '#platform/errors.ts'
import { useApi, useTranslator } from '#platform/pages/page.tsx'
import { Button } from '#ui/button.tsx'
import { Dialog } from '#ui/dialog.tsx'
import { saveFile } from '#ui/paper/save-file.ts'
import type { EnquiriesApi, StoredFile } from '../../enquiries/contract.ts'
import { describeFile } from '../../enquiries/describe-line.ts'
import styles from './conversation.module.css'

/** The enquiry or the message with which files are stored. */
export type FileOwner = { enquiry: string } | { letter: number }

interface Preview {
  file: StoredFile
  content: Blob
  url: string
}

/** The files of a conversation. Pictures and PDFs open in a preview, from which they can be downloaded. */
export function FileList({ files, of }: { files: readonly StoredFile[]; of: FileOwner }) {
  const translator = useTranslator()
  const { t } = translator
  const { getAttachment } = useApi<Pick<EnquiriesApi, 'getAttachment'>>()
  const [loading, setLoading] = useState<number | null>(null)
  const [failure, setFailure] = useState('')
  const [preview, setPreview] = useState<Preview | null>(null)
  const url = preview?.url
  useEffect(() => () => void (url && URL.revokeObjectURL(url)), [url])

  async function open(file: StoredFile) {
    setLoading(file.number)
    setFailure('')
    try {
      const received = (await getAttachment({ ...of, file: file.number })) as Blob
      // The server detected the type from the content. It alone decides how the browser shows the file.
      const content = new Blob([received], { type: file.type })
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
            <Button look="quiet" busy={loading === file.number} onClick={() => void open(file)}>
              {describeFile(translator, file)}
            </Button>
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
