import { useState } from 'react'
import type { FieldErrors } from '#platform/errors.ts'
import { useTranslator } from '#platform/pages/page.tsx'
import type { PageMessageKey } from '#locales/translator.ts'
import { fileLimits } from '../limits.ts'
import type { FileError } from './check-file.ts'

export interface ChosenFile {
  file: File
  /** Null if the file has no problem, and also while the check runs. */
  error: FileError | null
}

export type ChosenFiles = ReturnType<typeof useFiles>

const errorMessages = {
  empty: 'error.file_empty',
  large: 'error.file_size',
  kind: 'error.file_kind',
  unread: 'error.file_unread',
} as const satisfies Record<FileError, PageMessageKey>

/**
 * The files of a form. They are checked after they are selected, and stay in the form until the upload succeeds. A form
 * that is sent during the check includes them; the server checks all files again.
 */
export function useFiles(maxCount: number) {
  const { t, count } = useTranslator()
  const [selectedFiles, setSelectedFiles] = useState<readonly ChosenFile[]>([])
  const tooManyMessage = selectedFiles.length > maxCount ? count('error.files_most', maxCount) : null
  const sentFiles = new Set(selectedFiles.map(({ file }) => file))
  const describeError = ({ error }: ChosenFile) => error && t(errorMessages[error], { max: fileLimits.megabytes })

  return {
    maxCount,
    chosen: selectedFiles,
    tooMany: tooManyMessage,
    describeError,
    /**
     * Adds files and returns the number of files without an error. If the check cannot be loaded, only the server
     * checks the files.
     */
    async add(files: Iterable<File>): Promise<number> {
      const addedFiles = Array.from(files)
      setSelectedFiles((previous) => [...previous, ...addedFiles.map((file) => ({ file, error: null }))])
      const checker = await import('./check-file.ts').catch(() => null)
      if (!checker) return addedFiles.length
      const fileErrors = new Map(
        await Promise.all(addedFiles.map(async (file) => [file, await checker.checkFile(file)] as const)),
      )
      setSelectedFiles((previous) =>
        previous.map((chosenFile) => ({ ...chosenFile, error: fileErrors.get(chosenFile.file) ?? chosenFile.error })),
      )
      return [...fileErrors.values()].filter((error) => !error).length
    },
    remove: (index: number) => setSelectedFiles((previous) => previous.toSpliced(index, 1)),
    /** Removes the sent files. Files that were added while they were sent stay. */
    removeSent: () => setSelectedFiles((previous) => previous.filter(({ file }) => !sentFiles.has(file))),
    /** Returns all errors, for the check before sending. */
    fieldErrors(): FieldErrors {
      const fileErrors = selectedFiles.map(
        (chosenFile, index) => [`files.${index}`, describeError(chosenFile)] as const,
      )
      const errors = [...fileErrors, ['files', tooManyMessage] as const].filter(([, message]) => message)
      return Object.fromEntries(errors.map(([name, message]) => [name, [message!]]))
    },
  }
}
