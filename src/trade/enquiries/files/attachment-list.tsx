import { useState } from 'react'
import { ApiError } from '#platform/errors.ts'
import { useApi, useTranslator } from '#platform/pages/page.tsx'
import { Button } from '#ui/button.tsx'
import { saveFile } from '#ui/paper/save-file.ts'
import type { EnquiriesApi, StoredFile } from '../contract.ts'
import { describeFile } from '../describe-file.ts'
import styles from './attachment-list.module.css'

/** The files of an enquiry or message. A click downloads a file; the page never opens it. */
export function AttachmentList({
  files,
  owner,
}: {
  files: readonly StoredFile[]
  owner: { enquiry: string } | { message: number }
}) {
  const translator = useTranslator()
  const { getAttachment } = useApi<Pick<EnquiriesApi, 'getAttachment'>>()
  const [downloadingFile, setDownloadingFile] = useState<number | null>(null)
  const [failure, setFailure] = useState<string | null>(null)

  async function download(name: string, file: number) {
    if (downloadingFile !== null) return
    setDownloadingFile(file)
    setFailure(null)
    try {
      saveFile(name, (await getAttachment({ ...owner, file })) as Blob)
    } catch (error) {
      setFailure((error instanceof ApiError && error.message) || translator.t('failure.offline'))
    }
    setDownloadingFile(null)
  }
  return (
    <>
      <ul role="list" className={styles.files}>
        {files.map((file) => (
          <li key={file.number}>
            <Button
              variant="quiet"
              isBusy={downloadingFile === file.number}
              onClick={() => void download(file.name, file.number)}
            >
              {describeFile(translator, file)}
            </Button>
          </li>
        ))}
      </ul>
      <p role="status" className={styles.failure}>
        {failure}
      </p>
    </>
  )
}
