import { useState } from 'react'
import type { FieldErrors } from '#platform/errors.ts'
import { useWords } from '#platform/pages/page.tsx'
import type { PageMessageKey } from '#locales/translator.ts'
import { maxFiles } from '../limits.ts'
import type { Fault } from './look.ts'

export interface ChosenFile {
  file: File
  fault: Fault | null
}

export type ChosenFiles = ReturnType<typeof useFiles>

const sentences = {
  empty: 'error.file_empty',
  large: 'error.file_size',
  kind: 'error.file_kind',
  unread: 'error.file_unread',
} as const satisfies Record<Fault, PageMessageKey>

/** The files of a form, checked as they are selected. They stay in the form until the upload succeeds. */
export function useFiles(most: number) {
  const { t, count } = useWords()
  const [chosen, setChosen] = useState<readonly ChosenFile[]>([])
  const tooMany = chosen.length > most ? count('error.files_most', most) : null
  const sentence = ({ fault }: ChosenFile) => fault && t(sentences[fault], { max: maxFiles.megabytes })

  return {
    most,
    chosen,
    tooMany,
    sentence,
    /** Adds files. If the check cannot be loaded, only the server checks them. */
    async add(files: Iterable<File>): Promise<void> {
      const added = Array.from(files)
      const look = await import('./look.ts').catch(() => null)
      const looked = added.map(async (file) => ({ file, fault: look && (await look.lookAt(file)) }))
      const seen = await Promise.all(looked)
      setChosen((before) => [...before, ...seen])
    },
    remove: (index: number) => setChosen(chosen.toSpliced(index, 1)),
    clear: () => setChosen([]),
    /** Returns all errors, for the check before sending. */
    fieldErrors(): FieldErrors {
      const own = chosen.map((each, index) => [`files.${index}`, sentence(each)] as const)
      const wrong = [...own, ['files', tooMany] as const].filter(([, said]) => said)
      return Object.fromEntries(wrong.map(([name, said]) => [name, [said!]]))
    },
  }
}
