import { useState } from 'react'
import { ApiError } from '#platform/errors.ts'
import { useApi, useWords } from '#platform/pages/page.tsx'
import { Button } from '#ui/button.tsx'
import { saveFile } from '#ui/paper/save-file.ts'
import type { EnquiriesApi, OwnEnquiry } from '../contract.ts'
import { fileSaid } from '../labels.ts'
import styles from './given-files.module.css'

/** The files of an enquiry or message. A click downloads a file; the page never opens it. */
export function GivenFiles({
  files,
  of,
}: Pick<OwnEnquiry, 'files'> & { of: { enquiry: string } | { letter: number } }) {
  const translator = useWords()
  const { getAttachment } = useApi<Pick<EnquiriesApi, 'getAttachment'>>()
  const [fetching, setFetching] = useState<number | null>(null)
  const [failure, setFailure] = useState<string | null>(null)

  async function fetchAndSave(name: string, file: number) {
    if (fetching !== null) return
    setFetching(file)
    setFailure(null)
    try {
      saveFile(name, (await getAttachment({ ...of, file })) as Blob)
    } catch (error) {
      setFailure((error instanceof ApiError && error.message) || translator.t('failure.offline'))
    }
    setFetching(null)
  }
  return (
    <>
      <ul role="list" className={styles.files}>
        {files.map((file, index) => (
          <li key={index}>
            <Button look="quiet" busy={fetching === index + 1} onClick={() => void fetchAndSave(file.name, index + 1)}>
              {fileSaid(translator, file)}
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
