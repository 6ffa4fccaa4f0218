import { say, type Sentence, type ServerWords, type Words } from '../../words/words.ts'

export type FieldErrors = Readonly<Record<string, readonly string[]>>

/** A form that was posted and not taken: why, field by field, and what was typed. */
export interface RefusedForm {
  status: number
  message: string
  errors: FieldErrors
  typed: Readonly<Record<string, string>>
}

/** What a 422 says of each field, whether it was caught in the browser or, in the middle of a rendering, on the server. */
export function refusedFields(error: unknown, words: Words): FieldErrors | null {
  const { status, errors, fields } = error as Refused
  if (status !== 422) return null
  if (errors) return errors
  return Object.fromEntries(
    Object.entries(fields ?? {}).map(([name, sentences]) => [
      name,
      sentences.map((sentence) => say(words as ServerWords, sentence)),
    ]),
  )
}

/** Its sentences are there on the server alone, which has the words for them. */
interface Refused {
  status?: number
  errors?: FieldErrors
  fields?: Record<string, Sentence[]>
}
