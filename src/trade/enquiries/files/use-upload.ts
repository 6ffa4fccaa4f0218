import { useState } from 'react'
import type { CallOptions } from '#platform/contract.ts'
import { useTranslator } from '#platform/pages/page.tsx'
import type { ChosenFiles } from './use-files.ts'

/** Uploads a form with its files. `percent` is the sent share, or null while nothing is being sent. */
export function useUpload<Answer>(path: string, files: ChosenFiles) {
  const translator = useTranslator()
  const [percent, setPercent] = useState<number | null>(null)
  async function upload({ files: _, ...fields }: object & { files?: unknown }, { key }: CallOptions): Promise<Answer> {
    const chosenFiles = files.chosen.map(({ file }) => file)
    setPercent(0)
    try {
      const { sendForm } = await import('./send-form.ts')
      const request = { fields, files: chosenFiles, key, onProgress: setPercent }
      return await sendForm<Answer>(path, request, translator)
    } finally {
      setPercent(null)
    }
  }
  return { percent, upload }
}

/** Identifies files without reading them, because the key of a request depends on them. */
export const identifyFiles = ({ chosen }: ChosenFiles) =>
  chosen.map(({ file: { name, size, lastModified } }) => ({ name, size, lastModified }))
